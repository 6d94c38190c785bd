#!/usr/bin/env python3
"""Times what hand-written-collective writes beside the same by hand, on a GPU.

usage: collectives.py build OUT          needs the project's build folder and a toolkit with nvcc;
                                         makes OUT/bench, for sm_90 ($ARCH)
       collectives.py run OUT [MOST]     needs a GPU driver only; exit code 1 if results differ, or
                                         the rewritten kernels take more than MOST (1.05) times as long
       collectives.py OUT                both
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent.parent / "build"
NVCC = pathlib.Path(os.environ.get("CUDA_PATH", "/usr/local/cuda")) / "bin" / "nvcc"
CHECKS = "*,hand-written-collective"


def rewrite(out):
    """legacy.cu as coopify leaves it, all of it rewritten."""
    shutil.rmtree(out / "rewritten", ignore_errors=True)
    subprocess.run([BUILD / "bin" / "coopify", "--cuda-path=embedded", "--checks=" + CHECKS,
                    "--quiet", "--out-dir=" + str(out / "rewritten"),
                    HERE / "collectives" / "legacy.cu", "--", "-x", "cuda"],
                   check=True, stdout=subprocess.DEVNULL)
    found = next((out / "rewritten").rglob("legacy.cu"))
    text = found.read_text()
    calls = text.count("cg::reduce("), text.count("cg::inclusive_scan(")
    if calls != (4, 1):
        sys.exit("collectives.py: %d reductions and %d scans, not 4 and 1" % calls)
    return found


def build(out):
    out.mkdir(parents=True, exist_ok=True)
    for part in ("bench.cu", "by_hand.cu"):
        shutil.copy(HERE / "collectives" / part, out / part)
    shutil.copy(rewrite(out), out / "rewritten.cu")
    subprocess.run([NVCC, "-O3", "-std=c++17", "-arch=" + os.environ.get("ARCH", "sm_90"),
                    "-fmad=false", "-cudart=static", "-o", out / "bench", out / "bench.cu"], check=True)


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    verb = arguments.pop(0) if arguments[0] in ("build", "run") else "both"
    out = pathlib.Path(arguments[0]).resolve()
    if verb != "run":
        build(out)
    if verb != "build":
        sys.exit(subprocess.run([out / "bench", *arguments[1:2]]).returncode)


if __name__ == "__main__":
    main()
