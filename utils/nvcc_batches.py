"""Many units in one call of nvcc, for compile_gate.py.

A batch is one file: the headers that any of its units includes, then each unit in a namespace of
its own. A unit that forgot a header is wrong only where it is alone: in clang's half of the gate.
What a unit defines for the preprocessor is after it what it was before.
"""

import dataclasses
import pathlib
import re
import subprocess

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Unit:
    test: str
    before: pathlib.Path
    after: pathlib.Path
    file: str  # below before and after
    flags: list
    number: int  # in its test: a header of two units cannot be read twice in one file


def texts(file, seen=None):
    """The text of a file and of its own folder's headers that it includes."""
    seen = set() if seen is None else seen
    if file in seen or not file.is_file():
        return
    seen.add(file)
    text = file.read_text(errors="replace")
    yield file, text
    for quote, name in INCLUDE.findall(text):
        if quote == '"':
            yield from texts((file.parent / name).resolve(), seen)


def headers(unit):
    """What it includes of others."""
    found = []
    for file, text in texts((unit.after / unit.file).resolve()):
        for quote, name in INCLUDE.findall(text):
            own = quote == '"' and (file.parent / name).is_file()
            if not own and name not in found:
                found.append(name)
    return tuple(found)


def definitions(flags):
    """-DNAME=VALUE and -D NAME=VALUE as [(NAME, VALUE)], and the other flags."""
    defined, others, rest = [], [], list(flags)
    while rest:
        flag = rest.pop(0)
        if flag == "-D" and rest:
            flag += rest.pop(0)
        if flag.startswith("-D"):
            name, _, value = flag[2:].partition("=")
            defined.append((name, value or "1"))
        else:
            others.append(flag)
    return defined, tuple(others)


def is_there(name, folders):
    """A header of the language, or one of the folders'. One that is not there ends the whole file."""
    return "." not in name or any((pathlib.Path(folder) / name).is_file() for folder in folders)


def batches(units, most, folders):
    """Lists of units that may share a file, MOST of them at most; FOLDERS have their headers."""
    groups = {}
    for unit in units:
        strange = tuple(name for name in headers(unit) if not is_there(name, folders))
        key = strange, definitions(unit.flags)[1], unit.number
        groups.setdefault(key, []).append(unit)
    for group in sorted(groups.values(), key=len, reverse=True):
        group.sort(key=headers)
        for start in range(0, len(group), most):
            yield group[start:start + most]


def batch_text(units):
    included = dict.fromkeys(name for unit in units for name in headers(unit))
    lines = ["#include <%s>" % name for name in included]
    for number, unit in enumerate(units):
        defined = definitions(unit.flags)[0]
        file = (unit.after / unit.file).resolve()
        names = [name for name, _ in defined]
        names += [name for _, text in texts(file) for name in DEFINE.findall(text)]
        lines += ['#pragma push_macro("%s")' % name for name in dict.fromkeys(names)]
        lines += ["#define %s %s" % pair for pair in defined]
        lines += ["namespace unit%d {" % number, '#include "%s"' % file, "}"]
        lines += ['#pragma pop_macro("%s")' % name for name in dict.fromkeys(names)]
    return "\n".join(lines) + "\n"


def named_in(text, units):
    return [unit for unit in units if str(unit.after.resolve()) + "/" in text]


def compile_batch(command, units, folder):
    """(units that compile together, units that must be compiled alone)."""
    good, alone = list(units), []
    folder.mkdir()
    while len(good) > 1:
        file = folder / "batch.cu"
        file.write_text(batch_text(good))
        run = subprocess.run([*command, *definitions(good[0].flags)[1], file.name], cwd=folder,
                             text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if run.returncode == 0:
            return good, alone
        # An error names its place, which may be a header that a unit is at fault for.
        errors = "\n".join(line for line in run.stdout.splitlines() if "error" in line)
        named = named_in(errors, good) or named_in(run.stdout, good) or good
        alone += named
        good = [unit for unit in good if unit not in named]
    return [], alone + good
