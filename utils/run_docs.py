#!/usr/bin/env python3
"""Runs the command blocks of README.md and docs/ as a reader types them.

usage: run_docs.py BUILD SCRATCH [DOCUMENT...]
       run_docs.py --script DOCUMENT    prints the commands, for a machine with the package

A command block is an indented block, or a fence without a language or in sh. Fences in
other languages (cuda, text...) are not run. The blocks of a document run one after the
other, as in one terminal: a `cd` or an `export` stays in force. The first one starts in
the root of a copy of the working tree, with the programs of BUILD on PATH, without a
CUDA toolkit and without a git identity.

A reader needs nothing but the rendered page. So the page itself says, in visible text:

    Save this as `NAME`:            the paragraph before a block; the block is written to that file
    coopify ...  # exit code 1: why   the exit status of a command that does not succeed
    In a clone...                   the sentence before a block that is for a clone alone; the page
                                    then has to put the programs on PATH
    With the package...             the sentence before a block that is for the package alone

Comments before a block change only the test:

    <!-- output -->                 the block is a part of what the last command block printed
    <!-- instead of `X`: `Y` -->    Y is run where the block has X, which holds a <placeholder>
    <!-- not run: why -->           the block is not run
    <!-- needs: bear make -->       the block is run where these programs are installed

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
OTHER = ("c", "clang-query", "cmake", "cpp", "cuda", "diff", "json", "make", "ptx", "python", "text", "yaml")
FENCE = re.compile(r"^( *)(```+|~~~+) *([^\s`]*)[^`]*$")
COMMENT = re.compile(r"^ *<!-- (.*) -->$")
INSTEAD = re.compile(r"^instead of `(.+)`: `(.+)`$")
PLACEHOLDER = re.compile(r"<[a-z][^<>]*>|\[[^][]*\]")
SAVED = re.compile(r"\b[Ss]ave this (?:\w+ )*as `([^`]+)`:$")
ONLY = re.compile(r"^(In a clone|With the package)\b.*:$")
STATUS = re.compile(r" # (?:.*\b)?exit code (\d+)\b.*$")


class Unclear(Exception):
    """What a document wants of this script cannot be told."""


class Block:
    """A block, the paragraph before it, and the comments between the two."""

    def __init__(self, line, language, text, comments, words="", closed=True):
        self.line, self.language, self.text, self.comments = line, language, text, comments
        self.words, self.closed = words, closed
        self.notes = {}

    def read_comments(self):
        if not self.closed:
            raise Unclear("nothing closes this fence")
        if self.language not in COMMANDS + OTHER:
            raise Unclear("is '%s' a shell? see run_docs.py" % self.language)
        if re.search(r"\b[Ss]ave (this|it|the)\b.* as `", self.words) and not self.file():
            raise Unclear("the words before it name a file, and do not end with 'Save this as `NAME`:'")
        self.notes = dict(parse(comment) for comment in self.comments if not section_marker(comment))

    def is_command(self):
        return self.language in COMMANDS and not self.file() and not {"output", "not run"} & self.notes.keys()

    def file(self):
        """The name that the reader saves the block under; None if it is no file."""
        found = SAVED.search(self.words)
        return found and found[1]

    def missing(self):
        """The programs that the block needs and that are not installed."""
        return [program for program in self.notes.get("needs", "").split() if not shutil.which(program)]

    def only_for(self):
        """Who the block is for: "In a clone", "With the package", or None for everybody."""
        found = ONLY.search(self.words)
        return found and found[1]

    def script(self):
        """The block's commands, each a line (or continued by \\), with a check of each status."""
        text = self.text
        for shown, run in self.instead():
            if shown not in text:
                raise Unclear("the block has no '%s'" % shown)
            text = text.replace(shown, run)
        lines = text.strip().replace("\\\n", "").split("\n")
        return "\n".join(checked(line) for line in lines)

    def instead(self):
        return [key[1:] for key in self.notes if key[0] == "instead of"]


def checked(line):
    status = STATUS.search(line)
    return "%s\nexpect $? %s" % (line, status[1] if status else 0)


EXPECT = """expect() {
  [ "$1" -eq "$2" ] || { echo "exit status $1, not $2" >&2; exit 125; }
}
"""


def parse(comment):
    """A comment before a block as a key and what is said with it."""
    instead, keyed = INSTEAD.match(comment), re.match(r"(not run|needs): *(.+)$", comment)
    if instead and not PLACEHOLDER.search(instead[1]):
        raise Unclear("'%s' has no <placeholder>: a reader types it as it is" % instead[1])
    if instead:
        return ("instead of", instead[1], instead[2]), ""
    if comment == "output":
        return "output", ""
    if not keyed:
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
    written, at, comments, words, in_list = text.split("\n"), 0, [], [], False
    # A tab before a line indents it to the next fourth column.
    lines = [re.sub(r"^[ \t]+", lambda found: found.group().expandtabs(4), line) for line in written]
    while at < len(lines):
        line, start = lines[at], at + 1
        fence = FENCE.match(line)
        if fence:
            end = next((i for i in range(start, len(lines)) if closes(lines[i], fence[2])), None)
            body = [inner[len(fence[1]):] for inner in written[start:end]]
            yield Block(start, fence[3], "\n".join(body) + "\n", comments, " ".join(words),
                        end is not None)
            end = len(lines) if end is None else end
            at, comments, words = end + 1, [], []
        elif line.startswith("    ") and not in_list:
            end = next(i for i in range(at, len(lines) + 1)
                       if i == len(lines) or lines[i].strip() and not lines[i].startswith("    "))
            yield Block(start, "", "\n".join(inner[4:] for inner in lines[at:end]).rstrip() + "\n",
                        comments, " ".join(words))
            at, comments, words = end, [], []
        else:
            comment = COMMENT.match(line)
            comments = comments + [comment[1]] if comment else comments if not line.strip() else []
            if line.strip() and not comment:
                words = words + [line.strip()] if at and lines[at - 1].strip() else [line.strip()]
            # What follows an item of a list and is indented belongs to it.
            in_list = bool(re.match(r" *([*+-]|\d+\.) ", line)) or in_list and (
                not line.strip() or line.startswith("  "))
            at += 1


class Reader:
    """Does what one document says, in a copy of the working tree."""

    def __init__(self, build, tree, on_path):
        self.tree, self.printed, self.skipped = tree, [], []
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(ROOT, tree, symlinks=True,
                        ignore=shutil.ignore_patterns("build", "build-*", ".git", "__pycache__"))
        (tree / "build").symlink_to(build)
        self.state = tree.with_name(tree.name + ".state")
        self.state.write_text("")
        self.environment = nobody(os.environ)
        if on_path:
            self.environment["PATH"] = "%s:%s" % (build / "bin", os.environ["PATH"])

    def run(self, script, text=None):
        """What is wrong with the run of a script, if anything is. It starts where the last one ended."""
        done = subprocess.run(["bash", "-c", KEPT % {"state": self.state} + EXPECT + script],
                              cwd=self.tree, env=self.environment, text=True, input=text or "",
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.printed = [done.stdout, done.stderr]
        return "\n".join([script, *self.printed]) if done.returncode else None

    def follow(self, block):
        if block.file():
            return self.run(checked("cat > '%s'" % block.file()), block.text)
        if "output" in block.notes:
            return None if self.printed is None or self.was_printed(block.text) else self.difference(block.text)
        if not block.is_command():
            return None
        if block.missing():
            self.skipped += block.missing()
            self.printed = None
            return None
        return self.run(block.script())

    def was_printed(self, text):
        return any("\n" + text in "\n" + printed for printed in self.printed)

    def difference(self, text):
        printed = "".join(self.printed).split("\n")
        return "\n".join(["this was not printed:", *difflib.ndiff(text.split("\n"), printed)])


# What one block leaves to the next: the folder and what it exported.
KEPT = """. '%(state)s'
trap '{ export -p; printf "cd %%q\\n" "$PWD"; } > "%(state)s"' EXIT
"""


def nobody(environment):
    """An environment without a CUDA toolkit and without a name for git, which must not guess one."""
    out = {name: value for name, value in environment.items()
           if not re.match("GIT_(AUTHOR|COMMITTER)_|EMAIL$", name)}
    return dict(out, CUDA_PATH="embedded", GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull,
                GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0="user.useConfigOnly", GIT_CONFIG_VALUE_0="true")


def check(document, build, tree):
    """The number of command blocks that were run, the programs that others need, and what is wrong."""
    found, reader, count, problems = list(blocks(document.read_text())), None, 0, []
    on_path = all(block.only_for() != "In a clone" for block in found)
    found = [block for block in found if block.only_for() != "With the package"]
    for block in found:
        try:
            block.read_comments()
            if not block.is_command() and not block.notes and not block.file():
                continue
            reader = reader or Reader(build, tree, on_path)
            problem = reader.follow(block)
        except Unclear as unclear:
            problem = str(unclear)
        count += block.is_command() and not block.missing()
        if problem:
            problems.append("%s:%d: %s" % (shown(document), block.line, problem))
    return count, sorted(set(reader.skipped)) if reader else [], problems


def shown(document):
    return document.relative_to(ROOT) if document.is_relative_to(ROOT) else document.name


def print_script(document):
    """The commands and files of a page, for where the package is installed."""
    print("# %s\n%s" % (shown(document), EXPECT))
    for block in blocks(document.read_text()):
        block.read_comments()
        if block.only_for() == "In a clone":
            continue
        if block.file():
            print("cat > '%s' <<'END_OF_FILE'\n%sEND_OF_FILE" % (block.file(), block.text))
        elif block.is_command():
            print(block.script())


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if sys.argv[1] == "--script":
        return print_script(pathlib.Path(sys.argv[2]).resolve())
    build, scratch = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    named = [pathlib.Path(argument).resolve() for argument in sys.argv[3:]]
    documents = named or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    failed = False
    for document in documents:
        count, missing, problems = check(document, build, scratch / document.stem)
        failed |= bool(problems)
        print("\n\n".join(problems), end="\n\n" if problems else "")
        if count:
            print("%s: %d command blocks%s" % (shown(document), count, "; others need %s" %
                                               ", ".join(missing) if missing else ""))
    sys.exit(failed)


if __name__ == "__main__":
    main()
