#!/usr/bin/env python3
"""Compiles sources without making anything, each as the build does others of its folder.

usage: check_syntax.py FILE...

For files that the build does not know yet: seconds, where a build takes minutes. The command is
that of another file of the stage or folder in build/compile_commands.json, which may be of another copy of
the tree. Includes are looked for in this one, and no precompiled header, which may hold others.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def builds_like(entry, path):
    """Files of a stage have one command; most are built several at once, as a file of the build's."""
    built, folder = pathlib.Path(entry["file"]), path.relative_to(ROOT).parent
    if folder.parts[0] == "lib":
        return "coopify%s.dir" % folder.parts[1] in (entry["file"] + entry["command"])
    return built.parent.match(str(folder))


def command_for(path, entries):
    entry = next((entry for entry in entries if builds_like(entry, path)), None)
    if not entry:
        sys.exit("%s: build/compile_commands.json has no file like it" % path)
    words = shlex.split(entry["command"])
    words = words[: words.index("-o")]
    words = [w for before, w in zip([""] + words, words) if "-Xclang" not in (before, w)]
    words = ["-I%s" % (ROOT / "lib") if re.fullmatch("-I.*/lib", word) else word for word in words]
    return (*words, "-fsyntax-only"), entry["directory"]


def compiles(command, directory, paths):
    """As one file: most of the time goes to headers that they share."""
    text = "".join('#include "%s"\n' % path for path in paths)
    return subprocess.run([*command, "-x", "c++", "-"], cwd=directory, text=True, input=text).returncode == 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    entries = json.loads((ROOT / "build/compile_commands.json").read_text())
    by_command = {}
    for name in sys.argv[1:]:
        path = pathlib.Path(name).resolve()
        # Files of two folders may have the same names in namespaces without a name.
        by_command.setdefault((path.parent, command_for(path, entries)), []).append(path)
    results = [compiles(*command, paths) for (_, command), paths in by_command.items()]
    sys.exit(not all(results))


main()
