#!/usr/bin/env python3
"""Keeps README.md in step with the program and with ./dev.

usage: check_readme.py COOPIFY [--write]

The option table is made from `COOPIFY --help-markdown`, the examples by running
COOPIFY on docs/demo, the package list from ./dev. Without --write, fails if the
README says something else.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "README.md"


def option_table(coopify):
    command = [coopify, "--help-markdown"]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def examples(coopify):
    """The first hunk of filter.cu's diff, and the finding that refuses rows.cu."""
    demo = ROOT / "docs" / "demo"
    units = sorted(unit.name for unit in demo.glob("*.cu"))
    command = [pathlib.Path(coopify).resolve(), "--cuda-path=embedded", "--whole-program",
               "--diff", *units, "--"]
    run = subprocess.run(command, cwd=demo, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    diff = re.search(r"--- a/filter\.cu\n.*?(?=^@@.*?^@@)^@@.*?(?=^@@)", run.stdout, re.S | re.M)
    refusal = re.search(r"^rows\.cu:\d+:\d+: warning.*?(?=^\S+: warning|^\n)", run.stderr, re.S | re.M)
    if not diff or not refusal:
        sys.exit("the demo's output has no example:\n" + run.stdout + run.stderr)
    return fenced("diff", diff[0]), fenced("", refusal[0])


def fenced(language, text):
    return "```%s\n%s\n```" % (language, text.rstrip())


def packages():
    names = re.search(r"PACKAGES=\((.*?)\)", (ROOT / "dev").read_text(), re.S)[1].split()
    return fenced("text", " ".join(names))


def replace(text, marker, content):
    pattern = "(<!-- %s -->\n).*?(<!-- /%s -->)" % (marker, marker)
    new, count = re.subn(pattern, lambda m: m[1] + content + "\n" + m[2], text, flags=re.S)
    if count != 1:
        sys.exit("README.md has no section between <!-- %s --> and <!-- /%s -->" % (marker, marker))
    return new


def main():
    old = README.read_text()
    new = replace(old, "options", option_table(sys.argv[1]))
    example, refusal = examples(sys.argv[1])
    new = replace(new, "example", example)
    new = replace(new, "refusal", refusal)
    new = replace(new, "packages", packages())
    if "--write" in sys.argv[2:]:
        README.write_text(new)
    elif new != old:
        sys.exit("README.md is out of step: run utils/check_readme.py %s --write" % sys.argv[1])


main()
