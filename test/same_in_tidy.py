"""same_in_tidy.py COOPIFY CLANG_TIDY MODULE STEP: clang-tidy finds what coopify finds in one unit.

Of the tests of rules with one unit for NVIDIA's GPUs every STEPth is read by both, without a compile
database that would tell of other units: by coopify for one architecture, and by clang-tidy with the
command that coopify exports. The findings have to be the same, by place and check; what is proven of
them need not be (docs/decisions/0012-who-takes-the-block.md). clang-tidy makes groups inside of
helpers, as coopify does with --helpers=inside: it cannot verify edits of callers.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from parts import split

SHOWN = re.compile(r"^(/.*?):(\d+):(\d+): (?:warning|error): .*\[coopify-([\w-]+)", re.M)
RULES = pathlib.Path(__file__).resolve().parent / "rules"
ARCH = "--arch=sm_70"


def unit_of(test, folder):
    """The unit's name and its flags; None: there are others, or it is for other GPUs."""
    try:
        split(test, folder)
    except ValueError:
        return None
    parts = sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
    units = [p for p in parts if p.endswith((".cu", ".cpp", ".hip", ".maca"))]
    flags = (folder / "compile_flags.txt").read_text().split() if "compile_flags.txt" in parts else []
    if len(units) != 1 or not units[0].endswith(".cu") or any("gfx" in flag for flag in flags):
        return None
    return units[0], flags


def found_by_coopify(coopify, folder, unit, flags):
    said = subprocess.run([coopify, unit, ARCH, "--helpers=inside", "--json=-", "--", *flags], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if said.returncode == 2:
        return None
    findings = json.loads(said.stdout)["findings"]
    return {(f["file"], f["line"], f["column"], f["check"]) for f in findings
            if f["verdict"]["kind"] != "leave"}


def found_by_tidy(coopify, tidy, folder, unit, flags):
    command = ["nvcc", "-c", *flags, unit]
    database = [{"directory": str(folder), "file": unit, "arguments": command}]
    (folder / "compile_commands.json").write_text(json.dumps(database))
    subprocess.run([coopify, "-p", ".", ARCH, "--export-clang-database=tidy", "--quiet"], cwd=folder,
                   check=True)
    said = subprocess.run([*tidy, "--header-filter=.*", "-p", "tidy", unit], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return {(file, int(line), int(column), check)
            for file, line, column, check in SHOWN.findall(said.stdout.decode(errors="replace"))}


def main():
    coopify, clang_tidy, module, step = sys.argv[1:]
    os.environ["CUDA_PATH"] = "embedded"
    tidy = [clang_tidy, "--load=" + module, "--config={}", "--checks=-*,coopify-*"]
    compared = differ = 0
    for test in sorted(RULES.rglob("*.test"))[::int(step)]:
        with tempfile.TemporaryDirectory() as work:
            folder = pathlib.Path(os.path.realpath(work))
            unit = unit_of(test, folder)
            ours = unit and found_by_coopify(coopify, folder, *unit)
            if ours is None:
                continue
            theirs = found_by_tidy(coopify, tidy, folder, *unit)
            compared += 1
            if ours != theirs:
                differ += 1
                print(test, "coopify alone:", sorted(ours - theirs), "clang-tidy alone:",
                      sorted(theirs - ours), sep="\n  ")
    print("%d units, %d differ" % (compared, differ))
    return 1 if differ or not compared else 0


sys.exit(main())
