#!/usr/bin/env python3
"""Runs the matcher of each rule's page in clang-query.

usage: check_matchers.py [RULE...]

Over test/rules/<rule>/Inputs/matcher.cu, whose comments say what is found: something begins on each
line with `// match`, and on no other. A line with `// no match` is one where it might be expected;
there is one at least. Exits with 1 after a line for each that is otherwise.
"""

import pathlib
import re
import shutil
import subprocess
import sys

import cuda_toolkit

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLANG_QUERY = shutil.which("clang-query", path="/usr/lib/llvm-22/bin") or "clang-query-22"
BLOCK = re.compile(r"^```clang-query\n(.*?\n)```$", re.S | re.M)
FOUND = re.compile(r'^\S*matcher\.cu:(\d+):\d+: note: "root" binds here', re.M)
PRELUDE = ROOT / "test/rules/matcher.cuh"
FLAGS = [*cuda_toolkit.CLANG_FLAGS.split(), "--cuda-device-only", "--cuda-gpu-arch=sm_60",
         "-std=c++17", "-Wno-everything", "-include", str(PRELUDE)]


def found(query, example):
    """The lines on which matches begin."""
    command = [CLANG_QUERY, "-f", "/dev/stdin", str(example), "--", *FLAGS]
    run = subprocess.run(command, input=query, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    if run.returncode or "error:" in run.stdout or not re.search(r"^\d+ match", run.stdout, re.M):
        return None, run.stdout
    return {int(line) for line in FOUND.findall(run.stdout)}, run.stdout


def marked(example, mark):
    lines = example.read_text().split("\n")
    return {n for n, line in enumerate(lines, 1) if re.search(r"// %s\b" % mark, line)}


def problems(page):
    rule = page.stem
    query = BLOCK.search(page.read_text())
    example = ROOT / "test/rules" / rule / "Inputs/matcher.cu"
    if not example.exists():
        yield "%s: no test/rules/%s/Inputs/matcher.cu" % (rule, rule)
        return
    expected = marked(example, "match")
    if not expected or not marked(example, "no match"):
        yield "%s: the example needs a line with `// match` and one with `// no match`" % rule
    lines, output = found(query[1], example)
    if lines is None:
        yield "%s: clang-query does not take it:\n%s" % (rule, output)
        return
    for line in sorted(expected - lines):
        yield "%s: nothing matches in line %d" % (rule, line)
    for line in sorted(lines - expected):
        yield "%s: something matches in line %d" % (rule, line)


def main():
    pages = [page for page in sorted((ROOT / "docs/rules").glob("*.md"))
             if BLOCK.search(page.read_text()) and page.stem in (sys.argv[1:] or page.stem)]
    said = [problem for page in pages for problem in problems(page)]
    print("\n".join(said) or "%d matchers find what they should" % len(pages))
    sys.exit(bool(said) or not pages)


main()
