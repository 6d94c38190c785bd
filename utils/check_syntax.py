#!/usr/bin/env python3
"""Compiles sources without making anything, each as the build does others of its folder.

usage: check_syntax.py FILE...

For files that the build does not know yet: seconds, where a build takes minutes. The command is
that of another file of the folder in build/compile_commands.json, which may be of another copy of
the tree. Includes are looked for in this one, and no precompiled header, which may hold others.
"""

import json
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def command_for(path, entries):
    folder = path.relative_to(ROOT).parent
    for entry in entries:
        built = pathlib.Path(entry["file"])
        if built.parent.match(str(folder)):
            break
    else:
        sys.exit("%s: build/compile_commands.json has no file of %s/" % (path, folder))
    there = pathlib.Path(entry["file"]).parents[len(folder.parts)]
    words = shlex.split(entry["command"])
    words = words[: words.index("-o")]
    words = [w for before, w in zip([""] + words, words) if "-Xclang" not in (before, w)]
    words = ["-I%s" % (ROOT / "lib") if word == "-I%s" % (there / "lib") else word for word in words]
    return words + ["-fsyntax-only", str(path)], entry["directory"]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    entries = json.loads((ROOT / "build/compile_commands.json").read_text())
    failed = False
    for name in sys.argv[1:]:
        command, directory = command_for(pathlib.Path(name).resolve(), entries)
        failed |= subprocess.run(command, cwd=directory).returncode != 0
    sys.exit(failed)


main()
