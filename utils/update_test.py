#!/usr/bin/env python3
"""Writes what coopify does now into tests that say it word for word.

usage: update_test.py BUILD TEST...

For each TEST with a line `RUN: %{migrate} %s %t [ARGS...]`: its parts NAME.after become what the
files NAME are after `coopify --fix ARGS`, and its part `findings`, if it has one, becomes what is
printed. Read the difference (git diff) before you commit it: the test now says that it is right.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "test"))
from next_steps import without_next_steps

SPLIT_FILE = "/usr/lib/llvm-22/bin/split-file"
PART = re.compile(r"^//--- (.*)\n", re.M)
RUN = re.compile(r"^RUN: %\{migrate\} %s %t *(.*?) *(?:\||$)", re.M)


def parts_of(text):
    """(what stands before the first part, {name: text})."""
    head, *rest = PART.split(text)
    return head, dict(zip(rest[::2], rest[1::2]))


def is_input(name, parts):
    other = os.path.splitext(name)[0]
    return other not in parts and name not in ("compile_flags.txt", "findings")


def run(build, folder, arguments):
    command = [build / "bin" / "coopify", "--cuda-path=embedded", "-p", ".", "--fix", "--each-note",
               *arguments]
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def outcome(build, test, parts, arguments):
    """(the files afterwards, what was printed)."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([SPLIT_FILE, test, folder], check=True)
        flags = parts.get("compile_flags.txt", "").split()
        database = [{"directory": folder, "file": n, "arguments": ["hipcc" if any("gfx" in flag for flag in flags) else "nvcc", "-c", *flags, n]}
                    for n in sorted(parts) if n.endswith((".cu", ".cpp"))]
        (pathlib.Path(folder) / "compile_commands.json").write_text(json.dumps(database))
        first = run(build, folder, arguments)
        after = {name: (pathlib.Path(folder) / name).read_text() for name in parts if is_input(name, parts)}
        second = run(build, folder, arguments)
        said = without_next_steps(first.stdout).decode().strip()
        said += "\n" if said else ""
        codes = "exit codes: %d, then %d\n" % (first.returncode, second.returncode)
        return after, said + codes


def update(build, test):
    text = test.read_text()
    head, parts = parts_of(text)
    found = RUN.search(head)
    if not found:
        sys.exit("%s: no line `RUN: %%{migrate} %%s %%t`" % test)
    after, said = outcome(build, test, parts, found.group(1).split())
    new = {}
    for name, part in parts.items():
        if name.endswith(".after"):
            continue
        new[name] = said if name == "findings" else part
        if name in after and after[name] != part:
            new[name + ".after"] = after[name]
    result = head + "".join("//--- %s\n%s" % part for part in new.items())
    if result != text:
        test.write_text(result)
        print("updated", os.path.relpath(test))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, *tests = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    for test in tests:
        update(build, test)


main()
