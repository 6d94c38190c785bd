"""Compares the fields of --json reports with docs/json.md: each is in the page, and of the page's each in a report.

usage: json_fields.py PAGE REPORT...
"""

import json
import re
import sys

OBJECTS = {"findings": "Finding", "verdict": "Verdict", "edits": "Edit", "proof": "Step",
           "costs": "Step", "notes": "Note", "granted": "Grant", "at": "Place",
           "trial": "Trial", "groups": "Groups"}


def documented(page):
    fields, section = {}, None
    for line in open(page):
        if line.startswith("## "):
            section = line[3:].strip()
        row = re.match(r"\| `(\w+)` \|", line)
        if row:
            fields.setdefault(section, set()).add(row[1])
    fields["Finding"] |= fields["Place"]
    return fields


def walk(value, kind, seen):
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            for field, inner in item.items():
                seen.setdefault(kind, set()).add(field)
                walk(inner, OBJECTS.get(field), seen)


def main():
    fields, seen = documented(sys.argv[1]), {}
    for report in sys.argv[2:]:
        walk(json.load(open(report)), "Report", seen)
    for kind in sorted(fields):
        for field in sorted(seen.get(kind, set()) - fields[kind]):
            print("not in the page: %s.%s" % (kind, field))
        for field in sorted(fields[kind] - seen.get(kind, set())):
            print("in no report: %s.%s" % (kind, field))
    print(sum(map(len, seen.values())), "fields")


main()
