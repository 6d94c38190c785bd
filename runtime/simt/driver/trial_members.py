"""simttry: of which objects the program is that the command names.

Targets of CMake's have a folder each, NAME.dir. Without them every unit that has no main() belongs
to every program, unless two of them define the same.
"""

import collections
import os
import re

from request import Refused


def output_of(unit):
    words = unit["arguments"]
    for number, word in enumerate(words[:-1]):
        if word in ("-o", "--output-file"):
            return words[number + 1]
    return ""


def target_of(unit):
    """"build/CMakeFiles/two.dir" of "build/CMakeFiles/two.dir/a.cu.o", or ""."""
    path = os.path.normpath(os.path.join(unit["directory"], output_of(unit)))
    found = re.match(r"(.*/[^/]+\.dir)/", path)
    return found.group(1) if found else ""


def stem(path):
    return os.path.splitext(path)[0]


def path_of(unit):
    return os.path.realpath(os.path.join(unit["directory"], unit["file"]))


def short_names(units, numbers):
    """Of each main()'s file as much of the path as tells it from the others."""
    paths = {n: stem(path_of(units[n])).split(os.sep) for n in numbers}
    for count in range(1, 1 + max(map(len, paths.values()), default=0)):
        out = {n: os.sep.join(path[-count:]) for n, path in paths.items()}
        if len(set(out.values())) == len(out):
            break
    return out


def program_named(word, units, mains):
    """Which of the units with a main() the command's first word means."""
    if not mains:
        raise Refused("no unit of the compile database has a main()")
    if len(mains) == 1:
        return mains[0]
    name = os.path.basename(word)
    wanted = os.path.normpath(word).lstrip("./")
    ends = lambda path: (os.sep + path).endswith(os.sep + wanted)
    for fits in ([n for n in mains if os.path.basename(target_of(units[n])) == name + ".dir"],
                 [n for n in mains if ends(stem(path_of(units[n])))],
                 [n for n in mains if ends(os.path.dirname(path_of(units[n])))],
                 [n for n in mains if name == os.path.basename(stem(path_of(units[n])))],
                 [n for n in mains if name == os.path.basename(os.path.dirname(
                     path_of(units[n])))]):
        if len(fits) == 1:
            return fits[0]
    raise Refused("the build has %d programs, and '%s' is not the name of one: %s" % (
        len(mains), word, ", ".join(sorted(short_names(units, mains).values()))))


def clashes(numbers, symbols):
    """Symbols that several of the objects define, with these."""
    by_symbol = collections.defaultdict(list)
    for n in numbers:
        for symbol in symbols[n]:
            by_symbol[symbol].append(n)
    return {symbol: found for symbol, found in by_symbol.items() if len(found) > 1}


def near(main, numbers, units):
    """Those in the folder of the main()'s file, if there are any."""
    folder = lambda n: os.path.dirname(path_of(units[n]))
    return [n for n in numbers if folder(n) == folder(main)] or numbers


def without_clashes(main, numbers, units, symbols, demangle):
    """Of units that define the same, those beside the main(); Refused where that says nothing."""
    out = list(numbers)
    for symbol, found in clashes(numbers, symbols).items():
        kept = near(main, found, units)
        if len(kept) > 1:
            raise Refused(
                "'%s' is defined by %s, and which of them belongs to the program is not known: a "
                "compile database with the names of CMake's objects tells" % (
                    demangle(symbol), " and ".join(sorted({units[n]["file"] for n in kept}))
                    if len({units[n]["file"] for n in kept}) > 1
                    else units[kept[0]]["file"] + ", which is compiled %d times," % len(kept)))
        out = [n for n in out if n not in found or n in kept]
    return out


def members(main, mains, units, symbols, demangle):
    """(own, libraries): objects of the program, and those of which it takes what it needs."""
    foreign = {target_of(units[n]) for n in mains if n != main} - {"", target_of(units[main])}
    rest = [n for n in symbols if n not in mains and target_of(units[n]) not in foreign]
    target = target_of(units[main])
    own = [n for n in rest if target and target_of(units[n]) == target]
    libraries = without_clashes(main, [n for n in rest if n not in own], units, symbols, demangle)
    return [main, *own], libraries
