#!/usr/bin/env python3
"""Which lanes vote together in `if (a || b) { vote }`, on this GPU.

usage: run.py [FILE.ptx...]    needs a GPU driver and python3, no toolkit

Runs kernels.cu, as PTX that the driver compiles for this GPU (compute_60 keeps what threads of a warp
did before Volta), and prints for each kernel the lanes that took part in each vote. a is true in every
second lane, b in every second pair: the lanes of `a || b` are 0xeeeeeeee. The columns:

  joined    one vote of 0xeeeeeeee: the lanes meet where both branches lead
  parted    several votes of its lanes: they meet only behind the statement (the immediate
            post-dominator of the first branch)
  other     neither: lanes that should not be there

The last vote of each kernel is behind all of it, where all lanes should be together again. Exit code 1
unless everything is joined, which is what coopify assumes (docs/decisions/0016).
"""

import array
import ctypes
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import driver  # noqa: E402

KERNELS = ("orPlain", "orLate", "orElse", "andElse", "orCall", "orLong", "jumps", "inLoop", "breaks", "falls",
           "leaves", "skips")
A = [lane & 1 for lane in range(32)]
B = [lane >> 1 & 1 for lane in range(32)]
ROWS = 3


def mask(lanes):
    return sum(1 << lane for lane in range(32) if lanes[lane])


A_OR_B = mask([a | b for a, b in zip(A, B)])
ALL = 0xffffffff
STAY = mask([not (a and b) for a, b in zip(A, B)])  # who does not leave the kernel
# row 0 and row 1, joined, where they are not those of `a || b`.
EXPECTED = {"breaks": (ALL, ALL), "leaves": (STAY, STAY), "skips": (ALL & ~mask([b & ~a & 1 for a, b in zip(A, B)]), ALL)}


def votes(row):
    """The masks that lanes saw, of those who voted."""
    return {m for m in row if m}


def launch(gpu, function):
    buffers = [array.array("I", A), array.array("I", B), array.array("I", [0] * 32 * ROWS)]
    memory = [gpu.allocate(len(b) * 4) for b in buffers]
    for pointer, buffer in zip(memory, buffers):
        gpu.upload(pointer, buffer.tobytes())
    arguments = (ctypes.c_void_p * 3)(*[ctypes.cast(ctypes.byref(m), ctypes.c_void_p) for m in memory])
    gpu.call("cuLaunchKernel", function, 1, 1, 1, 32, 1, 1, 0, None, arguments, None)
    gpu.call("cuCtxSynchronize")
    out = array.array("I", gpu.download(memory[2], 32 * ROWS * 4))
    return out[:32], out[32:64]


def judge(kernel, rows):
    here, behind = map(votes, rows)
    joined, after = EXPECTED.get(kernel, (A_OR_B, ALL))
    lanes = 0
    for part in here:
        lanes |= part
    verdict = "joined" if here == {joined} else "parted" if lanes == joined else "other"
    return verdict if behind == {after} else verdict + ", and not together behind it"


def main():
    why = driver.missing()
    if why:
        sys.exit("reconvergence: nothing was run, " + why)
    gpu = driver.Gpu()
    print(gpu.describe())
    bad = 0
    for file in map(pathlib.Path, sys.argv[1:] or [HERE / "nvcc-11.8.ptx"]):
        module = gpu.load(file.read_bytes())
        for kernel in KERNELS:
            rows = launch(gpu, gpu.function(module, kernel))
            verdict = judge(kernel, rows)
            bad += verdict != "joined"
            print("%s: %-8s %-7s votes: %s; behind: %s" % (
                file.name, kernel, verdict, *[", ".join("0x%08x" % m for m in sorted(votes(r))) for r in rows]))
    print("all joined, as coopify assumes" if not bad else "%d are not joined: record 16 does not hold here" % bad)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
