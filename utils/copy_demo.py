#!/usr/bin/env python3
"""Copies docs/demo to a folder, with the command lines that such code had in its time.

usage: copy_demo.py FOLDER

FOLDER is made if it is not there, and then looks like a user's build: sources and a
compile_commands.json.
"""

import json
import pathlib
import shutil
import sys

DEMO = pathlib.Path(__file__).resolve().parent.parent / "docs" / "demo"
NVCC = "nvcc -arch=sm_60 -std=c++11 -O3 -rdc=true -Xcompiler -Wall -c %s -o %s.o"


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 2)
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted(DEMO.glob("*.cu*")):
        shutil.copy(source, folder)
    units = sorted(unit.name for unit in folder.glob("*.cu"))
    commands = [{"directory": str(folder), "file": unit, "command": NVCC % (unit, unit[:-3])}
                for unit in units]
    (folder / "compile_commands.json").write_text(json.dumps(commands, indent=1) + "\n")


main()
