#!/usr/bin/env python3
"""Checks docs/runtime.md's table of names against the runtime's headers and their tests.

usage: check_runtime.py [ROOT]

Every name of a row is in a header that the row gives, in test/runtime/Inputs/all_names.cu, and in
the folder of test/runtime that it says runs it. Every public class, function, macro and public
member of the headers is in a row. Every COOPIFY_* macro that a user may set is in the macros' table.
Exits with 1 after a line for each thing that is missing.
"""

import pathlib
import re
import sys

TABLE = re.compile(r"<!-- names -->\n(.*?)<!-- /names -->", re.S)
CODE = re.compile(r"`([^`]+)`")
WORD = re.compile(r"\w+")
TYPE = re.compile(r"^(?:template <[^;{]*?>\s*)?(?:class|struct)\s+(\w+)", re.M)
FUNCTION = re.compile(r"^\s*(?:template <.*?>\s+)?(?:friend )?COOPIFY_(?:STATIC_)?FN\s[^;{}=]*?\b(\w+)\(",
                      re.M)
MACRO = re.compile(r"^#define (COOPIFY_ASSUME_\w+)", re.M)
SETTABLE = re.compile(r"^(?:#ifndef|#if !defined\() ?(COOPIFY_\w+)", re.M)
# What is public in form only: conversions, and macros that the SIMT machine or target.h itself sets.
NOT_API = {"operator", "long", "COOPIFY_TARGET_SIMT", "COOPIFY_BORROWS_GRID"}

# Used without being written: NVIDIA's own is cuda::aligned_size_t, a token is `auto`.
INFERRED = {"aligned_size_t", "arrival_token"}


def rows(text):
    """(names, headers, folder) of each row that gives a header."""
    for line in TABLE.search(text)[1].splitlines()[2:]:
        subject, names, _, headers, folder = [cell.strip() for cell in line.strip("|").split("|")]
        found = CODE.findall(subject) + CODE.findall(names)
        if headers:
            yield [name for name in found if WORD.fullmatch(name)], CODE.findall(headers), folder


def check_rows(root, table):
    include = root / "runtime/include/coopify"
    every_name = set(WORD.findall((root / "test/runtime/Inputs/all_names.cu").read_text()))
    for names, headers, folder in table:
        texts = [(include / header).read_text() for header in headers]
        there = set(WORD.findall(" ".join(texts)))
        run = words_of(root / "test/runtime" / folder) if folder else None
        for name in names:
            if name not in there and not is_vendors(name):
                yield "docs/runtime.md: no `%s` in %s" % (name, ", ".join(headers))
            if name not in every_name and name not in INFERRED:
                yield "test/runtime/Inputs/all_names.cu: `%s` is not used" % name
            if run is not None and name not in run:
                yield "docs/runtime.md: `%s` is not in test/runtime/%s" % (name, folder)


def is_vendors(name):
    """Members of classes that are the vendor's everywhere."""
    return name in {"grid_rank", "num_grids"}


def words_of(folder):
    files = [p for p in folder.rglob("*") if p.is_file()]
    return set(WORD.findall(" ".join(p.read_text() for p in files)))


def public_part(text):
    """Without comments, namespace detail, and what is private or protected."""
    text = re.sub(r"//(?! namespace)[^\n]*", "", text)
    text = re.sub(r"^namespace detail \{.*?^\} // namespace detail$", "", text, flags=re.S | re.M)
    return re.sub(r"^(?:private|protected):.*?^(?:public:|\};)", "", text, flags=re.S | re.M)


def public_names(header):
    text = public_part(header.read_text())
    return {name for pattern in (TYPE, FUNCTION, MACRO) for name in pattern.findall(text)} - NOT_API


def check_headers(root, table):
    known = {name for names, _, _ in table for name in names}
    for header in sorted((root / "runtime/include/coopify").glob("*.h")):
        for name in sorted(public_names(header) - known):
            yield "runtime/include/coopify/%s: `%s` is not in docs/runtime.md" % (header.name, name)


def check_macros(root, text):
    target = (root / "runtime/include/coopify/detail/target.h").read_text()
    for name in sorted(set(SETTABLE.findall(target)) - NOT_API):
        if "| `%s` |" % name not in text and not name.startswith("COOPIFY_DETAIL_"):
            yield "docs/runtime.md: the macro %s is not in the table" % name


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if root.is_file():
        root = root.parent.parent
    text = (root / "docs/runtime.md").read_text()
    table = list(rows(text))
    problems = [] if table else ["docs/runtime.md: no names"]
    problems += [*check_rows(root, table), *check_headers(root, table), *check_macros(root, text)]
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(1 if problems else 0)


main()
