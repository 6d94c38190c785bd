#!/usr/bin/env python3
"""Makes programs, migrates them, and compares them before and after on the SIMT machine.

usage: fuzz.py BUILD [--minutes=1] [--seed=1] [--only=AREA,...] [--count=N] [--jobs=2] [--coopify=BINARY]
                     [--keep=FOLDER] [--reduce=5] [--lanes=64] [--replay=PROGRAM] [--print=PROGRAM] [--log=FILE]
                     [--productions]
                     [--naive=KIND [--fail-at-least=PERCENT]]

--minutes are of CPU time. A program that means nothing in lockstep is thrown away and counted. What
fails is made small and printed with the command that replays it; exit code 1 if anything did.
--lanes=64 makes HIP programs for warps of 64 lanes.
--replay=PROGRAM prints one program before and after, and what was found.
--productions prints for each production how many programs have it, mean something, and were rewritten.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import random
import resource
import sys
import time

import batch
import grammar  # noqa: F401
import reduce
import sides
from core import TABLE
from grammar import program

SIZE = 100  # programs of one batch
MODES = (batch.Mode(closed=True), batch.Mode(assumed=True), batch.Mode(closed=True), batch.Mode(defines=("-DALT",), closed=True), batch.Mode(),
         batch.Mode(assumed=True), batch.Mode(closed=True), batch.Mode(defines=("-DAS_CLANG",), closed=True),
         batch.Mode(options=("--checks=*,hand-written-collective",), closed=True), batch.Mode(flags=("-fgpu-rdc",)),
         batch.Mode(assumed=True, unread=True), batch.Mode(options=("--helpers=parameter",), closed=True),
         batch.Mode(options=("--helpers=parameter",), assumed=True), batch.Mode(meaning=("-fno-strict-aliasing",), closed=True),
         batch.Mode(meaning=("-fwrapv",), closed=True), batch.Mode(archs=("sm_70", "sm_80"), closed=True))
AREA_MODES = {"aliases": MODES[-3:-2], "wraps": (MODES[-2], MODES[8]), "passes": MODES[-1:], "classes": (MODES[3], MODES[10])}  # every second batch of --only=AREA
SHOWN = ("same", "left", "unfair", "no-evidence", "invalid", "differs", "complaint", "broken", "missed", "silent", "plain", "told", "other", "lost")


def mode_of(seed, options):
    """Programs of one batch are migrated in one way; the number of a program says which."""
    number = seed // SIZE
    own = [mode for area in options.only for mode in AREA_MODES.get(area, ())]
    mode = own[number // 2 % len(own)] if own and number % 2 else MODES[number % len(MODES)]
    mode = batch.Mode() if options.naive else with_checks(mode, number, options.only)
    defines = tuple(d for d in mode.defines if options.lanes == 32 or d != "-DAS_CLANG")  # which HIP's compiler is
    if mode.archs and options.lanes == 32:  # what is proven must hold in each pass
        mode = dataclasses.replace(mode, compiled=random.Random("arch %d" % number).choice((700, 800)))
    return dataclasses.replace(mode, binary=options.coopify or "", naive=options.naive or "", lanes=options.lanes, defines=defines)


def with_checks(mode, number, only):
    """Some batches have the checks on that are off by default, all or one of them."""
    choice = random.Random("checks %d" % number)
    if choice.random() > (0.7 if {"sync", "groups", "grids"} & set(only) else 0.25):
        return mode
    names = ",".join(batch.OPTIONAL if choice.random() < 0.7 else [choice.choice(batch.OPTIONAL)])
    given = [option for option in mode.options if option.startswith("--checks=")]
    others = [option for option in mode.options if option not in given]
    return dataclasses.replace(mode, options=(*others, "%s,%s" % (given[0] if given else "--checks=*", names)))


def make(seed, options):
    mode = mode_of(seed, options)
    asked = {"volatile": 0.4, "weights": {"whole_tail": 3}} if any("hand-written-collective" in option for option in mode.options) else {}  # of what the rule speaks
    return program.generate(seed, mode.assumed, {"only": options.only, "unread": mode.unread, "lanes": mode.lanes,
                                                 "wraps": "-fwrapv" in mode.meaning, "aliasing": "-fno-strict-aliasing" in mode.meaning, **asked})


MEANINGLESS = ("unfair", "invalid", "no-evidence", "lost")
RARE = 20  # programs of a production that say nothing of it


class Total:
    def __init__(self):
        self.productions = collections.defaultdict(lambda: [0, 0, 0])  # programs, those that mean something, and were rewritten
        self.verdicts, self.sites, self.costs = collections.Counter(), collections.Counter(), collections.Counter()
        self.modes, self.failed, self.count = collections.Counter(), [], 0

    def add(self, mode, programs, outcomes, costs):
        self.costs += costs
        self.count += len(programs)
        for p in programs:
            outcome = outcomes.get(p.seed, batch.Outcome("lost"))
            self.verdicts[outcome.verdict] += 1
            self.sites += outcome.sites
            self.count_productions(p, outcome)
            if outcome.failed or outcome.verdict == "lost":
                self.failed.append((p, outcome, mode))


    def count_productions(self, p, outcome):
        means = outcome.verdict not in MEANINGLESS
        rewritten = means and bool(outcome.sites["safe"] or outcome.sites["assumed"])
        for name in reduce.signature(p.root):
            for at, counts in enumerate((True, means, rewritten)):
                self.productions[name][at] += counts

    def barren(self, at):
        """Productions of some programs, of which none comes so far."""
        made = {"%s %s" % (kind, p.name) for kind, table in TABLE.items() for p in table}
        return sorted(name for name, counts in self.productions.items() if name in made and counts[at - 1] >= RARE and not counts[at])


def run_batch(options, first, size):
    mode = mode_of(first, options)
    costs = collections.Counter()
    start = time.thread_time()
    programs = [make(seed, options) for seed in range(first, first + size)]
    costs["generating"] = time.thread_time() - start
    return mode, programs, batch.run(options.build, programs, mode, costs), costs


def cpu():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def run_all(options):
    total, first = Total(), options.seed * 1000000
    last, limit = first + options.count, 60 * options.minutes
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = set()
        while True:
            while len(waiting) < options.jobs and (first < last if options.count else cpu() < limit):
                waiting.add(pool.submit(run_batch, options, first, min(SIZE, last - first) if options.count else SIZE))
                first += SIZE
            if not waiting:
                return total
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                before = len(total.failed)
                total.add(*future.result())
                log(options, total.failed[before:])
            progress(total)


def log(options, failed):
    if options.log:
        with open(options.log, "a") as file:
            for p, outcome, mode in failed:
                print(json.dumps({"cpu": round(cpu(), 1), "program": p.seed, "mode": mode.label, "verdict": outcome.verdict,
                                  "said": outcome.said[:300], "made of": sorted(reduce.signature(p.root))}), file=file)


def progress(total):
    if sys.stderr.isatty():
        print("\r%d programs, %d failed, %.0f s" % (total.count, len(total.failed), cpu()), end="", file=sys.stderr)


def summary(total):
    lines = ["%d programs: %s" % (total.count, ", ".join("%d %s" % (total.verdicts[v], v) for v in SHOWN if total.verdicts[v])),
             "sites: " + ", ".join("%d %s" % (n, k) for k, n in sorted(total.sites.items()))]
    for at, what in ((1, "no program means anything"), (2, "no program was rewritten")):
        if total.barren(at):
            lines.append("%s that has %s" % (what, ", ".join(total.barren(at))))
    spent = sum(total.costs.values())  # jobs at a time count each other's: shares of it are right
    lines.append("%.0f programs in a CPU minute: %s" % (60 * total.count / cpu(), ", ".join(
        "%s %.0f %%" % (stage, 100 * cost / spent) for stage, cost in total.costs.most_common())))
    return "\n".join(lines)


def productions(total):
    """A line for each: programs that have it, those that mean something, those of them that were rewritten."""
    return "\n".join("%-40s %6d %6d %6d" % (name, *counts) for name, counts in sorted(total.productions.items()))


def show(p, outcome, mode, options):
    only = " --only=" + ",".join(options.only) if options.only else ""
    only += " --naive=" + mode.naive if mode.naive else ""
    only += " --lanes=%d" % mode.lanes if mode.lanes != 32 else ""
    said = "// %s (%s), block %s: %s\n" % (outcome.verdict, mode.label, ",".join(p.shapes), outcome.said.replace("\n", "\n// "))
    return said + "// ./dev fuzz%s --replay=%s\n%s" % (only, p.seed.split("x")[0], p.text())


def replay(options):
    seed = int(options.replay)
    mode = dataclasses.replace(mode_of(seed, options), brief=False)
    p = make(seed, options)
    outcome = batch.run(options.build, [p], mode)[p.seed]
    found = [(p, outcome)]
    if outcome.failed and options.reduce:
        found = reduce.reduce(options.build, found, dataclasses.replace(mode, brief=True))
        if found[0][0] is not p:
            again = found[0][0]
            found = [(again, batch.run(options.build, [again], mode)[again.seed])]
    p, outcome = found[0]
    print(show(p, outcome, mode, options) + "\n// after:\n" + outcome.after)
    print("// sites: " + ", ".join("%d %s" % (n, k) for k, n in sorted(outcome.sites.items())))
    return outcome.failed


def reduced(options, failed):
    """Some programs that fail in different ways, made small: those that hold what a small one is made of
    are taken for more of the same."""
    known, left, count = [], list(failed), 0
    while left and count < options.reduce:
        mode = left[0][2]
        some = [f for f in left if f[2] == mode][:min(4, options.reduce - count)]
        for p, outcome in reduce.reduce(options.build, [f[:2] for f in some], mode):
            known.append(reduce.signature(p.root))
            yield p, outcome, mode
        count += len(some)
        left = [f for f in left if f not in some and not any(k <= reduce.signature(f[0].root) for k in known)]


def judge_naive(total, options):
    wrong = [total.verdicts[v] for v in ("differs", "complaint", "broken")]
    fair = total.count - sum(total.verdicts[v] for v in ("unfair", "invalid", "no-evidence"))
    percent = 100 * sum(wrong) // max(1, fair)
    print("%d%% of the rewritten programs fail" % percent)
    for p, outcome, mode in reduced(options, total.failed):
        print("\n" + show(p, outcome, mode, options))
    return percent < options.fail_at_least


def keep(options, failed):
    folder = pathlib.Path(options.keep)
    folder.mkdir(parents=True, exist_ok=True)
    for p, outcome, mode in failed:
        (folder / ("%s.cu" % p.seed)).write_text(show(p, outcome, mode, options))


def areas():
    return sorted({p.area for table in TABLE.values() for p in table} - {"base"})


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--minutes", type=float, default=1)
    for name, default in (("seed", 1), ("count", 0), ("jobs", 2), ("reduce", 5)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--lanes", type=int, choices=(32, 64), default=32, help="of a warp")
    parser.add_argument("--only", default="", help="areas: " + ", ".join(areas()))
    parser.add_argument("--coopify", help="another coopify than the build's")
    parser.add_argument("--keep", default="fuzz-failures")
    parser.add_argument("--replay", metavar="PROGRAM", type=int)
    parser.add_argument("--print", metavar="PROGRAM", help="only its text")
    parser.add_argument("--naive", choices=list(batch.naive.REWRITES), help="not migrated, but rewritten as people do")
    parser.add_argument("--fail-at-least", type=int, metavar="PERCENT", help="of those that mean something; with --naive")
    parser.add_argument("--known", default="", metavar="PROGRAM,...",
                        help="programs of the run that fail for a fault which is known; it is an error if one does not")
    parser.add_argument("--productions", action="store_true", help="print how many programs of each mean something and were rewritten")
    parser.add_argument("--log", help="a JSON line for each failure, with the CPU time at which it was found")
    options = parser.parse_args()
    options.only = [area for area in options.only.split(",") if area]
    wrong = set(options.only) - set(areas())
    if wrong:
        parser.error("no area '%s'; there are %s" % (wrong.pop(), ", ".join(areas())))
    options.build = pathlib.Path(options.build).resolve()
    return options


def apart_from_known(failed, known):
    """The failures that nobody knows of."""
    fails = {p.seed for p, *_ in failed}
    mended = sorted(known - fails)
    if mended:
        sys.exit("known to fail, and do not: %s; take them out of --known" % ", ".join(mended))
    return [failure for failure in failed if failure[0].seed not in known]


def main():
    options = parse()
    if options.print:
        return print(make(int(options.print), options).text(), end="")
    if options.replay:
        sys.exit(replay(options))
    total = run_all(options)
    print(summary(total))
    if options.productions:
        print(productions(total))
    if options.naive:
        sys.exit(judge_naive(total, options))
    failed = apart_from_known(total.failed, set(filter(None, options.known.split(","))))
    if not failed:
        return
    keep(options, failed)
    for p, outcome, mode in reduced(options, failed):
        print("\n" + show(p, outcome, mode, options))
    sys.exit("%d programs failed; their sources are in %s" % (len(failed), options.keep))


if __name__ == "__main__":
    main()
