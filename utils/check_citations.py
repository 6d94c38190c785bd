#!/usr/bin/env python3
"""Checks that what comments and pages cite is there.

usage: check_citations.py [ROOT]

"semantics B.3" (also "Semantics, sections A.5 and B.3", "semantics A.2 to 0.3",
"B.3 of the semantics") is a heading of docs/semantics.md, "trap T4" (also
"traps T4-T6") and each T and two digits a test in test/traps, which the table
in section H links to, "record 7" and "decision 7" a file of docs/decisions.
Links in docs/ and README.md lead to a file, and to a heading if they name one,
and files named in code spans (`lib/Link`) are there. Exits with 1 after a line
for each that leads nowhere.
"""

import pathlib
import re
import sys

PLACE = r"(?:[A-Z](?:\.\d+)*|\d(?:\.\d+)+)(?![\w.]*\w)"
SECTION = re.compile(
    r"\b[Ss]emantics(?:\.md`?)?,? (?:[Ss]ections? )?(%s(?:(?:,? (?:and |or |to )?| ?[-\u2013] ?)%s)*)"
    % (PLACE, PLACE)
)
SPELLED = re.compile(
    r"\b(?:section ([A-Z](?:\.\d+)*)|([A-Z](?:\.\d+)+|\d(?:\.\d+)+)) of (?:the )?(?:docs/)?semantics\b"
)
TRAP = re.compile(r"\b(T\d\d)\b")
TRAPS = re.compile(r"\b[Tt]raps? (T\d(?!\d)(?:(?:, | and |-|\u2013| to )T\d+)*)")
RECORD = re.compile(r"\b(?:[Dd]ecision|[Rr]ecord)s? (\d+)\b")
HEADING = re.compile(r"^#+ (([A-Z]|\d)\.(?:\d+)?) ", re.M)
LINK = re.compile(r"""\]\(\s*<?([^)\s>]+)>?(?:\s+["'(][^)]*)?\)""")
DEFINITION = re.compile(r"^ {0,3}\[([^\]]+)\]:\s*<?([^\s>]+)", re.M)
REFERENCE = re.compile(r"\]\[([^\]]*)\]")
# `lib/Link/Proofs`; a file may go without its ending, and Name or name stands for any.
FILE = re.compile(r"`((?:docs|lib|runtime|test|tool|utils)/[\w./-]+)`")
MADE = re.compile(r"\bmy-|/My")
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
    """What text cites: ("section", "trap" or "record", its name, the words) each."""
    text = BREAK.sub(" ", text)
    for pattern, kind in (
        (SECTION, "section"),
        (SPELLED, "section"),
        (TRAPS, "trap"),
        (TRAP, "trap"),
        (RECORD, "record"),
    ):
        for match in pattern.finditer(text):
            names = next(group for group in match.groups() if group)
            for name in re.findall(r"T\d+|[A-Z](?:\.\d+)+|\d+(?:\.\d+)*|[A-Z]", names):
                yield kind, name, match.group()


def check_text(path, text, there):
    for kind, name, cited in citations(text):
        if kind == "section" and name not in there.sections:
            yield "%s: '%s': docs/semantics.md has no heading %s" % (path, cited, name)
        if kind == "trap" and "T%02d" % int(name[1:]) not in there.traps:
            yield "%s: '%s': test/traps has no test %s" % (path, cited, name)
        if kind == "record" and int(name) not in there.records:
            yield "%s: '%s': docs/decisions has no record %s" % (path, cited, name)


def check_files(root, path, text):
    """What a page calls a file; parts of test/ and runtime/simt have pages of their own."""
    roots = (root, root / "test", root / "runtime/simt")
    for name in FILE.findall(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)):
        there = any((r / name).exists() or any(r.glob(name.rstrip("/") + ".*")) for r in roots)
        if not there and not MADE.search(name):
            yield "%s: there is no file `%s`" % (path.relative_to(root), name)


def check_links(root, path, text):
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    text = re.sub(r"`[^`]*`", "", text)
    defined = dict(DEFINITION.findall(text))
    for reference in REFERENCE.findall(text):
        if reference not in defined:
            yield "%s: nothing defines [%s]" % (path.relative_to(root), reference)
    for link in [*LINK.findall(text), *defined.values()]:
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        to = (path.parent / name).resolve() if name else path
        if not to.exists():
            yield "%s: the link %s leads to no file" % (path.relative_to(root), link)
        elif anchor and to.suffix == ".md" and anchor not in slugs(to.read_text()):
            yield "%s: the link %s leads to no heading" % (path.relative_to(root), link)


class There:
    """What may be cited."""

    def __init__(self, root):
        self.semantics = (root / "docs/semantics.md").read_text()
        self.sections = {name.rstrip(".") for name, _ in HEADING.findall(self.semantics)}
        self.tests = sorted((root / "test/traps").glob("T[0-9]*.test"))
        self.traps = {p.name.partition("-")[0] for p in self.tests}
        self.records = {int(p.name[:4]) for p in (root / "docs/decisions").glob("[0-9]*.md")}


def check(root):
    there = There(root)
    for test in there.tests:
        if "../test/traps/%s)" % test.name not in there.semantics:
            yield "docs/semantics.md: section H has no link to %s" % test.name
    for path in texts(root):
        text = path.read_text(errors="replace")
        yield from check_text(path.relative_to(root), text, there)
        if path.suffix == ".md":
            yield from check_links(root, path, text)
            yield from check_files(root, path, text)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    problems = list(check(root))
    for problem in problems:
        print(problem)
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
