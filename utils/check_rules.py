#!/usr/bin/env python3
"""Checks that rules, their pages, their tests and the reasons belong together.

usage: check_rules.py [ROOT]
       check_rules.py --ids

Every rule that registers itself in lib/Rules has docs/rules/<id>.md and a test
in test/rules/<id>/, and there are no pages and tests of other rules. A finder
in lib/Extract/Sites is named as its rule, and the rule's page shows its matcher
as clang-query reads it. No TODO, of a template of new_rule.py or not, is left. Every
reason of lib/Model/Reasons/Reasons.def is given somewhere in lib/ and has a section in
docs/reasons.md (what it means, an example, what to do), which has no others;
every kind of lib/Model/SiteKinds.def is made somewhere. Every assumption of
lib/Model/Reasons/Assumptions.def has a row of the table and a section in
docs/assumptions.md, in its words. Each test that expects rewritten
text, or has coopify write it, also runs its kernels (%{semantics}), or says why
not (`not run: ...`, in three words or more).
Each of the traps T01 to T50 has one test in test/traps, which migrates something.
Exits with 1 after a line for each thing that is missing. --ids prints the ids
of the registered rules instead, sorted.
"""

import pathlib
import re
import sys

REGISTERED = re.compile(r'REGISTER_RULE\(\s*(\w+)\s*,\s*"([^"]+)"\s*\)')
REASON = re.compile(r'^\s*REASON\s*\(\s*(\w+)\s*,\s*"([^"]+)"', re.M)
SITE_KIND = re.compile(r"^\s*SITE_KIND\s*\(\s*(\w+)\s*,", re.M)
COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
FINDER = re.compile(r'REGISTER_SITE_FINDER\(\s*(\w+)\s*,\s*"([^"]+)"\s*\)')
MATCHER = re.compile(r"StatementMatcher matcher\(\) const override \{\s*return (.*?);\s*\}", re.S)
QUERY = re.compile(
    r"^## What it looks for\n(?:(?!^## ).)*?^```clang-query\nmatch (.*?)\n```$", re.S | re.M
)
HANDLED = re.compile(r"\bS\.Kind == SiteKind::(\w+)")
SECTION = re.compile(r"^## `([^`]+)`", re.M)
LINK = re.compile(r"\]\(\.\./reasons\.md#([\w-]+)\)")
REWRITTEN = re.compile(r"^//--- .*\.after$", re.M)
# In tests without parts: --diff, --fix. What %{migrate} has no `.after` for must not change.
REWRITES = re.compile(r"^RUN:.*%\{?coopify\}?.* --(?:fix|diff)\b", re.M)
COMPARED = re.compile(
    r"^(RUN: (?!.*--(?:naive|part)=)(?!.*(?:\|\||;|--help))(?:%\{exits\} \d )?%\{semantics\} %s"
    r"|not run: (?:\S+ ){2,}\S+)",
    re.M,
)
LEFT = re.compile(r"\b(TODO|FIXME)\b")
ABOUT_TEMPLATES = {"utils/new_rule.py", "utils/check_rules.py"}
TRAPS = ["T%02d" % number for number in range(1, 51)]
TEST_SUFFIXES = {".cu", ".cpp", ".txt", ".test"}
RUNS_TOOL = re.compile(r"RUN:.*%\{?(?:migrate|coopify|tidy|semantics)\b")
NEVER_RUN = re.compile(r"^(?:// ?)?(XFAIL|UNSUPPORTED):", re.M)
REQUIRED = re.compile(r"^(?:// ?)?REQUIRES: *(.*)", re.M)
FEATURE = re.compile(r'available_features\.add\("([^"]+)"\)|"([^"]+)" not in config\.available_features')


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in {".cpp", ".h", ".def"})


def code_of(path):
    """Without comments, with strings."""
    return COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else " ", path.read_text())


def check_registrations(root):
    for path in sources(root / "lib/Rules"):
        code = code_of(path)
        if "#define REGISTER_RULE" not in code and code.count("REGISTER_RULE(") > len(
            REGISTERED.findall(code)
        ):
            yield "%s: registers a rule whose id is not written there" % path.relative_to(root)


def is_test_of_tool(path):
    return (
        path.suffix in TEST_SUFFIXES
        and "Inputs" not in path.parts
        and RUNS_TOOL.search(path.read_text(errors="replace"))
    )


def check_switched_off(root):
    """A test that no machine runs is green for ever."""
    configs = [p for p in (root / "test").rglob("lit*cfg*") if p.is_file()]
    features = {a or b for p in configs for a, b in FEATURE.findall(p.read_text())}
    for path in sorted(p for p in (root / "test").rglob("*") if p.suffix in TEST_SUFFIXES):
        if "Inputs" in path.parts or not path.is_file():
            continue
        text = path.read_text(errors="replace").split("\n#---")[0].split("\n//---")[0]
        for word in NEVER_RUN.findall(text):
            yield "%s: %s switches it off" % (path.relative_to(root), word)
        for names in REQUIRED.findall(text):
            for name in sorted({n.strip() for n in names.split(",")} - features):
                yield "%s: requires '%s', which no lit.cfg gives" % (path.relative_to(root), name)


def registered_rules(root):
    rules = {}
    for path in sources(root / "lib/Rules"):
        for _, rule in REGISTERED.findall(code_of(path)):
            rules[rule] = path
    return rules


def given(root, enum):
    """The values of an enumeration that lib/ names, other than to compare with them."""
    value = re.compile(r"(?<![!=]= )\b%s::(\w+)" % enum)
    return {
        name
        for path in sources(root / "lib")
        for name in value.findall(COMMENT.sub(" ", path.read_text()))
    }


def check_rules(root, rules):
    pages = {p.stem for p in (root / "docs/rules").glob("*.md")}
    folders = {p.name for p in (root / "test/rules").iterdir() if p.is_dir()}
    for rule, path in sorted(rules.items()):
        where = path.relative_to(root)
        if rule not in pages:
            yield "%s: rule '%s' has no page docs/rules/%s.md" % (where, rule, rule)
        tests = root / "test/rules" / rule
        if not any(is_test_of_tool(p) for p in tests.rglob("*")):
            yield "%s: rule '%s' has no test in test/rules/%s/" % (where, rule, rule)
    for page in sorted(pages - rules.keys()):
        yield "docs/rules/%s.md: no rule of that id is registered" % page
    for folder in sorted(folders - rules.keys()):
        yield "test/rules/%s: no rule of that id is registered" % folder


def camel(rule):
    return "".join(word.capitalize() for word in rule.split("-"))


def squeezed(matcher):
    """Without white space; a kind of attribute, which clang-query takes as text, as in C++."""
    return re.sub(r'"(attr::\w+)"', r"\1", re.sub(r"\s+", "", matcher))


def check_finders(root, rules):
    finders = {}
    for path in sources(root / "lib/Extract/Sites"):
        text, where = path.read_text(), path.relative_to(root)
        for name, rule in FINDER.findall(text):
            matcher = MATCHER.search(text)
            finders[rule] = matcher and squeezed(matcher[1])
            if rule not in rules:
                yield "%s: no rule '%s' is registered" % (where, rule)
            if not name == path.stem == camel(rule):
                yield "%s: the finder of '%s' is not named %s" % (where, rule, camel(rule))
            if not matcher:
                yield "%s: no matcher() that returns one expression" % where
    for rule in sorted(rules):
        page = root / "docs/rules" / (rule + ".md")
        shown = QUERY.search(page.read_text()) if page.exists() else None
        where = page.relative_to(root)
        if shown and rule not in finders:
            yield "%s: shows a matcher, but '%s' has no finder" % (where, rule)
        elif rule in finders and not shown:
            yield "%s: no section 'What it looks for' with the matcher for clang-query" % where
        elif shown and finders[rule] and squeezed(shown[1]) != finders[rule]:
            yield "%s: not the matcher of lib/Extract/Sites/%s.cpp" % (where, camel(rule))


def check_sites(root, rules):
    """A rule without a finder is one over sites that other rules' finders make, or Link."""
    found = {p.stem for p in sources(root / "lib/Extract/Sites")}
    kinds = {rule: set(HANDLED.findall(path.read_text())) for rule, path in rules.items()}
    made = set().union(*(kinds[rule] for rule in rules if camel(rule) in found))
    for path in sources(root / "lib/Link"):
        made |= set(re.findall(r"\bSiteKind::(\w+)", code_of(path)))
    for rule, path in sorted(rules.items()):
        if camel(rule) not in found and not kinds[rule] & made:
            yield "%s: nothing finds sites for '%s'" % (path.relative_to(root), rule)


def check_templates(root):
    """What new_rule.py leaves to its user, and what others leave to themselves."""
    paths = []
    for folder in ("docs", "lib", "runtime", "test", "tool", "utils"):
        paths += sorted(p for p in (root / folder).rglob("*") if p.is_file() and p.suffix != ".pyc")
    paths += [p for p in map(root.joinpath, ("README.md", "CMakeLists.txt", "dev")) if p.exists()]
    for path in paths:
        where = path.relative_to(root).as_posix()
        text = path.read_text(errors="replace")
        if path.suffix == ".md":  # may talk about them
            text = re.sub(r"^```.*?^```|`[^`\n]*`|<!--.*?-->", keep_code(where), text, flags=re.M | re.S)
        if where not in ABOUT_TEMPLATES:
            for word in sorted(set(LEFT.findall(text))):
                yield "%s: a %s is left" % (where, word)


def keep_code(where):
    """Pages of rules are made from a template, code and all."""
    return (lambda found: found.group()) if where.startswith("docs/rules/") else ""


def check_reasons(root):
    values = dict(REASON.findall((root / "lib/Model/Reasons/Reasons.def").read_text()))
    table = set(values.values())
    sections = SECTION.findall((root / "docs/reasons.md").read_text())
    for reason in sorted({s for s in sections if sections.count(s) > 1}):
        yield "docs/reasons.md: '%s' has two sections" % reason
    for reason in sorted(table - set(sections)):
        yield "docs/reasons.md: no section for '%s' of lib/Model/Reasons/Reasons.def" % reason
    for reason in sorted(set(sections) - table):
        yield "docs/reasons.md: '%s' is not in lib/Model/Reasons/Reasons.def" % reason
    for value in sorted(values.keys() - given(root, "ReasonId")):
        yield "lib/Model/Reasons/Reasons.def: nothing gives the reason '%s'" % values[value]


def check_kinds(root):
    kinds = set(SITE_KIND.findall((root / "lib/Model/SiteKinds.def").read_text()))
    for kind in sorted(kinds - given(root, "SiteKind")):
        yield "lib/Model/SiteKinds.def: nothing makes sites of the kind '%s'" % kind


def check_sections(root):
    """A section has text, an example, and text again."""
    text = (root / "docs/reasons.md").read_text()
    _, *sections = SECTION.split(text)
    for reason, section in zip(sections[::2], sections[1::2]):
        section = re.split(r"^# ", section, flags=re.M)[0]
        before, *rest = section.split("```")
        if not before.strip() or len(rest) < 2 or not rest[1].strip():
            yield "docs/reasons.md: '%s' lacks its meaning, an example, or what to do" % reason


def strings(text):
    """The C++ string literals of text, those that touch as one."""
    literal = r'"(?:[^"\\]|\\.)*"'
    return [
        "".join(part[1:-1] for part in re.findall(literal, run))
        for run in re.findall(r"%s(?:\s*%s)*" % (literal, literal), text)
    ]


def plain(text):
    """Words alone: no line breaks, no code, no quotes, no capitals."""
    return " ".join(re.sub(r"[`']", "", text).split()).lower()


def check_assumptions(root):
    table = (root / "lib/Model/Reasons/Assumptions.def").read_text()
    page = (root / "docs/assumptions.md").read_text()
    _, *sections = SECTION.split(page)
    sections = dict(zip(sections[::2], sections[1::2]))
    rows = re.findall(r"^\| \[`([^`]+)`\]\(#([^)]+)\) \| (.*) \| (.*) \|$", page, re.M)
    known = {}
    for entry in re.findall(r"^ASSUMPTION\((.*?)\)$", table, re.M | re.S):
        name, *says = strings(entry)
        known[name] = says
    if [row[0] for row in rows] != list(known):
        yield "docs/assumptions.md: the table's rows are not those of lib/Model/Reasons/Assumptions.def"
    for name, anchor, *cells in rows:
        if anchor != name or cells != known.get(name, [])[:2]:
            yield "docs/assumptions.md: the row of '%s' is not in the words of the table in lib/" % name
    for name in sorted(known.keys() ^ sections.keys()):
        where = "no section for" if name in known else "no such assumption:"
        yield "docs/assumptions.md: %s '%s'" % (where, name)
    for name in sorted(known.keys() & sections.keys()):
        for words in known[name]:
            if plain(words) not in plain(sections[name]):
                yield "docs/assumptions.md: '%s' does not say: %s" % (name, words)
        if sections[name].count("```") != 2:
            yield "docs/assumptions.md: '%s' lacks an example" % name


def check_links(root):
    sections = set(SECTION.findall((root / "docs/reasons.md").read_text()))
    for page in sorted((root / "docs/rules").glob("*.md")):
        for reason in sorted(set(LINK.findall(page.read_text())) - sections):
            yield "docs/rules/%s: link to a reason '%s' that has no section" % (page.name, reason)


def check_semantics(root):
    """What is rewritten must be seen to behave as before."""
    for folder in ("test/rules", "test/program", "test/traps"):
        for test in sorted((root / folder).rglob("*.test")):
            text = test.read_text()
            rewrites = REWRITTEN.search(text) or REWRITES.search(text)
            if rewrites and not COMPARED.search(text):
                yield "%s: no %%{semantics} line, and no `not run: ...` that says why" % (
                    test.relative_to(root)
                )


def check_traps(root):
    """Ways in which naive rewriting goes wrong; each keeps the test that shows it."""
    tests = []
    for test in sorted((root / "test/traps").glob("*.test")):
        trap = test.name.partition("-")[0]
        tests.append(trap)
        text = test.read_text()
        if not re.search(r"^RUN: .*%\{?(?:migrate|coopify)\}?", text, re.M):
            yield "test/traps/%s: migrates nothing" % test.name
        if not text.startswith("T%s. " % trap[1:].lstrip("0")):
            yield "test/traps/%s: does not begin with what trap %s is" % (test.name, trap)
    for trap in TRAPS:
        if tests.count(trap) != 1:
            yield "test/traps: trap %s has %d tests, not one" % (trap, tests.count(trap))
    for name in sorted(set(tests) - set(TRAPS)):
        yield "test/traps/%s-*: no such trap" % name


def main():
    ids = sys.argv[1:] == ["--ids"]
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 and not ids else __file__).resolve()
    if root.is_file():
        root = root.parent.parent
    rules = registered_rules(root)
    if ids:
        print("\n".join(sorted(rules)))
        return
    problems = ["lib/Rules: no rule found"] if not rules else []
    problems += [*check_registrations(root), *check_switched_off(root)]
    problems += [*check_rules(root, rules), *check_finders(root, rules), *check_sites(root, rules)]
    problems += [*check_templates(root), *check_reasons(root), *check_kinds(root)]
    problems += [*check_sections(root), *check_assumptions(root), *check_links(root)]
    problems += [*check_semantics(root), *check_traps(root)]
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(1 if problems else 0)


main()
