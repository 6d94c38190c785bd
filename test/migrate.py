"""migrate.py COOPIFY TEST OUT [ARGS...]: a test's parts, migrated in place.

The parts of TEST (//--- name) are written to OUT. All .cu and .cpp files are the units of one
compile database; a part compile_flags.txt, if there is one, holds flags for all of them. After
`coopify --fix ARGS` every file must read like its part NAME.after, or be unchanged if there is
none; after a second run nothing may have changed any more. What the first run prints is printed,
for FileCheck. The test decides what it expects of the exit codes: they come as its last line.

If there is a part `findings`, the run is without -v, with --each-note, and what is printed on stdout must be that part,
word for word but for the next steps (utils/update_test.py writes it). Parts like NAME.naive are no input: see semantics/semantics.py.
"""

import json
import os
import shutil
import subprocess
import sys

from next_steps import without_next_steps
from parts import split


def read(path):
    with open(path, "rb") as file:
        return file.read()


def database(units, flags):
    compiler = "hipcc" if any("gfx" in flag for flag in flags) else "nvcc"
    return [
        {"directory": os.getcwd(), "file": unit, "arguments": [compiler, "-c", *flags, unit]}
        for unit in units
    ]


def is_input(part, parts):
    """Neither another part in another form (NAME.after) nor what the test is told."""
    other = os.path.splitext(part)[0]
    return other not in parts and part not in ("compile_flags.txt", "findings")


def complain(name, expected, actual, when):
    import difflib  # not for tests that pass

    lines = difflib.unified_diff(
        expected.decode(errors="replace").splitlines(),
        actual.decode(errors="replace").splitlines(),
        name + " (expected)",
        name + " (" + when + ")",
        lineterm="",
    )
    print("\n".join(lines))
    sys.exit("%s: not as expected after %s" % (name, when))


def main():
    coopify, test, out = sys.argv[1:4]
    arguments = sys.argv[4:]
    shutil.rmtree(out, ignore_errors=True)
    split(test, out)
    os.chdir(out)
    parts = sorted(
        os.path.relpath(os.path.join(folder, name))
        for folder, _, names in os.walk(".")
        for name in names
    )
    flags = read("compile_flags.txt").decode().split() if "compile_flags.txt" in parts else []
    files = [part for part in parts if is_input(part, parts)]
    units = [f for f in files if f.endswith((".cu", ".cpp"))]
    expected = {f: read(f + ".after" if f + ".after" in parts else f) for f in files}
    with open("compile_commands.json", "w") as file:
        json.dump(database(units, flags), file)

    exact = "findings" in parts
    command = [coopify, "--cuda-path=embedded", "-p", ".", "--fix", "--each-note" if exact else "-v"]
    codes, said = [], b""
    for when in ("the first run", "a second run"):
        run = subprocess.run(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if exact else subprocess.STDOUT,
        )
        codes.append(run.returncode)
        if when == "the first run":
            said = run.stdout
            print(said.decode(errors="replace"), flush=True)
        for name in files:
            if read(name) != expected[name]:
                complain(name, expected[name], read(name), when)
    last = "exit codes: %d, then %d" % tuple(codes)
    print(last)
    said += last.encode()
    if exact and read("findings").strip() != without_next_steps(said).strip():
        complain("findings", read("findings").strip(), without_next_steps(said).strip(), "printed")


main()
