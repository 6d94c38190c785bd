#!/usr/bin/env python3
"""The compile gate: what the tests expect coopify to write must compile.

usage: compile_gate.py RESULTS

Takes every test under test/rules, test/program and test/traps that shows files before and
after (NAME and NAME.after), and compiles the units as they are afterwards:
with clang++ and the embedded headers always, with nvcc where there is one. A
unit that the compiler rejects before as well says nothing and is skipped.
Writes RESULTS in lit's JSON format.
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPLIT_FILE = "/usr/lib/llvm-22/bin/split-file"
NVCC_ARCH = "compute_75"  # the oldest that CUDA 13 has


def compilers():
    found = {"clang": [str(ROOT / "utils" / "parse_cuda.sh")]}
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if os.access(nvcc, os.X_OK):
        # To PTX: the assembler would stop at the legacy votes that were refused.
        found["nvcc"] = [nvcc, "-ptx", "-rdc=true", "-arch=" + NVCC_ARCH, "-std=c++17", "-w", "-o",
                         os.devnull, "-include", str(ROOT / "utils" / "removed_intrinsics.h"),
                         "-I", str(ROOT / "runtime" / "include")]
    return found


def units(folder):
    """(test, folder before, folder after, unit, flags) of every unit that a test rewrites."""
    folders = ("rules", "program", "traps")
    for test in sorted(test for f in folders for test in ROOT.glob("test/%s/**/*.test" % f)):
        name = str(test.relative_to(ROOT / "test"))
        before, after = (pathlib.Path(folder) / name / side for side in ("before", "after"))
        if ".after" not in test.read_text():
            continue
        for side in (before, after):
            side.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([SPLIT_FILE, str(test), str(side)], check=True)
        for part in after.rglob("*.after"):
            part.replace(part.with_suffix(""))
        flags = after / "compile_flags.txt"
        flags = flags.read_text().split() if flags.exists() else []
        for unit in sorted(after.rglob("*.cu")):
            yield name, before, after, str(unit.relative_to(after)), flags


def compile_unit(command, folder, unit, flags):
    flags = [flag for flag in flags if not flag.startswith(("-arch", "-gencode", "-std", "-rdc"))]
    return subprocess.run([*command, *flags, unit], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def judge(compiler, command, test, before, after, unit, flags):
    run = compile_unit(command, after, unit, flags)
    code = "PASS"
    if run.returncode != 0:
        broken = compile_unit(command, before, unit, flags).returncode != 0
        code = "SKIPPED" if broken else "FAIL"
    return {"name": "%s: %s with %s" % (test, unit, compiler), "code": code, "output": run.stdout}


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = [(name, command, *unit) for unit in list(units(folder))
                for name, command in compilers().items()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            tests = list(pool.map(lambda job: judge(*job), work))
    for test in tests:
        if test["code"] == "FAIL":
            print(test["output"] + "FAILED  " + test["name"])
    pathlib.Path(sys.argv[1]).write_text(json.dumps({"tests": tests}))
    sys.exit(any(test["code"] == "FAIL" for test in tests))


main()
