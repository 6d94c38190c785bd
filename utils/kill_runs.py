#!/usr/bin/env python3
"""Kills runs at random moments, and looks whether the next one leaves files whole.

usage: kill_runs.py BUILD [--runs=200] [--files=60] [--seed=1]

Each run rewrites FILES files in place. It is killed (kill -9) at a moment of the whole run, or of the time in which
it writes. Then `coopify --recover`, or the next run with --fix, follows. All files must be old or all new, and no
temporary file may be left. Prints how many runs were killed while they wrote, and how many files of those were new.
"""

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

HEADER = """__device__ inline int step%d(int v) {
  v += __shfl_xor(v, 16);
  return v + __shfl(v, %d);
}
"""


def program_of(files):
    """One unit that includes all other files: it takes a second, and writes all of them."""
    numbers = range(files - 1)
    texts = {"step%d.h" % i: HEADER % (i, i % 32) for i in numbers}
    includes = "".join('#include "step%d.h"\n' % i for i in numbers)
    calls = " + ".join("step%d(v)" % i for i in numbers)
    return {**texts, "main.cu": includes + """__global__ void kernel(int *out) {
  int v = __shfl(out[threadIdx.x], 1);
  out[threadIdx.x] = %s;
}
int main() { kernel<<<1, 32>>>(0); }
""" % calls}


def texts(folder):
    return {path.name: path.read_text() for path in folder.iterdir()}


class Program:
    def __init__(self, build, place, files):
        self.coopify, self.place, self.folder = build / "bin" / "coopify", place, place / "program"
        self.old = program_of(files)
        self.reset()
        self.run("--fix")  # fills the cache
        self.new = texts(self.folder)
        self.reset()
        start = time.monotonic()
        self.run("--fix")
        self.seconds = time.monotonic() - start

    def reset(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        for name, text in self.old.items():
            (self.folder / name).write_text(text)

    def command(self, *options):
        return [self.coopify, "--cuda-path=embedded", "--cache=" + str(self.place / "cache"), "--whole-program",
                *options, "main.cu", "--"]

    def run(self, *options):
        return subprocess.run(self.command(*options), cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)

    def killed(self, wait):
        """What files are there after a run that was killed when `wait(process)` returned."""
        process = subprocess.Popen(self.command("--fix"), cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        wait(process)
        process.kill()
        process.wait()
        return texts(self.folder)


def until_journal(folder, seconds):
    def wait(process):
        journal = folder / ".coopify-journal"
        while process.poll() is None and not journal.exists():
            pass
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
    return wait


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    counts = {"old": 0, "new": 0, "mixed": 0}
    temporaries = 0
    with tempfile.TemporaryDirectory() as place:
        program = Program(options.build.resolve(), pathlib.Path(place), options.files)
        for run in range(options.runs):
            program.reset()
            moment = rng.random() * program.seconds
            left = program.killed(until_journal(program.folder, rng.random() * 0.03) if run % 4
                                  else lambda _: time.sleep(moment))
            of_program = {name: text for name, text in left.items() if name in program.old}
            counts["old" if of_program == program.old else "new" if of_program == program.new else "mixed"] += 1
            temporaries += len(left) != len(program.old)
            recovers = rng.random() < 0.5
            said = program.run("--recover" if recovers else "--fix").stderr
            after = texts(program.folder)
            if after != program.new and not (recovers and after == program.old):
                sys.exit("run %d: files are neither all old nor all new\n%s" % (run, said))
    print("%d runs killed: %d left all files old, %d all new, %d some of each; %d left temporary files or a journal; "
          "after the next run all files were old or all new" %
          (options.runs, counts["old"], counts["new"], counts["mixed"], temporaries))


if __name__ == "__main__":
    main()
