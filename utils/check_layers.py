#!/usr/bin/env python3
"""Checks which folder of lib/ includes which, and that none grows too large.

usage: check_layers.py [ROOT]

The house has floors: a folder includes itself and what ALLOWED gives it, and
nothing else (docs/tour.md has the picture). Stages that see no AST include
nothing of Clang (decision 2), nor does the header that is precompiled for
them; Report alone has clang's writer of YAML. The questions that Analysis
answers are not about sites, so it does not include Model/Site.h. An include
names its file from lib/, whatever the file is called. No file has more than
500 lines, no function more than 60 from its first line to its last, no folder
more than 25 files.
Exits with 1 after a line for each edge or size that is not allowed.
"""

import pathlib
import re
import sys

# What a folder may include, besides itself and Support. Folders within a stage
# are named where they are floors of their own; "X" also covers what is below X.
MODEL = ["Model"]
ANALYSIS = MODEL + ["Analysis/Source", "Frontend"]
ALLOWED = {
    "Support": [],
    "Model": [],
    "Frontend": MODEL,
    "Analysis/Source": MODEL + ["Frontend"],
    "Analysis/Operations": ANALYSIS,
    "Analysis/Convergence": ANALYSIS + ["Analysis/Operations"],
    "Analysis/SharedMemory": ANALYSIS + ["Analysis/Operations", "Analysis/Convergence"],
    "Extract": MODEL + ["Analysis", "Frontend"],
    "Extract/Sites": MODEL + ["Analysis", "Frontend", "Extract"],
    "Link": MODEL,
    "Rules": MODEL + ["Link"],
    "Edit": MODEL + ["Link", "Rules"],
    "Report": MODEL + ["Link", "Rules", "Edit"],
    "Driver": MODEL + ["Frontend", "Analysis", "Extract", "Link", "Rules", "Edit", "Report"],
}
# Extract's own folder makes summaries; finders are called through their registry.
NO_SITE = {"Analysis"}
NO_CLANG = {"Support", "Model", "Link", "Rules", "Edit", "Report"}
# What clang-apply-replacements reads is written by the code that defines it.
OF_CLANG = {"Report": {"clang/Tooling/Core/Replacement.h", "clang/Tooling/ReplacementsYaml.h"}}
# Included before all else in the stages that lib/CMakeLists.txt gives it to.
PRECOMPILED = {"Plain.pch.h": "the stages that see no AST have it", "AST.pch.h": None}
CLANG = re.compile(r"clang(-c|-tidy)?/")
FOREIGN = {"clang", "clang-c", "clang-tidy", "llvm"}
NO_CODE = {".cmake", ".txt"}
MOST_LINES, MOST_IN_FUNCTION, MOST_FILES = 500, 60, 25

INCLUDE = re.compile(r'^\s*(?:#|%:)\s*(?:include|include_next|import)\b\s*(.*)', re.M)
NAMED = re.compile(r'(["<])([^">]+)[">]')
COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
MODULE = re.compile(r"^\s*(?:export\s+)?import\s*[<\w\"]", re.M)
DECLARES_CLANG = re.compile(r"\bnamespace\s+clang\b")
FOLDERS_OF_OTHERS = {"Frontend/embedded"}  # the layout of a CUDA toolkit, as data


def floor(path):
    """The longest entry of ALLOWED that a file or folder of lib/ lies in."""
    parts = path.split("/")
    for n in range(len(parts), 0, -1):
        name = "/".join(parts[:n])
        if name in ALLOWED:
            return name
        stem = name.rsplit(".", 1)[0]
        if stem in ALLOWED:
            return stem
    return None


def within(place, allowed):
    return any(place == a or place.startswith(a + "/") for a in allowed)


STAGES = {name.split("/")[0] for name in ALLOWED}


def includes(text):
    """(mark, target) of each; a target that no text names has no mark."""
    code = COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else " ", text.replace("\\\n", " "))
    for what in INCLUDE.findall(code):
        named = NAMED.match(what)
        yield named.groups() if named else ("", what.strip())
    for found in MODULE.findall(code):
        yield "", found.strip()


def precompiled_edges(path, text):
    if path not in PRECOMPILED:
        yield f"{path}: a precompiled header that check_layers.py does not know"
    elif PRECOMPILED[path]:
        for _, target in includes(text):
            stage = target.split("/")[0]
            if CLANG.match(target) or stage in STAGES - NO_CLANG or target.endswith(".pch.h"):
                yield f"{path} includes {target}, but {PRECOMPILED[path]}"


def edges(path, text):
    """What is wrong with the includes of one file; path is relative to lib/."""
    here = floor(path)
    if here is None:
        yield f"{path}: in no folder that check_layers.py knows"
        return
    stage = here.split("/")[0]
    if stage in NO_CLANG and DECLARES_CLANG.search(NOT_CODE.sub(" ", text)):
        yield f"{path} declares what is Clang's, but {stage} sees nothing of Clang"
    for mark, target in includes(text):
        parts = target.split("/")
        if not mark or {"", ".", ".."} & set(parts) or pathlib.Path(target).suffix in NO_CODE:
            yield f"{path} includes {target}, which is not named from lib/"
            continue
        if CLANG.match(target) and stage in NO_CLANG and target not in OF_CLANG.get(stage, ()):
            yield f"{path} includes {target}, but {stage} sees nothing of Clang"
        known = parts[0] in STAGES
        if not known and mark == '"' and parts[0] not in FOREIGN:
            yield f"{path} includes {target}, which is not named from lib/"
        there = floor(target) if known else None
        if there is None or there == here:
            continue
        if there != "Support" and not within(there, ALLOWED[here]):
            yield f"{path} includes {target}, but {here} may not include {there}"
        if target == "Model/Site.h" and stage in NO_SITE:
            yield f"{path} includes {target}, but {stage} knows no sites"


# ===-- Sizes -----------------------------------------------------------------===

# Blanked out, their line breaks kept, before braces are counted.
NOT_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(?P<raw>[^\s()\\]*)\(.*?\)(?P=raw)"|"(?:[^"\\\n]|\\.)*"|(?:(?<!\w)|(?<=\b[LuU])|(?<=\bu8))'(?:[^'\\\n]|\\.)+'"""
    r"""|^[ \t]*\#(?:[^\n\\]|\\.)*""",
    re.M | re.S,
)
# What a '{' belongs to that holds declarations, not statements.
SCOPE = re.compile(r"\b(namespace|class|struct|union|extern)\b")
ATTRIBUTE = re.compile(r"\b(?:alignas|decltype)\s*\([^()]*\)|\[\[.*?\]\]", re.S)
KEYWORD = re.compile(r"\b(enum|if|for|while|switch|do|else|try|catch)\b")


def functions(text):
    """(line, lines) of each function that is defined in text, with its signature."""
    code = NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    scopes, head, parentheses, at = [], 0, 0, 0
    # Of the open braces: True for those of namespaces and classes.
    while at < len(code):
        mark = code[at]
        if mark in "()":
            parentheses += 1 if mark == "(" else -1
        elif mark == ";" and parentheses == 0:
            head = at + 1
        elif mark == ":" and re.search(r"\b(public|private|protected)\s*$", code[head:at]):
            head = at + 1
        elif mark == "{" and parentheses == 0:
            said = code[head:at]
            if SCOPE.search(said) and "(" not in ATTRIBUTE.sub(" ", said):
                scopes.append(True)
                head = at + 1
            else:
                end = closing(code, at)
                begin = head + len(said) - len(said.lstrip())
                behind = code[end + 1 :].lstrip()[:1]
                if "(" in said and behind and behind in ",{":  # a member's initialiser: on to the body
                    at = end + 1
                    continue
                if "(" in said and not KEYWORD.search(said.split("(")[0]):
                    lines = code.count("\n", begin, end) + 1
                    yield code.count("\n", 0, begin) + 1, lines
                at, head = end, end + 1
        elif mark == "}" and parentheses == 0:
            if scopes:
                scopes.pop()
            head = at + 1
        at += 1


def closing(code, opening):
    """Where the '{' at opening is closed."""
    depth = 0
    for found in re.compile(r"[{}]").finditer(code, opening):
        depth += 1 if found.group() == "{" else -1
        if depth == 0:
            return found.start()
    return len(code) - 1


def sizes(path, text):
    lines = text.count("\n")
    if lines > MOST_LINES:
        yield f"{path}: {lines} lines, more than {MOST_LINES}"
    if not path.endswith(".def"):
        for line, length in functions(text):
            if length > MOST_IN_FUNCTION:
                yield f"{path}:{line}: a function of {length} lines, more than {MOST_IN_FUNCTION}"


def precompiled_stages(text):
    """Of lib/CMakeLists.txt: which stages get Clang before all else."""
    for stages in re.findall(r"^coopify_stages\(AST\.pch\.h ([^)]*)\)", text, re.M):
        for stage in sorted(NO_CLANG & set(stages.split())):
            yield f"CMakeLists.txt: {stage} gets AST.pch.h, but sees nothing of Clang"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1])
    lib, problems = root / "lib", []
    for folder in sorted(p for p in [lib, *lib.rglob("*")] if p.is_dir()):
        name = folder.relative_to(lib).as_posix()
        if any(within(name, [other]) for other in FOLDERS_OF_OTHERS):
            continue
        files = [p for p in sorted(folder.iterdir()) if p.is_file() and p.name[0] != "."]  # of an editor
        if len(files) > MOST_FILES:
            problems.append(f"lib/{name}: {len(files)} files, more than {MOST_FILES}")
        for path in files:
            if path.suffix in NO_CODE:
                continue
            relative, text = path.relative_to(lib).as_posix(), path.read_text()
            included = precompiled_edges if path.name.endswith(".pch.h") else edges
            problems += [f"lib/{p}" for p in [*included(relative, text), *sizes(relative, text)]]
    cmake = lib / "CMakeLists.txt"
    if cmake.exists():
        problems += [f"lib/{p}" for p in precompiled_stages(cmake.read_text())]
    print("\n".join(problems) or "every include goes down, and every file and folder has a size to read")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
