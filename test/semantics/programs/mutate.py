#!/usr/bin/env python3
"""Kernels that people wrote, changed by steps that keep their meaning, migrated and compared.

usage: mutate.py BUILD FILE... [--count=100] [--seed=1] [--steps=4] [--flags=-IFOLDER,-DNAME] [--coopify=BINARY]
                 [--shapes=64,128] [--seeds=16] [--size=40] [--keep=FOLDER] [--log=FILE] [--jobs=2] [--only=STEP,...]
                 [--assumed] [--naive=KIND] [--steps-only]

FILE is a .cu file, a test with parts of which one is a unit, or a page with ```cuda blocks. It may have a line
`// compare: OPTIONS` with options of the comparison, as --shapes=KERNEL:256 or --set=KERNEL.INDEX=VALUE.
First each kernel is compared as it is: what means nothing by itself is left out. Each of COUNT mutants
is one kernel with what it needs and up to STEPS changes (mutations.py), as far as it still compiles. Before in
lockstep and after under every schedule it must leave the same. SIZE of them are one unit (units.py). What
fails is run again alone, and the steps that it does not need are taken back.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import itertools
import json
import pathlib
import random
import resource
import sys

import batch
import flow  # noqa: F401, its steps stand in mutations.ALL
import mutations
import units

MEANT = ("same", "left", "silent")


def mutated(text, seed, steps):
    """(text, names of the steps)"""
    made, names = text, []
    for step in steps:
        choice = random.Random("%s %s" % (seed, step))
        how = choice.choice(mutations.ALL)
        new = how(made, choice)
        if new and new != made:
            made = new
            names.append(how.__name__)
    return made, tuple(names)


@dataclasses.dataclass(frozen=True)
class Case:
    """A kernel of a unit."""

    origin: units.Source
    kernel: str
    text: str
    verdict: str = ""
    alone: bool = False  # it does not compile in a namespace

    def mutant(self, seed, steps, number=None):
        body, names = mutated(self.text, seed, steps)
        return units.Text(seed if number is None else number, self.origin, body, names, self.alone, self.text)


def failing(outcomes):
    return {name: o for name, o in (outcomes or {}).items() if o.failed or o.verdict == "lost"}


def cases_of(options, sources):
    """What means something by itself, and the outcomes of all."""
    cases = [Case(s, k, units.focused(s.text, k)) for s in sources for k in dict.fromkeys(s.kernels)]
    kept, verdicts = [], collections.Counter()
    for chunk in chunks(options, cases):
        texts = [units.Text(i, c.origin, c.text) for i, c in enumerate(chunk)]
        outcomes = units.run(options, texts)
        alone = [dataclasses.replace(t, alone=True) for t in texts if not outcomes[t.seed]]
        outcomes.update(units.run(options, alone))
        for case, text in zip(chunk, texts):
            outcome = (outcomes[text.seed] or {}).get(case.kernel) or next(iter((outcomes[text.seed] or {}).values()), batch.Outcome("invalid"))
            verdicts[outcome.verdict] += 1
            log(options, case, text, outcome)
            if outcome.failed:
                yield case, outcome
            if outcome.verdict in MEANT:
                kept.append(dataclasses.replace(case, verdict=outcome.verdict, alone=text.seed in {t.seed for t in alone}))
    print("%d kernels as they are: %s" % (len(cases), ", ".join("%d %s" % (n, v) for v, n in verdicts.most_common())))
    yield kept, None


def chunks(options, cases):
    """Of one set of flags each."""
    for _, group in itertools.groupby(sorted(cases, key=lambda c: c.origin.flags), key=lambda c: c.origin.flags):
        group = list(group)
        for start in range(0, len(group), options.size):
            yield group[start:start + options.size]


def run_batch(options, work):
    """[(case, seed, mutant, outcomes, the smallest that fails)] of [(case, seed)]."""
    wanted = [(case, seed, case.mutant(seed, range(options.steps))) for case, seed in work]
    good = {t.seed for t in units.compiling(options, [m for _, _, m in wanted])}
    again = {}
    for case, seed, mutant in wanted:  # some step is not for this text: without it
        if seed not in good:
            for without in range(options.steps):
                steps = [s for s in range(options.steps) if s != without]
                again[seed * options.steps + without] = (seed, case.mutant(seed, steps, seed * options.steps + without))
    repaired = {}
    for text in units.compiling(options, [t for _, t in again.values()]):
        repaired.setdefault(again[text.seed][0], dataclasses.replace(text, seed=again[text.seed][0]))
    wanted = [(case, seed, repaired.get(seed, mutant)) for case, seed, mutant in wanted if seed in good or seed in repaired]
    wanted = [w for w in wanted if w[2].steps]
    outcomes = units.run(options, [m for _, _, m in wanted], options.costs)
    return [(case, seed, mutant, outcomes.get(seed), smallest(options, case, seed, mutant) if failing(outcomes.get(seed)) else None)
            for case, seed, mutant in wanted], len(work) - len(wanted)


def smallest(options, case, seed, mutant):
    """Of the mutants with fewer of its steps the smallest that fails, alone; itself if it fails with others only."""
    subsets = [s for n in range(options.steps + 1) for s in itertools.combinations(range(options.steps), n)]
    texts = [case.mutant(seed, steps, i) for i, steps in enumerate(subsets)]
    outcomes = units.run(options, texts)
    for text in [t for t in texts if failing(outcomes.get(t.seed))] + [mutant]:
        text = dataclasses.replace(text, alone=True)
        alone = failing(units.run(options, [text])[text.seed])
        if alone:
            return text, alone
    return mutant, {"?": batch.Outcome("together", "fails with others in one unit only")}


def cpu():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def run_all(options, cases):
    choose = random.Random(options.seed)
    by_file = collections.defaultdict(list)
    for case in cases:
        by_file[case.origin.path].append(case)
    work = [(choose.choice(by_file[choose.choice(sorted(by_file))]), options.seed * 1000000 + i) for i in range(options.count)]
    flags = sorted({case.origin.flags for case, _ in work})
    parts = [part for f in flags for mine in [[w for w in work if w[0].origin.flags == f]] for part in
             [mine[i:i + options.size] for i in range(0, len(mine), options.size)]]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run_batch, options, part) for part in parts]):
            yield done.result()


def log(options, case, text, outcome):
    if options.log:
        with open(options.log, "a") as file:
            print(json.dumps({"file": case.origin.path.name, "kernel": case.kernel, "seed": text.seed, "steps": text.steps, "was": case.verdict,
                              "verdict": outcome.verdict, "said": outcome.said[:300], "sites": outcome.sites}), file=file)


class Total:
    def __init__(self):
        self.verdicts, self.sites, self.used = collections.Counter(), collections.Counter(), collections.Counter()
        self.lost, self.refused = collections.Counter(), 0
        self.invalid = self.failures = self.count = 0

    def add(self, case, mutant, outcomes):
        self.count += 1
        self.used.update(mutant.steps)
        for outcome in outcomes.values():
            self.verdicts[outcome.verdict] += 1
            self.sites += outcome.sites
            if case.verdict == "same" and outcome.verdict == "left":
                self.refused += 1
                self.lost.update(mutant.steps)

    def summary(self):
        listed = lambda counter: ", ".join("%d %s" % (n, k) for k, n in counter.most_common())
        return "\n".join((
            "%d mutants, %d more do not compile; kernels: %s" % (self.count, self.invalid, listed(self.verdicts)),
            "sites: " + ", ".join("%d %s" % (n, k) for k, n in sorted(self.sites.items())),
            "steps: " + listed(self.used),
            "%d are the same as they are and left as mutants, with steps: %s" % (self.refused, listed(self.lost)),
            "%.0f mutants in a CPU minute" % (60 * self.count / cpu())))


def report(options, case, text, outcomes, number):
    folder = pathlib.Path(options.keep)
    folder.mkdir(parents=True, exist_ok=True)
    said = "\n".join("// %s: %s: %s" % (o.verdict, name, o.said) for name, o in outcomes.items())
    (folder / ("%s.cu" % number)).write_text("// %s, steps: %s\n%s\n%s" % (case.origin.path.name, ", ".join(text.steps), said, text.body))
    print("%s fails with %s:\n%s" % (case.origin.path, ", ".join(text.steps) or "no step at all", said), flush=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("files", nargs="+")
    for name, default in (("count", 100), ("seed", 1), ("steps", 4), ("jobs", 2), ("seeds", 16), ("size", 40)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--flags", default="", help="of the compiler, for all files")
    parser.add_argument("--coopify")
    parser.add_argument("--shapes", default="64,128")
    parser.add_argument("--assumed", action="store_true", help="grant all assumptions: they must be true of the shapes")
    parser.add_argument("--naive", choices=list(batch.naive.REWRITES), help="not migrated, but rewritten as people do, which must be seen to fail")
    parser.add_argument("--steps-only", action="store_true", help="not migrated: do the steps keep the meaning, in lockstep?")
    parser.add_argument("--keep", default="mutation-failures")
    parser.add_argument("--log", help="a JSON line for each kernel")
    parser.add_argument("--only", default="", help="steps: " + ", ".join(m.__name__ for m in mutations.ALL))
    options = parser.parse_args()
    options.build, options.costs = pathlib.Path(options.build).resolve(), collections.Counter()
    only = set(filter(None, options.only.split(",")))
    if only - {m.__name__ for m in mutations.ALL}:
        parser.error("no step '%s'" % (only - {m.__name__ for m in mutations.ALL}).pop())
    mutations.ALL[:] = [m for m in mutations.ALL if not only or m.__name__ in only]
    return options


def main():
    options, total, cases = parse(), Total(), []
    flags = tuple(f for f in options.flags.split(",") if f)
    sources = [source for path in map(pathlib.Path, options.files) for source in units.read(path, flags)]
    if not sources:
        sys.exit("no units in these files")
    for case, outcome in cases_of(options, sources):
        if outcome:
            total.failures += 1
            report(options, case, units.Text(0, case.origin, case.text), {case.kernel: outcome}, "as-is-%d" % total.failures)
        else:
            cases = case
    for results, invalid in run_all(options, cases) if cases else ():
        total.invalid += invalid
        for case, seed, mutant, outcomes, small in results:
            if outcomes is None:
                total.invalid += 1
                continue
            total.add(case, mutant, outcomes)
            for outcome in outcomes.values():
                log(options, case, mutant, outcome)
            if small:
                total.failures += 1
                report(options, case, *small, seed)
    print(total.summary())
    spent = sum(options.costs.values())
    print(", ".join("%s %.0f %%" % (stage, 100 * cost / spent) for stage, cost in options.costs.most_common()))
    sys.exit(total.failures > 0)


if __name__ == "__main__":
    main()
