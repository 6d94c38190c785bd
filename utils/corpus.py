#!/usr/bin/env python3
"""Runs coopify over real code bases and counts what it says of them.

usage: corpus.py COOPIFY SPEC.json --sources=DIR --out=DIR [--barriers] [--gate=NVCC...] [NAME...]

SPEC names the repositories (utils/corpus.json: addresses, commits, flags and
units; no code). DIR of --sources has one folder per name, with the files of
that commit; fetching them is not done here. Nothing is written to them.

For each repository one run of coopify over all its units, as nvcc would
compile them for an old architecture. Its findings are then compared with a
plain text search for the same names (corpus_text.py) over the units and every
file of the repository that they may include: each place must be told of by a
finding, else it is "silently missed" and listed. The text search ignores all
conditions (#if), so it looks at more files than any pass of the tool reads.

With --barriers, the helpers that hide a block barrier are counted instead
(corpus_barriers.py): there is no text to look for.

With --gate a copy of each repository is migrated, read a second time, and compiled before and
after (corpus_gate.py).

Exits with 1 if a place was missed, a run failed, a second run changed something, or a unit no longer
compiles.
"""

import argparse
import collections
import json
import pathlib
import resource
import subprocess
import sys

import corpus_barriers
import corpus_gate
import corpus_page
import corpus_text

OURS = {"legacy-shuffle", "legacy-vote", "opportunistic-group", "match-any", "inline-ptx-warp"}
NOT_A_SITE = {"already-portable", "inactive-branch", "unreachable", "user-overload"}


class Repository:
    def __init__(self, spec, sources, out):
        self.spec, self.name = spec, spec["name"]
        self.root = (sources / self.name).resolve()
        self.out = out / self.name
        self.flags = spec.get("flags", [])
        self.units = self.find_units() if self.root.is_dir() else []

    def find_units(self):
        """The files of the spec, and a file of our own for lone headers."""
        units = [u for glob in self.spec["units"] for u in sorted(self.root.glob(glob))]
        self.out.mkdir(parents=True, exist_ok=True)
        for number, headers in enumerate(self.spec.get("headers", [])):
            unit = (self.out / f"headers{number}.cu").resolve()
            unit.write_text("".join(f'#include "{h}"\n' for h in headers))
            units.append(unit)
        return list(dict.fromkeys(units))

    def folders(self):
        return [self.root / f[2:] for f in self.flags if f.startswith("-I")]

    def command(self, unit):
        return ["nvcc", *self.spec["arch"], *self.flags, f"-I{unit.parent}", "-c", str(unit)]

    def database(self):
        path = self.out / "compile_commands.json"
        commands = [
            {"directory": str(self.root), "file": str(u), "arguments": self.command(u)}
            for u in self.units
        ]
        path.write_text(json.dumps(commands, indent=1))
        return path


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def said(options):
    """Of the command line what coopify gets as it is."""
    given = [f"--cuda-path={options.cuda_path}"] if options.cuda_path else []
    given += [f"--checks={options.checks}"] if options.checks else []
    return given + (["--whole-program"] if options.whole_program else [])


def run(tool, repo, options):
    """Findings as JSON, None if there are none; CPU seconds, which other load
    does not change; what went wrong."""
    result = repo.out / "findings.json"
    result.unlink(missing_ok=True)
    command = [tool, "-p", str(repo.database()), f"--json={result}", "--quiet", "-j", options.jobs]
    command += said(options)
    started, status = cpu_seconds(), "timeout"
    with open(repo.out / "log.txt", "wb") as log:
        try:
            status = subprocess.run(
                command, stdout=log, stderr=log, timeout=options.timeout
            ).returncode
        except subprocess.TimeoutExpired:
            pass
    found = json.loads(result.read_text()) if result.exists() else None
    return found, cpu_seconds() - started, "" if status in (0, 1) else f"exit {status}"


def word(finding):
    """The column that a finding belongs to."""
    verdict = finding["verdict"]
    if verdict["kind"] == "rewrite":
        return verdict["applicability"]
    if verdict["kind"] == "leave":
        return "not-a-site:" + verdict["reason"]
    return "refused:" + verdict["reason"]


def index(found):
    """Per file, the counted findings at their offsets, and those whose edits
    change it."""
    at, edited = collections.defaultdict(list), collections.defaultdict(list)
    for finding in found["findings"]:
        if finding["check"] in OURS:
            at[str(pathlib.Path(finding["file"]).resolve())].append(finding)
            for edit in (e for e in finding["edits"] if e["own"]):
                edited[str(pathlib.Path(edit["file"]).resolve())].append((edit, finding))
    return at, edited


def told(mention, at, edited):
    """The findings that speak of a mention: at its place or in its asm
    statement, else those whose edits take it away."""
    return [f for f in at if mention.begin <= f["offset"] < mention.end] or [
        f
        for e, f in edited
        if e["offset"] <= mention.begin and mention.end <= e["offset"] + e["length"]
    ]


def worst(findings):
    """A place with several findings counts as done only if all say so."""
    words = [word(f) for f in findings]
    for start in ("refused", "assumed", "safe"):
        for w in words:
            if w.startswith(start):
                return w
    return words[0]


def classify(repo, found):
    """One row for each place of the repository's text."""
    at, edited = index(found)
    rows = []
    for file in corpus_text.closure(repo.units, repo.folders(), repo.root):
        for m in corpus_text.mentions(corpus_text.read(file)):
            findings = told(m, at[str(file)], edited[str(file)])
            says = worst(findings) if findings else "declared" if m.declares else "missed"
            rows.append({
                "file": str(file.relative_to(repo.root)),
                "line": m.line,
                "name": m.name,
                "says": says,
                "macro": m.macro,
            })
    return rows


def count(rows):
    return collections.Counter(r["says"] for r in rows)


def table(results):
    lines = [
        "| repository | units | places | safe | assumed | refused | unparsed | not a site |"
        " missed | CPU s | reasons of the refused |",
        "|" + "---|" * 11,
    ]
    total = collections.Counter()
    for result in results:
        counts = count(result["rows"])
        total += counts
        lines.append(row(result, counts))
    together = {k: sum(r[k] for r in results) for k in ("units", "seconds")}
    return "\n".join(lines + [row({"name": "all", "failed": "", **together}, total)])


def row(result, counts):
    refused = {k[8:]: n for k, n in counts.items() if k.startswith("refused:")}
    unparsed = refused.pop("parse-error", 0)
    left = sum(n for k, n in counts.items() if k.startswith("not-a-site:") or k == "declared")
    why = ", ".join(f"{k} {n}" for k, n in sorted(refused.items(), key=lambda i: -i[1]))
    why = f"**{result['failed']}** {why}" if result["failed"] else why
    cells = [result["name"], result["units"], sum(counts.values())]
    cells += [counts["safe"], counts["assumed"], sum(refused.values()), unparsed, left]
    cells += [counts["missed"], f"{result['seconds']:.0f}", why]
    return "| " + " | ".join(map(str, cells)) + " |"


def missed_rows(results):
    return [(result["name"], r) for result in results for r in result["rows"]
            if r["says"] == "missed"]


def missed(results):
    for name, r in missed_rows(results):
        macro = f" in macro {r['macro']}" if r["macro"] else ""
        yield f"missed: {name}/{r['file']}:{r['line']}: {r['name']}{macro}"


def missed_table(results):
    """A row for each file: its missed lines, with what is there."""
    files = collections.defaultdict(list)
    for name, r in missed_rows(results):
        macro = f" in macro `{r['macro']}`" if r["macro"] else ""
        files[name, r["file"]].append(f"{r['line']} `{r['name']}`{macro}")
    lines = ["| repository | file | missed places: line and name |", "|---|---|---|"]
    lines += [f"| {name} | {file} | {', '.join(places)} |"
              for (name, file), places in files.items()]
    return "\n".join(lines) if files else "No place was missed."


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("coopify")
    parser.add_argument("spec", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sources", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--timeout", type=int, default=600, help="seconds for one repository")
    parser.add_argument("--cuda-path", help="for coopify; else it looks itself")
    parser.add_argument("--checks", help="for coopify; those that are not counted only cost time")
    parser.add_argument("--barriers", action="store_true", help="count hidden block barriers")
    parser.add_argument("--whole-program", action="store_true", help="there are no other units")
    parser.add_argument("--gate", action="append", default=[], metavar="NVCC", help="compile before and after; several")
    parser.add_argument("--page", type=pathlib.Path, help="put the tables of all that --out has into it")
    parser.add_argument("-j", dest="jobs", default="1")
    opts = parser.parse_intermixed_args()
    if opts.barriers and not opts.checks:
        opts.checks = corpus_barriers.CHECKS
    return opts


def main():
    opts = options()
    results, gates = [], []
    for spec in json.loads(opts.spec.read_text())["repositories"]:
        if opts.names and spec["name"] not in opts.names:
            continue
        repo = Repository(spec, opts.sources, opts.out)
        if not repo.units:
            print(f"{repo.name}: no sources", file=sys.stderr)
            continue
        found, seconds, failed = run(opts.coopify, repo, opts)
        found = found or {"findings": []}
        rows = corpus_barriers.rows(repo, found) if opts.barriers else classify(repo, found)
        result = {"name": repo.name, "units": len(repo.units), "seconds": seconds,
                  "failed": failed, "rows": rows}
        if not opts.barriers and not opts.checks:
            result["barriers"] = corpus_barriers.rows(repo, found)
        (repo.out / "rows.json").write_text(json.dumps(result, indent=1))
        print(f"{repo.name}: {seconds:.0f} s {failed}", file=sys.stderr)
        results.append(result)
        if opts.gate:
            gates.append(corpus_gate.gate(repo, opts.coopify, opts.gate, said(opts)))
            (repo.out / "gate.json").write_text(json.dumps(gates[-1], indent=1))
    if opts.page:
        names = [spec["name"] for spec in json.loads(opts.spec.read_text())["repositories"]]
        corpus_page.update(opts.page, corpus_page.tables(opts.out, names, table, missed_table))
    print(corpus_barriers.table(results) if opts.barriers else table(results))
    if gates:
        print("\n" + corpus_gate.table(gates))
    lines = list(corpus_gate.complaints(gates)) + ([] if opts.barriers else list(missed(results)))
    print("\n" + "\n".join(lines) if lines else "")
    return 1 if lines or any(r["failed"] for r in results) else 0


if __name__ == "__main__":
    sys.exit(main())
