#!/usr/bin/env python3
"""Checks which folder of lib/ includes which, and that none grows too large.

usage: check_layers.py [ROOT]

The house has floors: a folder includes itself and what ALLOWED gives it, and
nothing else (docs/tour.md has the picture). Stages that see no AST include
nothing of Clang (decision 2), and the questions that Analysis answers are not
about sites, so it does not include Model/Site.h. No file has more than 500
lines, no function more than 60, no folder more than 25 files.
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
    "Extract": MODEL + ["Analysis"],
    "Extract/Sites": MODEL + ["Analysis", "Frontend", "Extract"],
    "Link": MODEL,
    "Rules": MODEL + ["Link"],
    "Edit": MODEL + ["Link", "Rules"],
    "Report": MODEL + ["Link", "Rules", "Edit"],
    "Driver": MODEL + ["Frontend", "Analysis", "Extract", "Link", "Rules", "Edit", "Report"],
}
# Extract's own folder makes summaries; finders are called through their registry.
NO_SITE = {"Analysis"}
NO_AST = {"Support", "Link", "Rules", "Edit", "Report"}
AST = re.compile(r"clang/(AST|ASTMatchers|Analysis|Frontend|Lex|Parse|Sema)/")
MOST_LINES, MOST_IN_FUNCTION, MOST_FILES = 500, 60, 25

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
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


def edges(path, text):
    """What is wrong with the includes of one file; path is relative to lib/."""
    here = floor(path)
    if here is None:
        yield f"{path}: in no folder that check_layers.py knows"
        return
    stage = here.split("/")[0]
    for target in INCLUDE.findall(text):
        if AST.match(target) and stage in NO_AST:
            yield f"{path} includes {target}, but {stage} sees no AST"
        there = floor(target) if target.split("/")[0] in STAGES else None
        if there is None or there == here:
            continue
        if there != "Support" and not within(there, ALLOWED[here]):
            yield f"{path} includes {target}, but {here} may not include {there}"
        if target == "Model/Site.h" and stage in NO_SITE:
            yield f"{path} includes {target}, but {stage} knows no sites"


STAGES = {name.split("/")[0] for name in ALLOWED}


def functions(text):
    """(line, lines) of each function body: a '{' that ends a line in column 0's
    declaration or a member's, up to its '}' in the same column."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        opens = line.endswith("{") and (")" in line or line.lstrip().startswith(":"))
        if not opens or indent > 2 or line.lstrip().startswith(("if", "for", "while", "switch", "}")):
            continue
        for end in range(number + 1, len(lines)):
            if lines[end].startswith(" " * indent + "}") and len(lines[end].rstrip(";,) ")) == indent + 1:
                yield number + 1, end - number
                break


def sizes(path, text):
    lines = text.count("\n")
    if lines > MOST_LINES:
        yield f"{path}: {lines} lines, more than {MOST_LINES}"
    if path.endswith((".cpp", ".h")):
        for line, length in functions(text):
            if length > MOST_IN_FUNCTION:
                yield f"{path}:{line}: a function of {length} lines, more than {MOST_IN_FUNCTION}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1])
    lib, problems = root / "lib", []
    for folder in sorted(p for p in [lib, *lib.rglob("*")] if p.is_dir()):
        name = folder.relative_to(lib).as_posix()
        if any(within(name, [other]) for other in FOLDERS_OF_OTHERS):
            continue
        files = [p for p in sorted(folder.iterdir()) if p.is_file()]
        if len(files) > MOST_FILES:
            problems.append(f"lib/{name}: {len(files)} files, more than {MOST_FILES}")
        for path in files:
            if path.suffix not in {".cpp", ".h", ".def"} or path.name.endswith(".pch.h"):
                continue
            relative, text = path.relative_to(lib).as_posix(), path.read_text()
            problems += [f"lib/{p}" for p in [*edges(relative, text), *sizes(relative, text)]]
    print("\n".join(problems) or "every include goes down, and every file and folder has a size to read")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
