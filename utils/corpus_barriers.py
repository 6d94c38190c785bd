"""The second table of corpus.py: who hides a block barrier, and what was said of it.

A helper is what the findings of hidden-block-barrier give one name: its prototypes
and its instances count once. It is migrated if all of them are rewritten. What only
takes the block beside another function (a twin) hides nothing and does not count.
"""

import collections
import pathlib

CHECKS = "hidden-block-barrier,divergent-barrier"
HIDES = "hides a block barrier"


def says(verdict):
    if verdict["kind"] == "rewrite":
        return "migrated" if verdict["applicability"] == "safe" else "assumed"
    return "refused:" + verdict["reason"] if verdict["kind"] == "refusal" else verdict["kind"]


def worst(verdicts):
    order = ["refused", "assumed", "migrated"]
    return min(verdicts, key=lambda v: order.index(v.split(":")[0]))


def inside(repo, finding):
    """What a repository includes of another one is counted there."""
    return pathlib.Path(finding["file"]).resolve().is_relative_to(repo.root)


def rows(repo, found):
    """One row for each helper, and one for each report of divergent-barrier."""
    helpers, reports = collections.defaultdict(list), []
    for f in found["findings"]:
        if not inside(repo, f):
            continue
        if f["check"] == "divergent-barrier":
            reports.append({"what": "report", "file": f["file"], "line": f["line"]})
        elif HIDES in f["message"]:
            helpers[f["name"]].append(f)
    return [
        {"what": "helper", "name": name, "file": fs[0]["file"], "line": fs[0]["line"],
         "says": worst([says(f["verdict"]) for f in fs])}
        for name, fs in sorted(helpers.items())
    ] + reports


def cells(name, units, counts):
    refused = {k[8:]: n for k, n in counts.items() if k.startswith("refused:")}
    why = ", ".join(f"{k} {n}" for k, n in sorted(refused.items(), key=lambda i: (-i[1], i[0])))
    total = counts["migrated"] + counts["assumed"] + sum(refused.values())
    row = [name, units, total, counts["migrated"] + counts["assumed"], sum(refused.values()), why]
    return "| " + " | ".join(map(str, row + [counts["report"]])) + " |"


def table(results):
    lines = [
        "| repository | units | helpers | migrated | refused | reasons of the refused |"
        " divergent-barrier |",
        "|" + "---|" * 7,
    ]
    together = collections.Counter()
    for result in results:
        counts = collections.Counter(r.get("says", r["what"]) for r in result["rows"])
        together += counts
        failed = f" **{result['failed']}**" if result["failed"] else ""
        lines.append(cells(result["name"] + failed, result["units"], counts))
    return "\n".join(lines + [cells("all", sum(r["units"] for r in results), together)])
