"""The options of nvcc and of gcc and clang, from coopify's own table (lib/Frontend/NvccOptions.def).

The table says how an option is written, and what it means to who reads the source. What it means
to who makes a program of it, request.py says.
"""

import dataclasses
import re
import shlex

STRING = r'"([^"]*)"'
OF_NVCC = re.compile(r"^NVCC_OPTION\(%s, %s, (\w+), (\w+), %s\)" % (STRING, STRING, STRING), re.M)
OF_HOST = re.compile(r"^HOST_OPTION\(%s, (\w+), (\w+)\)" % STRING, re.M)


@dataclasses.dataclass
class Option:
    name: str  # the long one without dashes; of gcc and clang with them
    short: str
    form: str  # Flag, Value, Joined, Number, Prefix
    meaning: str
    adds: str = ""

    def takes_next(self):
        return self.form in ("Value", "Joined", "Number")


class Table:
    def __init__(self, path):
        with open(path) as file:
            text = file.read()
        rows = [Option(long, short, form, meaning, adds)
                for long, short, form, meaning, adds in OF_NVCC.findall(text)]
        self.host = [Option(name, name, form, meaning)
                     for name, form, meaning in OF_HOST.findall(text)]
        self.glued = sorted((row for row in rows if row.form in ("Joined", "Number") and row.short),
                            key=lambda row: -len(row.short))
        # The first row of a name counts.
        self.long = {row.name: row for row in reversed(rows) if row.name}
        self.short = {row.short: row for row in reversed(rows) if row.short}

    def of_nvcc(self, argument):
        """(option, value or None where it is not in the argument); None of another compiler's."""
        bare = argument.lstrip("-")
        option = self.named(argument, bare)
        if option:
            return option, None
        name, equals, value = bare.partition("=")
        option = self.named(argument, name) if equals else None
        if option and (option.form != "Flag" or value in ("true", "false")):
            return option, value
        return None if argument.startswith("--") else self.glued_to(bare)

    def named(self, argument, bare):
        """A dash more or less is forgiven, as nvcc does."""
        tables = [self.short, self.long]
        if argument.startswith("--"):
            tables.reverse()
        return tables[0].get(bare) or tables[1].get(bare)

    def is_of_nvcc_alone(self, argument):
        """gcc has none of that name, but what begins with -f or -W, or is short, may be either's."""
        name = argument.partition("=")[0]
        of_host = self.of_host(argument)
        return name.startswith("-") and bool(self.named(argument, name.lstrip("-"))) and \
            not (of_host and len(of_host[0].name) > 2) and \
            not name.startswith(("-f", "-W")) and (len(name) > 3 or name in ("-dc", "-dw"))

    def glued_to(self, bare):
        for option in self.glued:
            value = bare[len(option.short):]
            if bare.startswith(option.short) and (option.form == "Joined" or value.isdigit()):
                return option, value
        return None

    def of_host(self, argument):
        """(option, value or None where it is not in the argument); the longest name counts."""
        found = [option for option in self.host if fits(option, argument)]
        if not found:
            return None
        option = max(found, key=lambda option: len(option.name))
        value = argument[len(option.name):]
        return option, value.removeprefix("=") if value else None


def fits(option, argument):
    rest = argument[len(option.name):]
    return argument.startswith(option.name) and (
        not rest or option.form in ("Prefix", "Joined") or
        option.form == "Value" and rest.startswith("="))


def words_of(path):
    with open(path) as file:
        return shlex.split(file.read())


def split(text, parentheses=False):
    """At the commas that are not quoted (nvcc's manual, "Command Option Types"): and for macros not
    within parentheses."""
    parts, depth, quoted = [""], 0, False
    letters = iter(text)
    for letter in letters:
        quoted ^= letter == '"'
        depth += parentheses and (letter == "(") - (letter == ")")
        if letter == "," and not quoted and depth <= 0:
            parts.append("")
        elif letter == "\\":
            following = next(letters, "")
            parts[-1] += following if following == "," else letter + following
        else:
            parts[-1] += letter
    return [part for part in parts if part]


def split_for_host(text):
    """Of -Xcompiler: words, and lists of words."""
    return [word for part in split(text) for word in shlex.split(part)]
