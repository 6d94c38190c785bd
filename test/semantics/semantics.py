#!/usr/bin/env python3
"""Runs kernels before and after a rewrite on the SIMT machine and compares what they leave.

usage: semantics.py BUILD FILE [--naive=KIND] [--migrate=ARGS] [compare's options]

FILE is a test with parts, of which NAME and NAME.after are the two sides, or a .cu file: then
--migrate=ARGS (`coopify --fix ARGS`, comma-separated) makes the other side. With --naive=KIND the
other side is what people write instead: of naive.py, or a test's parts NAME.naive (--naive=part).
Prints one line for each kernel and a summary. Exit code 1: a kernel differs.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import naive
import sides

BEFORE_ARCH, AFTER_ARCH = 600, 700


def take(options, name):
    """Removes --name=VALUE from the options; None if it is not there."""
    for option in options:
        if option.startswith("--%s=" % name):
            options.remove(option)
            return option.split("=", 1)[1]
    return None


def split_test(test, folder, kind):
    """The two folders of a test with parts."""
    before, after = folder / "before", folder / "after"
    for side in (before, after):
        sides.run([sides.LLVM / "split-file", test, side])
    for part in after.rglob("*.naive" if kind == "part" else "*.after"):
        if kind in (None, "part"):
            part.replace(part.with_suffix(""))
    if kind not in (None, "part"):
        for unit in [*after.rglob("*.cu"), *after.rglob("*.cuh")]:
            unit.write_text(naive.REWRITES[kind](unit.read_text()))
    return before, after


def migrate(build, file, folder, arguments):
    """A copy of the file that coopify has rewritten."""
    folder.mkdir(parents=True)
    copy = folder / file.name
    shutil.copy(file, copy)
    command = [str(pathlib.Path(build) / "bin" / "coopify"), "--cuda-path=embedded", "--fix",
               "--quiet", *arguments, copy.name, "--", "-x", "cuda"]
    result = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)
    if result.returncode == 2:
        raise sides.BuildError(" ".join(command) + "\n" + result.stdout)
    return copy


def other_side(build, file, folder, options):
    kind, arguments = take(options, "naive"), take(options, "migrate")
    if kind:
        folder.mkdir(parents=True)
        (folder / file.name).write_text(naive.REWRITES[kind](file.read_text()))
        return [folder / file.name]
    return [migrate(build, file, folder, [a for a in (arguments or "").split(",") if a])]


def flags_of(folder):
    file = folder / "compile_flags.txt"
    wanted = ("-D", "-I", "-std")
    return [f for f in file.read_text().split() if f.startswith(wanted)] if file.exists() else []


def main():
    build, file = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    options = sys.argv[3:]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        try:
            if file.suffix == ".test":
                before, after = split_test(file, folder, take(options, "naive"))
                flags = ["-I", before] + flags_of(before), ["-I", after] + flags_of(after)
                units = sorted(before.rglob("*.cu")), sorted(after.rglob("*.cu"))
            else:
                flags = [], []
                units = [file], other_side(build, file, folder / "after", options)
            libraries = (
                sides.build_side(build, units[0], folder / "b" / "side.so", BEFORE_ARCH, flags[0]),
                sides.build_side(build, units[1], folder / "a" / "side.so", AFTER_ARCH, flags[1]))
        except sides.BuildError as error:
            sys.exit("semantics.py: %s" % error)
        code, output = sides.compare(build, *libraries, options)
        print(output, end="")
        sys.exit(code)


if __name__ == "__main__":
    main()
