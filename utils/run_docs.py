#!/usr/bin/env python3
"""Runs the command blocks of README.md and docs/ as a reader types them.

usage: run_docs.py BUILD SCRATCH [DOCUMENT...]

A command block is an indented block, or a fence without a language or in sh. Fences in
other languages (cuda, text...) are not run. The blocks of a document run one after the
other, each from the root of one copy of the working tree, with the programs of BUILD on
PATH and without a CUDA toolkit. Each command must succeed. Comments just before a block
change that:

    <!-- instead of `X`: `Y` -->    Y is run where the block has X
    <!-- exits with 1: why -->      the exit status of the block's last command
    <!-- not run: why -->           the block is not run
    <!-- run: COMMAND -->           a command that the reader need not see, before the block
    <!-- file: NAME -->             the block is written to that file
    <!-- output -->                 the block is a part of what the last command block
                                    printed; with `<!-- output of: COMMAND -->`, that did

Exits with 1 after a report of each block that does something else.
"""

import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMANDS = ("", "sh", "bash", "shell", "console")
OTHER = ("c", "clang-query", "cmake", "cpp", "cuda", "diff", "json", "ptx", "python", "text", "yaml")
FENCE = re.compile(r"^( *)(```+|~~~+) *([^\s`]*)[^`]*$")
COMMENT = re.compile(r"^ *<!-- (.*) -->$")
INSTEAD = re.compile(r"^instead of `(.+)`: `(.+)`$")
KEYED = re.compile(r"^(exits with|not run|run|file|output of|output)\b:? *(.*)$")


class Unclear(Exception):
    """What a document wants of this script cannot be told."""


class Block:
    def __init__(self, line, language, text, comments, closed=True):
        self.line, self.language, self.text, self.comments = line, language, text, comments
        self.closed = closed
        self.notes = {}

    def read_comments(self):
        if not self.closed:
            raise Unclear("nothing closes this fence")
        if self.language not in COMMANDS + OTHER:
            raise Unclear("is '%s' a shell? see run_docs.py" % self.language)
        self.notes = dict(parse(comment) for comment in self.comments if not section_marker(comment))

    def is_command(self):
        about_text = {"file", "output", "output of", "not run"} & self.notes.keys()
        return self.language in COMMANDS and not about_text

    def script(self):
        """The block's commands, each a line (or continued by \\): all but the last must succeed."""
        text = self.text
        for shown, run in self.instead():
            if shown not in text:
                raise Unclear("the block has no '%s'" % shown)
            text = text.replace(shown, run)
        return "\n[ $? -eq 0 ] || exit 125\n".join(text.strip().replace("\\\n", "").split("\n"))

    def instead(self):
        return [key[1:] for key in self.notes if key[0] == "instead of"]

    def status(self):
        return int(self.notes.get("exits with", "0").split(":")[0])


def parse(comment):
    """A comment before a block as a key and what is said with it."""
    instead, keyed = INSTEAD.match(comment), KEYED.match(comment)
    if instead:
        return ("instead of", instead[1], instead[2]), ""
    if not keyed or (keyed[1] in ("not run", "run", "file", "output of") and not keyed[2]):
        raise Unclear("'%s' before a block: see run_docs.py" % comment)
    return keyed[1], keyed[2]


def section_marker(comment):
    """`name` and `/name`, which other scripts look for."""
    return re.fullmatch(r"/?\w+", comment) and comment != "output"


def closes(line, fence):
    """Fences close with as many marks as they opened with, or more."""
    return len(line.strip()) >= len(fence) and not line.strip().strip(fence[0])


def blocks(text):
    """The indented and the fenced blocks of a document, each with the comments before it."""
    written, at, comments, in_list = text.split("\n"), 0, [], False
    # A tab before a line indents it to the next fourth column.
    lines = [re.sub(r"^[ \t]+", lambda found: found.group().expandtabs(4), line) for line in written]
    while at < len(lines):
        line, start = lines[at], at + 1
        fence = FENCE.match(line)
        if fence:
            end = next((i for i in range(start, len(lines)) if closes(lines[i], fence[2])), None)
            body = [inner[len(fence[1]):] for inner in written[start:end]]
            yield Block(start, fence[3], "\n".join(body) + "\n", comments, end is not None)
            end = len(lines) if end is None else end
            at, comments = end + 1, []
        elif line.startswith("    ") and not in_list:
            end = next(i for i in range(at, len(lines) + 1)
                       if i == len(lines) or lines[i].strip() and not lines[i].startswith("    "))
            yield Block(start, "", "\n".join(inner[4:] for inner in lines[at:end]).rstrip() + "\n", comments)
            at, comments = end, []
        else:
            comment = COMMENT.match(line)
            comments = comments + [comment[1]] if comment else comments if not line.strip() else []
            # What follows an item of a list and is indented belongs to it.
            in_list = bool(re.match(r" *([*+-]|\d+\.) ", line)) or in_list and (
                not line.strip() or line.startswith("  "))
            at += 1


class Reader:
    """Does what one document says, in a copy of the working tree."""

    def __init__(self, build, tree):
        self.tree, self.printed = tree, []
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(ROOT, tree, symlinks=True,
                        ignore=shutil.ignore_patterns("build", "build-*", ".git", "__pycache__"))
        (tree / "build").symlink_to(build)
        self.environment = dict(os.environ, CUDA_PATH="embedded")
        self.environment["PATH"] = "%s:%s" % (build / "bin", os.environ["PATH"])

    def run(self, script, status=0):
        """What is wrong with the run of a script, if anything is."""
        done = subprocess.run(["bash", "-c", script], cwd=self.tree, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.printed = [done.stdout, done.stderr]
        if done.returncode == status:
            return None
        return "\n".join([script, *self.printed, "exit status %d, not %d" % (done.returncode, status)])

    def follow(self, block):
        for key, status in (("run", 0), ("output of", block.status())):
            problem = self.run(block.notes[key], status) if key in block.notes else None
            if problem:
                return problem
        if "file" in block.notes:
            path = self.tree / block.notes["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        if {"output", "output of"} & block.notes.keys() and not self.was_printed(block.text):
            return self.difference(block.text)
        return self.run(block.script(), block.status()) if block.is_command() else None

    def was_printed(self, text):
        return any("\n" + text in "\n" + printed for printed in self.printed)

    def difference(self, text):
        printed = "".join(self.printed).split("\n")
        return "\n".join(["this was not printed:", *difflib.ndiff(text.split("\n"), printed)])


def check(document, build, tree):
    """The number of command blocks, and what is wrong."""
    found, reader, count, problems = list(blocks(document.read_text())), None, 0, []
    for block in found:
        try:
            block.read_comments()
            if not block.is_command() and not block.notes:
                continue
            reader = reader or Reader(build, tree)
            problem = reader.follow(block)
        except Unclear as unclear:
            problem = str(unclear)
        count += block.is_command()
        if problem:
            problems.append("%s:%d: %s" % (shown(document), block.line, problem))
    return count, problems


def shown(document):
    return document.relative_to(ROOT) if document.is_relative_to(ROOT) else document.name


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, scratch = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    named = [pathlib.Path(argument).resolve() for argument in sys.argv[3:]]
    documents = named or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    failed = False
    for document in documents:
        count, problems = check(document, build, scratch / document.stem)
        failed |= bool(problems)
        print("\n\n".join(problems), end="\n\n" if problems else "")
        if count:
            print("%s: %d command blocks" % (shown(document), count))
    sys.exit(failed)


if __name__ == "__main__":
    main()
