#!/usr/bin/env python3
"""Grids that wait for themselves, and kernels that wait for their children, on a GPU.

usage: grids.py build OUT    needs the project's build folder and nvcc
       grids.py run OUT      needs a GPU driver only, and python3

Builds test/gpu/grids/*.cu as they are, where that is possible, and as coopify leaves them, for sm_90
($ARCH). Runs both: a barrier of the program's own and grid.sync() by a cooperative launch must give one
checksum, and the former as grid.sync() too; without coopify that launch is an error; a grid that does not fit is refused with a message;
children leave what they have to. Exit code 1 if not.
"""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ARCH = os.environ.get("ARCH", "sm_90")


def compile_one(source, to, include):
    subprocess.run(["nvcc", "-std=c++17", "-rdc=true", "-arch=" + ARCH, "-I", str(include), str(source),
                    "-o", str(to), "-lcudadevrt", "-diag-suppress=177"], check=True)


def migrate(source, to, assumptions):
    # The rest of the file stays as it is: what is compared is the launches and the waits.
    done = subprocess.run([ROOT / "build" / "bin" / "coopify", "--whole-program", "--checks=grid-barrier,device-side-sync",
                           "--assume=" + assumptions, "--fix", "--out-dir=%s" % to, source, "--", "-std=c++17"],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    print(done.stdout)
    return next(to.rglob(source.name))


def build(out):
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run([ROOT / "build" / "bin" / "coopify", "--install-runtime=%s" % (out / "runtime"), "--force"], check=True)
    for source in sorted((HERE / "grids").glob("*.cu")):
        after = migrate(source, out / "after", "grid-fits,pending-launches")
        compile_one(after, out / (source.stem + "-after"), out / "runtime")
        if source.stem == "barrier":
            compile_one(source, out / (source.stem + "-before"), out / "runtime")
            counted = migrate(source, out / "counted", "grid-fits,counts-blocks")
            compile_one(counted, out / (source.stem + "-counted"), out / "runtime")


def output(out, name, *arguments):
    done = subprocess.run([str(out / name), *arguments], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=100)
    print(name, *arguments, "\n   ", done.stdout.strip().replace("\n", "\n    "))
    return done.stdout


def run(out):
    before, after = output(out, "barrier-before"), output(out, "barrier-after")
    large = output(out, "barrier-after", "100000", "group")
    counted, too_many = output(out, "barrier-counted"), output(out, "barrier-counted", "100000")
    children = output(out, "children-after")
    sums = set(re.findall(r": ([0-9a-f]{8}), cudaSuccess, cudaSuccess", after))
    checks = {
        "one checksum by hand and by group": len(sums) == 1 and after.count("cudaSuccess") == 4,
        "the same by hand before": re.search(r"by hand: (\S+),", before)[1] in sums,
        "an error by group before": not re.search(r"by group: \S+, cudaSuccess, cudaSuccess", before),
        "a grid that does not fit is told": "does not fit on device" in large,
        "and fails": "cudaErrorCooperativeLaunchTooLarge" in large,
        "the barrier by hand, as grid.sync()": set(re.findall(r": ([0-9a-f]{8}), cudaSuccess, cudaSuccess", counted)) == sums
                                               and counted.count("cudaSuccess") == 4,
        "which tells of a grid that does not fit": too_many.count("cudaErrorCooperativeLaunchTooLarge") == 2,
        "children": "children: 0 wrong, cudaSuccess, cudaSuccess" in children,
    }
    for what, holds in checks.items():
        print("%s: %s" % ("ok" if holds else "WRONG", what))
    return 0 if all(checks.values()) else 1


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("build", "run"):
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[2]).absolute()
    sys.exit(build(out) if sys.argv[1] == "build" else run(out))


if __name__ == "__main__":
    main()
