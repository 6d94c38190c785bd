#!/usr/bin/env python3
"""Draws random rewrites from runs of coopify, for a reader who tries to refute each of them.

usage: audit.py [--number=N] [--seed=S] [--verdict=safe|assumed] [--around=LINES] RUN.json...

RUN.json is what `coopify --json=RUN.json` wrote over one code base, before anything was rewritten. The same number of rewrites is
drawn from each run, as far as there are enough. Of each, a section of the page on stdout shows the finding, the proof, and the
rewritten file as a diff with the lines around it. docs/verification.md says how an audit is done and lists those that were.
"""

import argparse
import collections
import difflib
import json
import pathlib
import random
import sys


def sites(run, verdict):
    """The findings of a run with a rewrite, one for each place: a header's is found by several units."""
    found = {}
    for finding in json.loads(run.read_text())["findings"]:
        decision = finding["verdict"]
        if decision["kind"] == "rewrite" and decision["applicability"] == verdict and finding["edits"]:
            found.setdefault((finding["file"], finding["offset"]), (run.stem, finding))
    return list(found.values())


def draw(pools, number, seed):
    """Turns from pool to pool, so that a large code base does not displace the small ones."""
    generator = random.Random(seed)
    for pool in pools:
        generator.shuffle(pool)
    generator.shuffle(pools)
    drawn = [pool[turn] for turn in range(max(map(len, pools), default=0))
             for pool in pools if turn < len(pool)]
    return drawn[:number]


def rewritten(text, edits):
    """Edits count bytes. Insertions at one place keep their order, and stand before what is replaced there."""
    data = text
    for edit in reversed(sorted(edits, key=lambda e: (e["offset"], e["length"]))):
        start = edit["offset"]
        data = data[:start] + edit["text"].encode() + data[start + edit["length"]:]
    return data


def diffs(finding, around):
    by_file = collections.defaultdict(list)
    for edit in finding["edits"]:
        by_file[edit["file"]].append(edit)
    for file, edits in sorted(by_file.items()):
        before = pathlib.Path(file).read_bytes()
        old, new = (t.decode(errors="replace").splitlines() for t in (before, rewritten(before, edits)))
        yield from difflib.unified_diff(old, new, file, file, n=around, lineterm="")


def line_of(at):
    lines = pathlib.Path(at["file"]).read_text(errors="replace").splitlines()
    return lines[at["line"] - 1].strip() if 0 < at["line"] <= len(lines) else ""


def section(number, run, finding, around):
    verdict = finding["verdict"]
    yield f"## {number}. {run}: {pathlib.Path(finding['file']).name}:{finding['line']}"
    yield ""
    yield f"{finding['message']}; {verdict['applicability']}: {verdict['form']} ({finding['check']})"
    yield from (f"- assumption: {a}" for a in verdict["assumptions"])
    for step in finding["proof"]:
        where = step.get("at")
        yield "- " + step["text"] + (f" — line {where['line']}: `{line_of(where)}`" if where else "")
    yield "\n```diff"
    yield from diffs(finding, around)
    yield "```\n\nRefuted: \n"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verdict", choices=("safe", "assumed"), default="safe")
    parser.add_argument("--around", type=int, default=25)
    parser.add_argument("runs", nargs="+", type=pathlib.Path)
    wanted = parser.parse_args()
    pools = [sites(run, wanted.verdict) for run in sorted(wanted.runs)]
    drawn = draw(pools, wanted.number, wanted.seed)
    print(f"# Audit of {len(drawn)} of {sum(map(len, pools))} rewrites, seed {wanted.seed}\n")
    for number, (run, finding) in enumerate(drawn, 1):
        print("\n".join(section(number, run, finding, wanted.around)))
    return 0 if drawn else 1


if __name__ == "__main__":
    sys.exit(main())
