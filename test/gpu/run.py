#!/usr/bin/env python3
"""Runs legacy kernels and migrated ones on a GPU and compares them.

usage: run.py build OUT    needs the project's build folder, clang, and a CUDA toolkit with nvcc;
                           with $COOPIFY_CUDA11, the legacy side is also built by that one's nvcc;
                           with --generated, only programs of the grammar: $GENERATED of them (300)
       run.py run OUT      needs a GPU driver only, and python3
       run.py OUT          both

The legacy side is PTX for compute_60, which the driver compiles: it keeps what threads of a warp did
before Volta. The migrated side is code for sm_90 ($ARCH), with NVIDIA's cooperative groups. Inputs
and expected results come from the SIMT machine (compare's --dump), so three results are compared,
but for words that the machine knows to be undefined. Then the migrated side runs once more under
compute-sanitizer, if there is one. Exit code 1 if anything differs or is complained about.
"""

import json
import math
import pathlib
import re
import shutil
import subprocess
import sys

import driver

HERE = pathlib.Path(__file__).resolve().parent
SIDES = ("legacy", "legacy-nvcc", "migrated")
TOOLS = {"synccheck": r"ERROR SUMMARY: (\d+) error",
         "racecheck": r"RACECHECK SUMMARY: (\d+) hazard"}


def launch(out, unit, side, *wrapper, options=()):
    """[result of each case] of one side of a unit, run in a process of its own, and its output."""
    command = [*wrapper, sys.executable, str(HERE / "run.py"), "launch", str(out), unit, side,
               *options]
    try:
        process = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, timeout=200)
    except subprocess.TimeoutExpired:
        return None, "hangs"
    results = [json.loads(line[1:]) for line in process.stdout.splitlines() if line[:1] == "@"]
    return (results if process.returncode == 0 else None), process.stdout


def threads(case):
    """Of a block: in the file's name."""
    return math.prod(int(size) for size in case["file"].split("-")[1].split("x"))


def launch_side(out, unit, side, quick):
    """The child process: one line for each case."""
    gpu = driver.Gpu()
    manifest = json.loads((out / "manifest.json").read_text())[unit]
    module = gpu.load((out / unit / manifest["sides"][side]).read_bytes())
    cases = manifest["cases"]
    largest = {case["kernel"]: case for case in sorted(cases, key=threads)}
    for case in cases:
        if quick and case is not largest[case["kernel"]]:
            continue
        data = driver.read_case(out / unit / case["file"])
        function = gpu.function(module, manifest["symbols"][data.kernel])
        difference = gpu.check(function, data)
        result = {"kernel": data.kernel, "case": case["file"], "difference": difference}
        if not quick and case is largest[case["kernel"]]:
            result["us"] = gpu.time(function, data)
        print("@" + json.dumps(result), flush=True)


def summarize(results):
    """{kernel: (cases, differences, time)}"""
    kernels = {}
    for result in results or []:
        cases, differences, time = kernels.get(result["kernel"], (0, [], None))
        if result["difference"]:
            differences = differences + ["%s: %s" % (result["case"], result["difference"])]
        kernels[result["kernel"]] = (cases + 1, differences, result.get("us", time))
    return kernels


def microseconds(time):
    return "-" if time is None else "%.1f" % time


def report_unit(out, unit, manifest):
    """Rows of the table; returns how many kernels are not equal."""
    sides, bad = {}, 0
    for side in SIDES:
        if side in manifest["sides"]:
            results, output = launch(out, unit, side)
            if results is None:
                print("%s, %s: did not end well\n%s" % (unit, side, output[-2000:]))
                bad += 1
            sides[side] = summarize(results)
    rows = []
    for kernel in manifest["symbols"]:
        equal = {s: not sides[s][kernel][1] for s in sides if kernel in sides[s]}
        times = [sides[s][kernel][2] if kernel in sides[s] else None
                 for s in ("legacy", "migrated")]
        cases = max([sides[s][kernel][0] for s in sides if kernel in sides[s]], default=0)
        bad += not (equal.get("legacy") and equal.get("migrated"))
        rows.append((kernel.split("(")[0], cases, equal, times))
        for side in equal:
            for difference in sides[side][kernel][1][:2]:
                print("%s, %s, %s: %s" % (unit, kernel, side, difference))
    print_rows(unit, rows)
    return bad


def print_rows(unit, rows):
    """Random kernels are many: one row for all of them."""
    if unit.startswith("random"):
        equal = {s: sum(bool(row[2].get(s)) for row in rows) for s in SIDES}
        times = [sum(row[3][side] or 0 for row in rows) for side in (0, 1)]
        rows = [("%d random kernels" % len(rows), sum(row[1] for row in rows), equal, times)]
        word = lambda value: str(value)
    else:
        word = lambda value: "-" if value is None else "equal" if value else "DIFFERS"
    for name, cases, equal, times in rows:
        print("| %s: %s | %d | %s | %s | %s | %s | %s |" % (
            unit, name, cases, *[word(equal.get(side)) for side in SIDES],
            *[microseconds(time) for time in times]))


def sanitize(out, manifests):
    sanitizer = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
    if not shutil.which(sanitizer):
        print("\ncompute-sanitizer: not found, not run")
        return 0
    bad = 0
    print("\n| compute-sanitizer | unit | kernels | complaints |\n|---|---|---|---|")
    for tool, summary in TOOLS.items():
        for unit, manifest in manifests.items():
            _, output = launch(out, unit, "migrated", sanitizer, "--tool", tool,
                               options=("--quick",))
            count = re.search(summary, output)
            ran = len([line for line in output.splitlines() if line[:1] == "@"])
            print("| %s | %s | %d | %s |" % (tool, unit, ran, count[1] if count else "did not run"))
            if not count or int(count[1]) or ran != len(manifest["symbols"]):
                bad += 1
                print(output[-1500:])
    return bad


def run(out):
    missing = driver.missing()
    if missing:
        print("test/gpu: skipped, " + missing)
        return 0
    manifests = json.loads((out / "manifest.json").read_text())
    print(driver.Gpu().describe())
    print("\n| kernel | launches | legacy, clang | legacy, nvcc 11.8 | migrated | legacy, us "
          "| migrated, us |\n|---|---|---|---|---|---|---|")
    bad = sum(report_unit(out, unit, manifest) for unit, manifest in manifests.items())
    bad += sanitize(out, manifests)
    print("\n%s" % ("all equal" if not bad else "%d not as they should be" % bad))
    return bool(bad)


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    if arguments[0] == "launch":
        return launch_side(pathlib.Path(arguments[1]), *arguments[2:4], "--quick" in arguments)
    verb = arguments.pop(0) if arguments[0] in ("build", "run") else "both"
    out = pathlib.Path(arguments[0]).resolve()
    if verb != "run":
        import programs
        programs.build(out, "--generated" in arguments)
    sys.exit(0 if verb == "build" else run(out))


if __name__ == "__main__":
    main()
