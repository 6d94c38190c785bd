#!/usr/bin/env python3
"""Checks that what comments and pages cite is there.

usage: check_citations.py [ROOT]

"semantics B.3" (also "semantics A.5, B.3", "semantics A.2, 0.3") is a heading
of docs/semantics.md, "trap T45" (also "traps T18-T20") a test in test/traps,
which the table in section H links to. Links in docs/ and README.md lead to a
file, and to a heading if they name one. Exits with 1 after a line for each
that leads nowhere.
"""

import pathlib
import re
import sys

PLACE = r"(?:[A-Z](?:\.\d+)?|\d\.\d+)(?![\w.]*\w)"
SECTION = re.compile(r"\bsemantics(?:\.md)?,? (%s(?:(?:,| and|, and) %s)*)" % (PLACE, PLACE))
SPELLED = re.compile(r"\bsection ([A-Z](?:\.\d+)?) of the semantics")
TRAP = re.compile(r"\bT\d\d\b")  # in docs/semantics.md
TRAPS = re.compile(r"\b[Tt]raps? (T\d+(?:(?:, | and |-| to )T\d+)*)")
HEADING = re.compile(r"^#+ (([A-Z]|\d)\.(?:\d+)?) ", re.M)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A citation may go on in the next line of a comment.
BREAK = re.compile(r"\s*\n\s*(?://[/!]*|#|\*)?<?\s*")
FOLDERS = ("docs", "lib", "runtime", "test", "tool", "utils")
READ = {".cpp", ".h", ".def", ".inc", ".cu", ".cuh", ".py", ".md", ".test", ".txt", ".cfg", ".sh"}


def texts(root):
    """The files of the project that may cite."""
    for folder in FOLDERS:
        yield from (p for p in sorted((root / folder).rglob("*")) if p.suffix in READ and p.is_file())
    yield from (p for p in (root / "README.md", root / "dev") if p.is_file())


def slugs(text):
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    heads = re.findall(r"^#+ (.*)", text, re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in heads}


def citations(text):
    """What text cites: ("section" or "trap", its name, the words) each."""
    text = BREAK.sub(" ", text)
    for pattern, kind in ((SECTION, "section"), (SPELLED, "section"), (TRAPS, "trap")):
        for match in pattern.finditer(text):
            for name in re.findall(r"T\d+|[A-Z]\.\d+|\d\.\d+|[A-Z]", match.group(1)):
                yield kind, name, match.group()


def check_text(path, text, sections, traps):
    for kind, name, cited in citations(text):
        if kind == "section" and name not in sections:
            yield "%s: '%s': docs/semantics.md has no heading %s" % (path, cited, name)
        if kind == "trap" and "T%02d" % int(name[1:]) not in traps:
            yield "%s: '%s': test/traps has no test %s" % (path, cited, name)


def check_links(root, path, text):
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for link in LINK.findall(re.sub(r"`[^`]*`", "", text)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        to = (path.parent / name).resolve() if name else path
        if not to.exists():
            yield "%s: the link %s leads to no file" % (path.relative_to(root), link)
        elif anchor and to.suffix == ".md" and anchor not in slugs(to.read_text()):
            yield "%s: the link %s leads to no heading" % (path.relative_to(root), link)


def check(root):
    semantics = (root / "docs/semantics.md").read_text()
    sections = {name.rstrip(".") for name, _ in HEADING.findall(semantics)}
    tests = sorted((root / "test/traps").glob("T[0-9]*.test"))
    traps = {p.name.partition("-")[0] for p in tests}
    for test in tests:
        if "../test/traps/%s)" % test.name not in semantics:
            yield "docs/semantics.md: section H has no link to %s" % test.name
    for path in texts(root):
        text = path.read_text(errors="replace")
        if path.name == "semantics.md":
            text = TRAP.sub(r"trap \g<0>", text)
        yield from check_text(path.relative_to(root), text, sections, traps)
        if path.suffix == ".md":
            yield from check_links(root, path, text)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    problems = list(check(root))
    for problem in problems:
        print(problem)
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
