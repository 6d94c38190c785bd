#!/usr/bin/env python3
"""The compile gate: what the tests expect coopify to write must compile.

usage: compile_gate.py RESULTS [--alone]

Takes every test under test/rules, test/program and test/traps that shows files before and
after (NAME and NAME.after), and compiles the units as they are afterwards:
with clang++ and the embedded headers always, with nvcc where there is one. A
unit that the compiler rejects before as well says nothing and is not judged.
Writes RESULTS in lit's JSON format.

nvcc reads a megabyte of its own headers before it comes to the unit, so it gets many units in one
file, each in a namespace of its own (nvcc_batches.py). Those that it complains of are compiled
again, alone: only that counts. An include that is missing or in the wrong place is for clang to
find, which reads each unit's device side alone, and its host side as nvcc does. --alone: all read
each unit alone, and again what is kept of the last run (kept_passes.py, beside RESULTS).
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import cuda_toolkit
import kept_passes
import nvcc_batches

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPLIT_FILE = "/usr/lib/llvm-22/bin/split-file"
RUNTIME = ROOT / "runtime" / "include"
NVCC_ARCH = "compute_75"  # the oldest that CUDA 13 has
HEADERS = [ROOT / "lib" / "Frontend" / "embedded" / f for f in ("shim", "cuda", "late")] + [RUNTIME]
PARSE = str(ROOT / "utils" / "parse_cuda.sh")


def clang_command(folder):
    prelude = "--prelude=%s" % folder
    subprocess.run([PARSE, prelude], check=True)
    return [PARSE, prelude]


def nvcc_command():
    nvcc = cuda_toolkit.find()[1]
    if not nvcc:
        return None
    # In C++20, which some of them want, where clang reads C++17. To PTX: the assembler would stop at the legacy votes that were refused.
    return [nvcc, "-ptx", "-rdc=true", "-arch=" + NVCC_ARCH, "-std=c++20", "-w", "-o", os.devnull,
            "-include", str(ROOT / "utils" / "removed_intrinsics.h"),
            "-I", str(RUNTIME)]


def units(folder):
    """Every unit that a test rewrites."""
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
        flags = [f for f in flags if not f.startswith(("-arch", "-gencode", "-std", "-rdc"))]
        for number, unit in enumerate(sorted(after.rglob("*.cu"))):
            yield nvcc_batches.Unit(name, before, after, str(unit.relative_to(after)), flags, number)


def compile_unit(command, folder, unit):
    return subprocess.run([*command, unit.file, *unit.flags] if command[0] == PARSE
                          else [*command, *unit.flags, unit.file], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def name_of(compiler, unit):
    return "%s: %s with %s" % (unit.test, unit.file, compiler)


def result(compiler, unit, code="PASS", output=""):
    return {"name": name_of(compiler, unit), "code": code, "output": output}


NEEDS_NVCC = {"name": "all units with nvcc", "code": "UNSUPPORTED",
              "output": "Test requires the following unavailable features: nvcc"}


def judge(compiler, command, unit):
    run = compile_unit(command, unit.after, unit)
    if run.returncode == 0:
        return result(compiler, unit)
    broken = compile_unit(command, unit.before, unit).returncode != 0
    return result(compiler, unit, "SKIPPED" if broken else "FAIL", run.stdout)


def judge_batch(command, units, folder):
    """What nvcc says of units that it may read together."""
    good, alone = nvcc_batches.compile_batch(command, units, folder)
    return [result("nvcc", unit) for unit in good] + [judge("nvcc", command, unit) for unit in alone]


def judge_for_clang(command, units, folder):
    """The host sides of units that may be read together; the device side of each."""
    good, alone = nvcc_batches.compile_batch([*command, "--side=host"], units, folder)
    device = [*command, "--side=device"]
    return [judge("clang", device, u) for u in good] + [judge("clang", command, u) for u in alone]


def jobs(work, folder, nvcc, alone):
    """The calls to make, each of which returns a list of results; the longest first. WORK: the units
    of each compiler."""
    if nvcc:
        folders = [RUNTIME, pathlib.Path(cuda_toolkit.find()[0]) / "include"]
        found = nvcc_batches.batches(work["nvcc"], 1 if alone else 48, folders)
        for number, batch in enumerate(found):
            yield judge_batch, nvcc, batch, pathlib.Path(folder) / ("batch%d" % number)
    clang = clang_command(folder) if work["clang"] else None
    found = nvcc_batches.batches(work["clang"], 1 if alone else 24, HEADERS)
    for number, batch in enumerate(found):
        yield judge_for_clang, clang, batch, pathlib.Path(folder) / ("host%d" % number)


def split_kept(work, kept, alone):
    """(results of the last run, by compiler the units that are new)"""
    old, new = [], {"nvcc": [], "clang": []}
    for compiler, units_of in new.items():
        for unit in work:
            code = None if alone else kept.code(compiler, unit)
            if code:
                old.append((compiler, unit, code))
            else:
                units_of.append(unit)
    return old, new


def main():
    results, alone = pathlib.Path(sys.argv[1]), "--alone" in sys.argv
    nvcc = nvcc_command()
    kept = kept_passes.KeptPasses(results.parent / ("gate-passed-%s.json" % cuda_toolkit.digest()),
                                  ["clang++-22", *(nvcc[:1] if nvcc else [])])
    with tempfile.TemporaryDirectory() as folder:
        work = list(units(folder))
        old, new = split_kept(work, kept, alone)
        calls = list(jobs(new, folder, nvcc, alone))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            tests = [test for found in pool.map(lambda job: job[0](*job[1:]), calls)
                     for test in found]
        tests += [result(compiler, unit, code) for compiler, unit, code in old
                  if nvcc or compiler == "clang"]
        codes = {test["name"]: test["code"] for test in tests}
        for compiler in new:
            for unit in work:
                if name_of(compiler, unit) in codes:
                    kept.keep(compiler, unit, codes[name_of(compiler, unit)])
        kept.write()
    tests.sort(key=lambda test: test["name"])
    judged = [test for test in tests if test["code"] != "SKIPPED"]
    if len(judged) < len(tests):
        print("%d units are not judged: the compiler rejects them before the rewrite, too" %
              (len(tests) - len(judged)))
    tests = judged if nvcc else [*judged, NEEDS_NVCC]
    for test in tests:
        if test["code"] == "FAIL":
            print(test["output"] + "FAILED  " + test["name"])
    results.write_text(json.dumps({"tests": tests}))
    sys.exit(any(test["code"] == "FAIL" for test in tests))


main()
