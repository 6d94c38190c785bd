"""simttry: the program that a command names, from the commands of a compile database, twice."""

import json
import os
import subprocess

import request
from request import Refused

WITHOUT_VALUE = {"-c", "-MD", "-MMD", "-MP", "-dc", "--device-c", "-dw", "--compile"}
WITH_VALUE = {"-o", "-MF", "-MT", "-MQ", "--output-file"}
RELOCATABLE = {"-dc", "--device-c"}


def flags_of(unit):
    """Those of the compilation alone: what is written, and where, is said here."""
    words, out = list(unit["arguments"][1:]), []
    while words:
        word = words.pop(0)
        if word in WITH_VALUE:
            words = words[1:]
        elif word in RELOCATABLE:
            out.append("-rdc=true")
        elif word not in WITHOUT_VALUE and not same_file(word, unit):
            out.append(word)
    return out


def same_file(word, unit):
    return not word.startswith("-") and \
        os.path.realpath(os.path.join(unit["directory"], word)) == os.path.realpath(unit["file"])


def output_of(unit):
    words = unit["arguments"]
    for number, word in enumerate(words[:-1]):
        if word in ("-o", "--output-file"):
            return words[number + 1]
    return ""


def new_enough(flags):
    """The groups want C++14."""
    old = ("=c++03", "=c++98", "=c++11", "=c++0x", "=gnu++11", "=gnu++98", "=gnu++0x")
    return [flag.split("=")[0] + "=c++14" if flag.startswith(("-std=", "--std=")) and
            flag.endswith(old) else flag for flag in flags]


def write_overlay(texts, path):
    """Files as they are to be read, under their own names."""
    roots = [{"type": "file", "name": name, "external-contents": text}
             for name, text in texts.items()]
    with open(path, "w") as file:
        json.dump({"version": 0, "case-sensitive": "true", "use-external-names": "false",
                   "roots": roots}, file)
    return path


def depends_on(dependencies, files):
    """Of a file for make, whether one of the files is named there."""
    if not os.path.exists(dependencies):
        return True
    with open(dependencies, errors="replace") as file:
        words = file.read().replace("\\\n", " ").split(": ", 1)[-1].split()
    return bool({os.path.realpath(word) for word in words} & {os.path.realpath(f) for f in files})


class Builder:
    def __init__(self, wanted, tools):
        self.wanted, self.tools = wanted, tools
        self.units = wanted["units"]
        self.folder = wanted["folder"]
        os.makedirs(self.folder, exist_ok=True)
        changed = {**wanted.get("before", {}), **wanted["after"]}
        self.changed = list(changed)
        # Other rewrites of the same program were tried in this folder.
        self.is_known = os.path.exists(self.program("before"))

    def program(self, side):
        return os.path.join(self.folder, "before" if side == "before" else
                            "after-%d" % self.wanted.get("number", 1))

    def path(self, side, number, ending):
        return os.path.join(self.folder, "%s-%d%s" % (side, number, ending))

    def compile(self, side, number, overlay):
        unit, output = self.units[number], self.path(side, number, ".o")
        if side == "before" and self.is_known:
            return output
        flags = flags_of(unit)
        if side == "after":
            flags = new_enough(flags)
        command = [*self.tools.simtcc, *flags, "-w", "-g", *overlay, "-MD", "-MF",
                   self.path(side, number, ".d"), "-c", "-o", output, unit["file"]]
        done = subprocess.run(command, cwd=unit["directory"], capture_output=True, text=True,
                              errors="replace")
        if done.returncode:
            raise Refused("%s does not compile for the machine%s:\n%s" % (
                unit["file"], " when rewritten" if side == "after" else "",
                first_lines(done.stderr or done.stdout)))
        return output

    def objects(self, side):
        texts = self.wanted["after"] if side == "after" else self.wanted.get("before", {})
        overlay = ["-ivfsoverlay", write_overlay(
            texts, os.path.join(self.folder, side + ".yaml"))] if texts else []
        out = []
        for number in range(len(self.units)):
            if side == "after" and not depends_on(self.path("before", number, ".d"), self.changed):
                out.append(self.path("before", number, ".o"))
            else:
                out.append(self.compile(side, number, overlay))
        return out

    def has_main(self, path):
        done = subprocess.run([self.tools.nm, "--defined-only", path], capture_output=True,
                              text=True)
        return any(line.endswith(" T main") for line in done.stdout.splitlines())

    def libraries(self):
        """Again behind the objects that need them."""
        return [flag for flag in self.wanted.get("link", []) if flag.startswith("-l")]

    def link(self, side, objects, number):
        program = self.program(side)
        if side == "before" and self.is_known:
            return program
        archive = os.path.join(self.folder, side + ".a")
        if os.path.exists(archive):
            os.remove(archive)
        first = [] if number is None else [objects[number]]
        others = [path for path in objects if path not in first]
        if others:
            subprocess.run([self.tools.ar, "rcs", archive, *others], check=True)
        command = [*self.tools.simtcc, *first, *self.wanted.get("link", []),
                   *([archive] if others else []), *self.libraries(), "-o", program]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode:
            raise Refused("the program does not link for the machine; --try-link=<flags> adds "
                          "libraries:\n%s" % first_lines(done.stderr))
        return program


def first_lines(text, most=8):
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(lines[:most])


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


def program_named(word, units, mains):
    """Which of the units with a main() the command's first word means."""
    name = os.path.basename(word)
    if len(mains) == 1:
        return mains[0]
    fits = [n for n in mains if "/%s.dir/" % name in "/" + output_of(units[n])] or \
           [n for n in mains if name in (stem(units[n]["file"]), os.path.basename(
               os.path.dirname(units[n]["file"])))]
    if len(fits) == 1:
        return fits[0]
    known = sorted(stem(units[n]["file"]) for n in mains)
    raise Refused("the build has %d programs, and '%s' is not the name of one: %s" % (
        len(mains), word, ", ".join(known)) if mains else
        "no unit of the compile database has a main()")


def build(wanted, word, tools):
    builder = Builder(wanted, tools)
    programs = {}
    for side in ("before", "after"):
        objects = builder.objects(side)
        mains = [n for n, path in enumerate(objects) if builder.has_main(path)]
        # main() may be in a source that was given to the linker.
        links = any(not flag.startswith("-") for flag in wanted.get("link", []))
        number = None if links and not mains else program_named(word, builder.units, mains)
        programs[side] = builder.link(side, objects, number)
    return programs
