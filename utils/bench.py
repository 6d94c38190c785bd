#!/usr/bin/env python3
"""Compares coopify with a plain parse of the same units: the limit that it cannot beat.

usage: bench.py COOPIFY FOLDER

Prints the median of three runs of `clang++ -fsyntax-only` over all units of
FOLDER, of `coopify -j1 --diff` over the same, and their ratio. Both parse the
device side for one architecture and the host side. Then, from --stats, what the
analysis, the decisions and the edits cost on top of the parse, measured side by
side in one run; that needs no toolkit.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import time

import cuda_toolkit

RUNS = 3
ROOT = pathlib.Path(__file__).resolve().parent.parent


def seconds(commands):
    """The median time of running all of \\p commands, one after the other."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        for command in commands:
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def on_top(coopify, units):
    """The median of what --stats gives as a part of the parse."""
    command = [coopify, "-j1", "--stats", "--arch=sm_70,host", "--cuda-path=embedded", *units,
               "--", "-std=c++17"]
    parts = []
    for _ in range(RUNS):
        said = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        parts.append(float(re.search(r"= ([0-9.]+) % of the parse", said.stderr).group(1)))
    return statistics.median(parts)


def main():
    coopify, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    units = sorted(str(unit) for unit in folder.glob("*.cu"))
    print("on top of the parse, embedded headers  %.1f %%" % on_top(coopify, units))
    cuda = cuda_toolkit.find()[0]
    if not cuda:
        sys.exit("bench.py: a plain clang++ needs a CUDA toolkit to parse with, and there is none")
    flags = ["--cuda-path=%s" % cuda, "-std=c++17"]
    clang = ["clang++-22", "-fsyntax-only", "-x", "cuda", "--cuda-gpu-arch=sm_70",
             "-Wno-unknown-cuda-version", "-isystem", cuda + "/include/cccl"] + flags
    plain = seconds([clang + [unit] for unit in units])
    print("clang++ -fsyntax-only   %6.2f s   %d units" % (plain, len(units)))
    for name, path in (("its toolkit", cuda), ("embedded headers", "embedded")):
        ours = seconds([[coopify, "-j1", "--diff", "--arch=sm_70,host", "--cuda-path=" + path] + units +
                        ["--", "-std=c++17"]])
        print("coopify, %-16s %5.2f s   ratio %.2f" % (name, ours, ours / plain))


main()
