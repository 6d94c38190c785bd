#!/usr/bin/env python3
"""Kernels that people wrote, changed by steps that keep their meaning, migrated and compared.

usage: mutate.py BUILD FILE... [--count=100] [--seed=1] [--steps=4] [--coopify=BINARY] [--shapes=64,128]
                 [--keep=FOLDER] [--jobs=2]

FILE is a .cu file, a test with parts of which one is a unit, or a page with ```cuda blocks. Each of
COUNT mutants is one of them with up to STEPS changes (mutations.py), as far as it still compiles. Before
in lockstep and after under every schedule they must leave the same; a kernel that means nothing by
itself counts for nothing. Of a mutant that fails the steps that it does not need are taken back.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import batch
import mutations
import sides
import source

LINE = re.compile(r"^(same|differs|complaint|no-evidence|unusable|left|unfair): (?:void )?([\w:]+)(?:<.*?>)?\(.*?\): (.*)$")


def units(path):
    """The texts of a file that are one unit each."""
    text = path.read_text(errors="replace")
    if path.suffix == ".md":
        blocks = re.findall(r"```cuda\n(.*?)```", text, re.S)
        return [b for b in blocks if "__global__" in b and b.count("{") == b.count("}") and "..." not in b]
    if path.suffix == ".test":
        parts = re.split(r"^//--- (\S+)\n", text, flags=re.M)
        named = dict(zip(parts[1::2], parts[2::2]))
        wanted = [n for n in named if n.endswith((".cu", ".cuh", ".h")) and n + ".after" in named or n.endswith(".cu")]
        return [named[n] for n in wanted] if len(wanted) == 1 else []
    return [text]


def mutated(text, seed, steps):
    """(text, names of the steps)"""
    made, names = text, []
    for step in steps:
        choice = random.Random("%s %s" % (seed, step))
        how = choice.choice(mutations.ALL)
        new = how(made, choice)
        if new:
            made = new
            names.append(how.__name__)
    return made, names


class File:
    """One unit, before and after."""

    def __init__(self, options, text, folder):
        self.options, self.text, self.folder = options, text, pathlib.Path(folder)

    def run(self):
        """{kernel: Outcome}; None if it does not compile before."""
        before = self._side("b", self.text)
        if before is None:
            return None
        findings, after_text = self._migrate()
        after = self._side("a", after_text)
        kernels = [f.name for f in source.functions(self.text) if f.kernel]
        if after is None:
            return {kernels[0] if kernels else "?": batch.Outcome("broken", self.said, findings=findings, after=after_text)}
        reports = self._reports(kernels, findings, after_text)
        left = [k for k in kernels if batch.is_left(reports[k])]
        options = ["--fair", "--brief", "--seeds=16", "--inputs=2", "--seconds=20", "--shapes=" + self.options.shapes]
        options += ["--lockstep=" + ",".join(left)] if left else []
        options += self._launched(kernels)
        _, output = sides.compare(self.options.build, before, after, options)
        return self._judged(output, reports)

    def _side(self, name, text):
        path = self.folder / (name + ".cu")
        path.write_text(text)
        try:
            return sides.build_side(self.options.build, [path], self.folder / (name + ".so"), 700, ["-g0", "-std=c++20"])
        except sides.BuildError as error:
            self.said = str(error).splitlines()[-1][:300]
            return None

    def _migrate(self):
        path = self.folder / "m.cu"
        path.write_text(self.text)
        binary = self.options.coopify or str(self.options.build / "bin" / "coopify")
        subprocess.run([binary, "--cuda-path=embedded", "--quiet", "--allow-dirty", "--arch=sm_70", "--fix", "--json=report.json", "m.cu", "--",
                        "-x", "cuda", "-std=c++20"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return json.loads((self.folder / "report.json").read_text())["findings"], path.read_text()

    def _reports(self, kernels, findings, after):
        """What was found in the functions that each kernel comes to."""
        found = source.functions(self.text)
        lines = [(f.name, self.text.count("\n", 0, f.start) + 1, self.text.count("\n", 0, f.body[1]) + 1) for f in found]
        owners = lambda line: {name for name, first, last in lines if first <= line <= last}
        reports = {}
        for kernel in kernels:
            names = source.reached(self.text, kernel, found)
            mine = [f for f in findings if not owners(f["line"]) or owners(f["line"]) & names]
            reports[kernel] = batch.Outcome("", sites=collections.Counter(map(batch.kind_of, mine)), findings=mine, after=after)
        return reports

    def _launched(self, kernels):
        """Shapes that the text launches a kernel with, where it does."""
        options = []
        for kernel in kernels:
            shapes = re.findall(r"\b%s(?:<[^<>]*>)?<<<[^,]*,\s*(?:dim3\()?(\d+)\s*(?:,\s*(\d+)\s*)?(?:,\s*(\d+)\s*)?\)?\s*(?:,[^>]*)?>>>" % kernel, self.text)
            if shapes:
                options.append("--shapes=%s:%s" % (kernel, ",".join("x".join(n for n in s if n) for s in shapes)))
        return options

    def _judged(self, output, reports):
        outcomes = {}
        for line in output.splitlines():
            match = LINE.match(line)
            if not match or match.group(2) not in reports:
                continue
            verdict, name, said = match.groups()
            report = reports[name]
            outcome = batch.Outcome(verdict, said, report.sites, report.findings, report.after)
            if verdict in ("differs", "complaint") and not report.sites["safe"]:
                outcome.verdict = "silent"
            outcomes[name] = outcome
        return outcomes


def run_text(options, text):
    with tempfile.TemporaryDirectory() as folder:
        try:
            return File(options, text, folder).run()
        except (sides.BuildError, FileNotFoundError, json.JSONDecodeError) as error:
            return {"?": batch.Outcome("lost", str(error)[:200])}


def failing(outcomes):
    return {name: o for name, o in (outcomes or {}).items() if o.failed}


def one_mutant(options, path, text, seed):
    """(outcomes, steps, the smallest text that fails or None)"""
    steps = list(range(options.steps))
    made, names = mutated(text, seed, steps)
    outcomes = run_text(options, made)
    if outcomes is None:  # some step is not for this text: without it
        for without in steps:
            rest = [s for s in steps if s != without]
            made, names = mutated(text, seed, rest)
            outcomes = run_text(options, made)
            if outcomes is not None:
                steps = rest
                break
    if not failing(outcomes):
        return path, outcomes, names, None
    for step in list(steps):
        rest = [s for s in steps if s != step]
        if failing(run_text(options, mutated(text, seed, rest)[0])):
            steps = rest
    made, names = mutated(text, seed, steps)
    return path, outcomes, names, made


def run_all(options):
    texts = [(path, text) for path in map(pathlib.Path, options.files) for text in units(path)]
    if not texts:
        sys.exit("no units in these files")
    choose = random.Random(options.seed)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = [pool.submit(one_mutant, options, *choose.choice(texts), "%d.%d" % (options.seed, i)) for i in range(options.count)]
        for future in work:
            yield future.result()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("files", nargs="+")
    for name, default in (("count", 100), ("seed", 1), ("steps", 4), ("jobs", 2)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--coopify")
    parser.add_argument("--shapes", default="64,128")
    parser.add_argument("--keep", default="mutation-failures")
    options = parser.parse_args()
    options.build = pathlib.Path(options.build).resolve()
    verdicts, sites, used = collections.Counter(), collections.Counter(), collections.Counter()
    failures = invalid = 0
    for number, (path, outcomes, names, small) in enumerate(run_all(options)):
        if outcomes is None:
            invalid += 1
            continue
        used.update(names)
        for outcome in outcomes.values():
            verdicts[outcome.verdict] += 1
            sites += outcome.sites
        if small is not None:
            failures += 1
            report(options, path, outcomes, names, small, failures)
    print("%d mutants, %d do not compile; kernels: %s" % (options.count, invalid, ", ".join("%d %s" % (n, v) for v, n in verdicts.most_common())))
    print("sites: " + ", ".join("%d %s" % (n, k) for k, n in sorted(sites.items())))
    print("steps: " + ", ".join("%d %s" % (n, k) for k, n in used.most_common()))
    sys.exit(failures > 0)


def report(options, path, outcomes, names, small, number):
    folder = pathlib.Path(options.keep)
    folder.mkdir(parents=True, exist_ok=True)
    said = "\n".join("// %s: %s: %s" % (o.verdict, name, o.said) for name, o in failing(outcomes).items())
    (folder / ("%d.cu" % number)).write_text("// %s, steps: %s\n%s\n%s" % (path.name, ", ".join(names), said, small))
    print("%s fails with %s:\n%s" % (path, ", ".join(names) or "no step at all", said))


if __name__ == "__main__":
    main()
