#!/usr/bin/env python3
"""Migrates random kernels and compares them on the SIMT machine before and after.

usage: random_kernels.py BUILD [--count=200] [--first=1] [--unit=40] [--jobs=2] [--seeds=40]
                         [--inputs=2] [--keep=FOLDER] [--reduce=SEED]
                         [--naive=KIND [--divergent] [--fail-at-least=PERCENT]]

Half of the units are migrated without any grant and run in all block shapes; the other half grant
block-1d and block-multiple-of-32, and run in such shapes. Prints a table; exit code 1 if a kernel
behaves differently, whose source is then kept. --reduce=SEED makes one kernel as small as it goes.

With --naive the kernels are rewritten as people do (naive.py), and it is right that they fail: exit
code 1 if fewer do than --fail-at-least. --divergent takes only kernels with a collective where some
lanes of a warp are missing.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import generator
import naive
import sides

ANY_SHAPE = "1,31,32,33,64,100,16x16,8x8x4"
GRANTED_SHAPE = "32,64,96,256"
GRANTS = "--assume=block-1d,block-multiple-of-32"
VERDICT = re.compile(r"^(same|differs|complaint|no-evidence|unusable|left): (k\d+)\(.*?\): (.*)$")


class Result:
    def __init__(self):
        self.verdicts = collections.Counter()
        self.sites = collections.Counter()
        self.failed = []  # (kernel, what was said)

    def add(self, other):
        self.verdicts += other.verdicts
        self.sites += other.sites
        self.failed += other.failed


def count_sites(report):
    sites = collections.Counter()
    for finding in json.loads(report.read_text())["findings"]:
        verdict = finding["verdict"]
        kind = verdict.get("applicability") or verdict["kind"]
        sites[kind if finding["applied"] or kind == "refusal" else "held back"] += 1
    return sites


def migrate(build, folder, unit, grants):
    command = [str(pathlib.Path(build) / "bin" / "coopify"), "--cuda-path=embedded", "--quiet",
               "--fix=assumed" if grants else "--fix", "--json=report.json", *grants, unit.name,
               "--", "-x", "cuda"]
    result = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)
    if result.returncode == 2:
        raise sides.BuildError(" ".join(command) + "\n" + result.stdout)
    return count_sites(folder / "report.json")


def compare_unit(options, kernels, granted, rewrite=None):
    """All kernels as one unit: before against migrated, or against a naive rewrite."""
    outcome = Result()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        before, after = folder / "before.cu", folder / "after.cu"
        before.write_text("\n".join(k.render() for k in kernels))
        if rewrite:
            after.write_text(rewrite(before.read_text()))
        else:
            after.write_text(before.read_text())
            outcome.sites = migrate(options.build, folder, after, [GRANTS] if granted else [])
        libraries = [sides.build_side(options.build, [unit], folder / (unit.stem + ".so"), arch)
                     for unit, arch in ((before, 600), (after, 700))]
        shapes = options.shapes or (GRANTED_SHAPE if granted else ANY_SHAPE)
        _, output = sides.compare(options.build, *libraries,
                                  ["--shapes=" + shapes, "--inputs=%d" % options.inputs,
                                   "--seeds=%d" % options.seeds])
    for line in output.splitlines():
        match = VERDICT.match(line)
        if match:
            outcome.verdicts[match.group(1)] += 1
            if match.group(1) in ("differs", "complaint"):
                kernel = next(k for k in kernels if k.name == match.group(2))
                outcome.failed.append((kernel, line))
    missing = len(kernels) - sum(outcome.verdicts.values())
    if missing:
        outcome.verdicts["lost"] += missing
        outcome.failed.append((kernels[0], "no verdict for %d kernels:\n%s" % (missing, output)))
    return outcome


def is_granted(number):
    return number % 2 == 1


def reduce(options, seed):
    """Smaller and smaller, as long as it still fails."""
    granted = options.granted
    kernel = generator.generate(seed, linear=not granted)
    fails = lambda k: bool(compare_unit(options, [k], granted).failed)
    if not fails(kernel):
        sys.exit("k%d does not fail" % seed)
    progress = True
    while progress:
        progress = False
        for candidate in generator.smaller(kernel):
            try:
                if fails(candidate):
                    kernel, progress = candidate, True
                    break
            except sides.BuildError:
                continue
    print(kernel.render() + compare_unit(options, [kernel], granted).failed[0][1])


def choose_seeds(options):
    seeds, seed = [], options.first
    while len(seeds) < options.count:
        if not options.divergent or generator.generate(seed).divergent:
            seeds.append(seed)
        seed += 1
    return seeds


def run_all(options):
    seeds = choose_seeds(options)
    units = [seeds[i:i + options.unit] for i in range(0, len(seeds), options.unit)]
    rewrite = naive.REWRITES[options.naive] if options.naive else None
    total = Result()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = [pool.submit(compare_unit, options, [generator.generate(s, not is_granted(number)) for s in unit],
                            is_granted(number) or bool(rewrite), rewrite)
                for number, unit in enumerate(units)]
        for future in work:
            total.add(future.result())
    return total


def keep(options, failed):
    folder = pathlib.Path(options.keep)
    folder.mkdir(parents=True, exist_ok=True)
    for kernel, said in failed:
        (folder / (kernel.name + ".cu")).write_text(
            kernel.render() + "// " + said.replace("\n", "\n// ") + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    for name, default in (("count", 200), ("first", 1), ("unit", 40), ("jobs", 2), ("seeds", 40),
                          ("inputs", 2), ("reduce", 0)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--keep", default="random-kernels")
    parser.add_argument("--shapes")
    parser.add_argument("--granted", action="store_true", help="with --reduce: with the grants")
    parser.add_argument("--naive", choices=list(naive.REWRITES))
    parser.add_argument("--divergent", action="store_true")
    parser.add_argument("--fail-at-least", type=int, default=0, metavar="PERCENT")
    options = parser.parse_args()
    options.build = pathlib.Path(options.build).resolve()
    if options.reduce:
        return reduce(options, options.reduce)
    total = run_all(options)
    print("%d kernels: %s" % (options.count, ", ".join(
        "%d %s" % (n, v) for v, n in sorted(total.verdicts.items()))))
    if total.sites:
        print("sites: %s" % ", ".join("%d %s" % (n, k) for k, n in sorted(total.sites.items())))
    for _, said in total.failed[:10]:
        print(said)
    if options.naive:
        percent = 100 * len(total.failed) // options.count
        print("%d%% of the rewritten kernels fail" % percent)
        sys.exit(percent < options.fail_at_least)
    if total.failed:
        keep(options, total.failed)
        sys.exit("%d kernels failed; their sources are in %s" % (len(total.failed), options.keep))


if __name__ == "__main__":
    main()
