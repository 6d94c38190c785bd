#!/usr/bin/env -S python3 -S
"""both_ways.py ARGS...: coopify, at once and by way of files.

Each unit is extracted by itself, and all are linked. What that finds and would write must be what
one run over the units does: the findings as text and as JSON, the diff and the exit status. What is
printed, written and returned in the end is the linked run's, so that a test goes on with that. All
of test/program runs so.

COOPIFY is the program. With BOTH_WAYS=known the linked run may take what the direct one has found
out of the edited text, if it is of the same units in the same order; with BOTH_WAYS=fresh nothing
is kept for the other way, which takes twice as long (./dev test --all): so what is kept changes
nothing, either.
"""

import difflib
import json
import os
import subprocess
import sys
import tempfile

from next_steps import without_next_steps

COOPIFY = os.environ["COOPIFY"]
FRESH = ["--no-cache"] if os.environ.get("BOTH_WAYS") == "fresh" else []
DIFFERS = 99  # no exit status of coopify's

# What a run does besides reading units has no two ways.
OTHER_WORK = ("--extract", "--link", "--explain", "--list-checks")
# What writes, or prints something else; not for --extract, nor is what only says how to print.
WRITES = ("--fix", "--out-dir", "--export-fixes")
OUTPUT = (*WRITES, "--diff", "--json", "-v", "--quiet", "--each-note")

# The two ways differ in these lines of stderr, and why.
ONE_WAY = {
    "no compile_commands.json here or above": "is said where sources are named: by --extract",
    "is not CUDA: nothing to do": "the same",
    "units is CUDA: nothing to do": "the same",
}
# The next steps repeat the command line, and are not compared.


def name_of(argument):
    return argument.split("=")[0]


class Command:
    """The arguments of a run, taken apart."""

    def __init__(self, arguments):
        end = arguments.index("--") if "--" in arguments else len(arguments)
        self.flags = arguments[end:]  # with "--"
        self.options, self.sources, self.database = [], [], None
        self.lacks_units = False  # known once units() is called
        rest = iter(arguments[:end])
        for argument in rest:
            if argument == "-p":
                self.database = next(rest)
            elif argument.startswith("-"):
                self.options.append(argument)
            else:
                self.sources.append(argument)

    def but(self, names):
        return [option for option in self.options if name_of(option) not in names]

    def all(self, options):
        where = ["-p", self.database] if self.database else []
        return [*options, *where, *self.sources, *self.flags]

    def find_database(self):
        if self.flags:
            return None
        if self.database:
            inside = os.path.join(self.database, "compile_commands.json")
            return inside if os.path.isdir(self.database) else self.database
        folder = os.getcwd()
        while not os.path.exists(os.path.join(folder, "compile_commands.json")):
            if folder == os.path.dirname(folder):
                return None
            folder = os.path.dirname(folder)
        return os.path.join(folder, "compile_commands.json")

    def units(self):
        """One source for each unit, as many as are to be read; nothing: a direct run says why not."""
        database = self.find_database()
        if self.sources or not database or not os.path.exists(database):
            return self.sources
        with open(database) as file:
            commands = json.load(file)
        files = [os.path.join(c["directory"], c["file"]) for c in commands]
        # A direct run ends with 2 for the others. Linking reports them too, but they are not its input.
        self.lacks_units = not all(map(is_text, files))
        return [file for file in dict.fromkeys(files) if is_text(file)]


def is_text(path):
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return b"\0" not in file.read()


def run(*arguments):
    return subprocess.run([COOPIFY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def extract(command, units, folder):
    """The files that --extract wrote."""
    files = []
    for number, unit in enumerate(units):
        file = os.path.join(folder, "%d.json" % number)
        alone = Command(["-p", command.database] if command.database else [])
        alone.sources, alone.flags = [unit], command.flags
        done = run(*alone.all([*command.but(OUTPUT), *FRESH, "--extract=" + file]))
        if done.returncode != 0:
            fail("--extract of %s exits with %d" % (unit, done.returncode), done.stderr)
        files.append(file)
    return files


def fail(what, text=b""):
    sys.stderr.write("both ways: %s\n%s" % (what, text.decode(errors="replace")))
    sys.exit(DIFFERS)


def lines_of(text):
    lines = without_next_steps(text).decode(errors="replace").splitlines(keepends=True)
    return [line for line in lines if not any(remark in line for remark in ONE_WAY)]


def compare(what, direct, linked):
    if direct != linked:
        lines = difflib.unified_diff(direct, linked, what + " (directly)", what + " (linked)")
        fail("not the same", "".join(lines).encode())


def shown(report, arguments):
    """The run's status, what it prints, and the findings."""
    done = run("--diff", "--json=" + report, *arguments)
    findings = open(report).readlines() if os.path.exists(report) else []
    return done, findings


def show(diff, text, wants_diff):
    """As a run without --diff prints it: findings go to stdout then, and messages to stderr."""
    if wants_diff:
        sys.stdout.buffer.write(diff)
    for line in text.splitlines(keepends=True):
        message = line.startswith((b"coopify: ", b"warning: ", b"error: "))
        out = sys.stderr if message or wants_diff else sys.stdout
        out.buffer.write(line)
        out.buffer.flush()


def main():
    arguments = sys.argv[1:]
    command = Command(arguments)
    units = command.units()
    if any(name_of(option) in OTHER_WORK for option in command.options) or not units:
        os.execv(COOPIFY, [COOPIFY, *arguments])
    options = command.but((*WRITES, "--diff", "--json"))
    if "--fix=assumed" in command.options:
        options.append("--fix=assumed")
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "findings.json")
        direct, findings = shown(report, command.all(options))
        files = extract(command, units, folder)
        linked, linked_findings = shown(report, [*options, *FRESH, "--link", *files])
        if not (command.lacks_units and direct.returncode == 2):
            compare("exit status", [str(direct.returncode)], [str(linked.returncode)])
        compare("stdout", lines_of(direct.stdout), lines_of(linked.stdout))
        compare("stderr", lines_of(direct.stderr), lines_of(linked.stderr))
        compare("JSON", findings, linked_findings)
        if len(command.options) == len(command.but((*WRITES, "--json"))):
            show(linked.stdout, linked.stderr, "--diff" in command.options)
            return linked.returncode
        return subprocess.run([COOPIFY, *command.options, "--link", *files]).returncode


sys.exit(main())
