#!/usr/bin/env python3
"""Runs kernels before and after a rewrite on the SIMT machine and compares what they leave.

usage: semantics.py BUILD FILE [--naive=KIND] [--part=KIND] [--migrate=ARGS] [--warp-size=64]
                    [--joins=post-dominator] [compare's options]

FILE is a test with parts, of which NAME and NAME.after are the two sides, or a .cu file: then
--migrate=ARGS (`coopify --fix ARGS`, comma-separated) makes the other side; at 64 lanes as HIP. With
--naive=KIND it is what people write instead (naive.py), with --part=KIND a test's parts NAME.KIND.
SEMANTICS_SEEDS is how many adversarial runs a kernel has in each shape where no option says it (200).
--joins is simtcc's, for the side before: what then differs depends on where lanes meet.
Prints one line for each kernel and a summary. Exit code 1: a kernel differs.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import naive  # noqa: E402
import parts  # noqa: E402
import sides  # noqa: E402

BEFORE_ARCH, AFTER_ARCH = 600, 700


def take(options, name):
    """Removes --name=VALUE from the options; None if it is not there."""
    for option in options:
        if option.startswith("--%s=" % name):
            options.remove(option)
            return option.split("=", 1)[1]
    return None


def split_test(test, folder, options):
    """The two folders of a test with parts."""
    kind, part = take(options, "naive"), take(options, "part") or "after"
    before, after = folder / "before", folder / "after"
    for side in (before, after):
        parts.split(test, side)
    if kind:
        for unit in [*after.rglob("*.cu"), *after.rglob("*.cuh")]:
            unit.write_text(naive.REWRITES[kind](unit.read_text()))
        return before, after
    for other in after.rglob("*." + part):
        other.replace(other.with_suffix(""))
    return before, after


def migrate(build, file, folder, arguments, lanes):
    """A copy of the file that coopify has rewritten; for warps of 64 lanes as HIP."""
    folder.mkdir(parents=True)
    copy = folder / file.name
    shutil.copy(file, copy)
    language = ["-x", "hip", "--offload-arch=gfx90a"] if lanes == 64 else ["-x", "cuda"]
    command = [str(pathlib.Path(build) / "bin" / "coopify"), "--cuda-path=embedded", "--fix",
               "--quiet", *arguments, copy.name, "--", *language]
    result = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)
    if result.returncode == 2:
        raise sides.BuildError(" ".join(command) + "\n" + result.stdout)
    return copy


def other_side(build, file, folder, options, lanes):
    kind, arguments = take(options, "naive"), take(options, "migrate")
    if kind:
        folder.mkdir(parents=True)
        (folder / file.name).write_text(naive.REWRITES[kind](file.read_text()))
        return [folder / file.name]
    return [migrate(build, file, folder, [a for a in (arguments or "").split(",") if a], lanes)]


def flags_of(folder):
    file = folder / "compile_flags.txt"
    wanted = ("-D", "-I", "-std")
    return [f for f in file.read_text().split() if f.startswith(wanted)] if file.exists() else []


def main():
    build, file = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    options = sys.argv[3:]
    lanes = int(take(options, "warp-size") or 32)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        try:
            if file.suffix == ".test":
                before, after = split_test(file, folder, options)
                flags = ["-I", before] + flags_of(before), ["-I", after] + flags_of(after)
                units = sorted(before.rglob("*.cu")), sorted(after.rglob("*.cu"))
            else:
                before, after = folder / "before", folder / "after"
                before.mkdir()
                flags = [], []
                units = [pathlib.Path(shutil.copy(file, before))], other_side(build, file, after, options, lanes)
            joins = take(options, "joins")
            if joins:
                flags = ["--joins=" + joins, *flags[0]], flags[1]
            libraries = [
                sides.kept_side(build, units[side], (before, after)[side], arch, flags[side], lanes)
                for side, arch in enumerate((BEFORE_ARCH, AFTER_ARCH))]
        except sides.BuildError as error:
            sys.exit("semantics.py: %s" % error)
        if not any(option.startswith("--seeds=") for option in options):
            options.append("--seeds=" + os.environ.get("SEMANTICS_SEEDS", "200"))
        code, output = sides.compare(build, *libraries, options)
        print(output, end="")
        sys.exit(code)


if __name__ == "__main__":
    main()
