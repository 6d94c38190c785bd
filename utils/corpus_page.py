"""The tables of docs/corpus.md, from what runs of corpus.py left below --out.

Each table of the page stands between `<!-- table: NAME -->` and `<!-- end of table -->`.
"""

import json
import re

import corpus_barriers
import corpus_gate

END = "<!-- end of table -->"


def stored(out, names, file):
    """What runs left of each repository, in the order of the list."""
    found = [out / name / file for name in names]
    return [json.loads(f.read_text()) for f in found if f.exists()]


def tables(out, names, places, missed):
    """{name: text}; \\p places makes the table of the places, \\p missed that of the missed ones."""
    results = stored(out, names, "rows.json")
    helpers = [{**r, "rows": r["barriers"]} for r in results if "barriers" in r]
    gates = stored(out, names, "gate.json")
    return {
        "places": places(results),
        "missed": missed(results) if results else "",
        "barriers": corpus_barriers.table(helpers) if helpers else "",
        "gate": corpus_gate.table(gates) if gates else "",
    }


def update(page, made):
    """Puts the tables into the page; one that was not made stays as it is."""
    text = page.read_text()
    for name, table in made.items():
        begin = f"<!-- table: {name} -->"
        if table and begin in text:
            between = re.escape(begin) + r"\n.*?" + re.escape(END)
            text = re.sub(between, lambda _: f"{begin}\n{table}\n{END}", text, flags=re.S)
    page.write_text(text)
