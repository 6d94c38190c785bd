#!/usr/bin/env python3
"""Block barriers that lanes of a warp reach separately, on this GPU and on the SIMT machine.

usage: run.py [--print] [FILE.ptx...]    needs a GPU driver and python3, no toolkit

Runs kernels.cu, as PTX that the driver compiles for this GPU (compute_60 keeps what a warp did before
Volta), and compares the words that each kernel leaves with those of the machine in lockstep
(lockstep.txt). Each kernel runs in a process of its own, for it may hang. --print prints the words.
Exit code 1 if a kernel differs or hangs.
"""

import array
import ctypes
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import driver  # noqa: E402

BLOCK = (32, 3, 1)
THREADS = 96
INPUT = [(7 * i + i // 5) % 32 for i in range(THREADS)]  # as in test/simt/divergent-barriers.test
SECONDS = 20
RUNS = 20  # of each kernel: what differs between them is not defined


def expected():
    """{kernel: words} of the machine."""
    lines = (HERE / "lockstep.txt").read_text().splitlines()
    return {name: [int(word) for word in words.split()] for name, words in (line.split(": ") for line in lines)}


def launch(gpu, function):
    memory = [gpu.allocate(THREADS * 4), gpu.allocate(THREADS * 4)]
    gpu.upload(memory[0], array.array("i", INPUT).tobytes())
    arguments = (ctypes.c_void_p * 2)(*[ctypes.cast(ctypes.byref(m), ctypes.c_void_p) for m in memory])
    gpu.call("cuLaunchKernel", function, 1, 1, 1, *BLOCK, 0, None, arguments, None)
    gpu.call("cuCtxSynchronize")
    return list(array.array("i", gpu.download(memory[1], THREADS * 4)))


def child(file, kernel):
    """Prints the words that the kernel leaves, a line for each result that a run had."""
    gpu = driver.Gpu()
    function = gpu.function(gpu.load(pathlib.Path(file).read_bytes()), kernel)
    results = {tuple(launch(gpu, function)) for _ in range(RUNS)}
    for result in sorted(results):
        print(*result)


def results_of(file, kernel):
    """What the runs left; None for a hang."""
    command = [sys.executable, str(HERE / "run.py"), "--child", str(file), kernel]
    try:
        process = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    if process.returncode:
        sys.exit(process.stdout)
    return [[int(word) for word in line.split()] for line in process.stdout.splitlines()]


def judge(results, words):
    if results is None:
        return "hangs"
    if results == [words]:
        return "as the machine"
    at = next((i for i, pair in enumerate(zip(results[0], words)) if pair[0] != pair[1]), 0)
    several = ", %d different results" % len(results) if len(results) > 1 else ""
    return "differs%s: thread %d has %d, not %d" % (several, at, results[0][at], words[at])


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--child"]:
        return child(*arguments[1:])
    why = driver.missing()
    if why:
        sys.exit("barriers: nothing was run, " + why)
    prints = "--print" in arguments
    files = [pathlib.Path(a) for a in arguments if a != "--print"] or sorted(HERE.glob("*.ptx"))
    print(driver.Gpu().describe())
    bad = 0
    for file in files:
        for kernel, words in expected().items():
            results = results_of(file, kernel)
            verdict = judge(results, words)
            bad += verdict != "as the machine"
            print("%s: %-15s %s" % (file.name, kernel, verdict))
            for result in (results or []) if prints else []:
                print("  ", *result)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
