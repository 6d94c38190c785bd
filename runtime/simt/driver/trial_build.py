"""simttry: the program that a command names, from the commands of a compile database, twice."""

import json
import os
import re
import shutil
import subprocess

import trial_dependencies
import trial_members
from request import Refused

WITHOUT_VALUE = {"-c", "-MD", "-MMD", "-MP", "-dc", "--device-c", "-dw", "--compile"}
WITH_VALUE = {"-o", "-MF", "-MT", "-MQ", "--output-file"}
RELOCATABLE = {"-dc", "--device-c"}
ARCH = re.compile(r"^(?:--?gpu-architecture|--?arch|--?gencode|--generate-code|--cuda-gpu-arch|"
                  r"--offload-arch)$")
LEAST_ROOM = 1 << 20  # bytes on the disk: with less, whatever failed has failed for that


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
        os.path.realpath(os.path.join(unit["directory"], word)) == os.path.realpath(
            os.path.join(unit["directory"], unit["file"]))


def archs_of(unit):
    """The architectures that its device code is compiled for: "60"."""
    out, words = set(), unit["arguments"]
    for number, word in enumerate(words):
        name, equals, value = word.partition("=")
        if ARCH.match(name):
            value = value if equals else "".join(words[number + 1:number + 2])
            out |= set(re.findall(r"(?:arch=|^)(?:compute_|sm_)(\d+)", value))
    return out


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


def first_lines(text, most=8):
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(lines[:most])


def distinct(units):
    seen = set()
    return [unit for unit in units if (key := json.dumps(unit, sort_keys=True)) not in seen
            and not seen.add(key)]


class Builder:
    """The two programs for one architecture, or as the units' own flags have it."""

    def __init__(self, wanted, tools, arch=None):
        self.wanted, self.tools, self.arch = wanted, tools, arch
        self.units = distinct(wanted["units"])
        self.folder = os.path.join(wanted["folder"], "sm_" + arch) if arch else wanted["folder"]
        os.makedirs(self.folder, exist_ok=True)
        self.changed = [os.path.realpath(name)
                        for name in {**wanted.get("before", {}), **wanted["after"]}]
        # Other rewrites of the same program were tried in this folder.
        self.is_known = os.path.exists(self.program("before"))
        self.failed = {}  # what the compiler says of units that it does not take

    def program(self, side):
        return os.path.join(self.folder, "before" if side == "before" else
                            "after-%d" % self.wanted.get("number", 1))

    def path(self, side, number, ending):
        return os.path.join(self.folder, "%s-%d%s" % (side, number, ending))

    def dependencies(self, side, number):
        return self.path(side, number, ".d"), self.units[number]["directory"]

    # --- compiling ---

    def command(self, side, number, overlay):
        unit, flags = self.units[number], flags_of(self.units[number])
        if side == "after":
            flags = new_enough(flags)
        arch = ["--arch=%s0" % self.arch] if self.arch else []
        return [*self.tools.simtcc, *flags, *arch, "-w", "-g", *overlay, "-MD", "-MF",
                self.path(side, number, ".d"), "-c", "-o", self.path(side, number, ".o"),
                unit["file"]]

    def compile(self, side, number, texts):
        """Twice where a file is also read under another name than its real one."""
        names = dict(texts)
        for _ in range(2):
            overlay = ["-ivfsoverlay", write_overlay(names, self.path(side, number, ".yaml"))] \
                if names else []
            done = subprocess.run(self.command(side, number, overlay),
                                  cwd=self.units[number]["directory"], capture_output=True,
                                  text=True, errors="replace")
            if done.returncode:
                self.failed[side, number] = done.stderr or done.stdout
                return None
            read = trial_dependencies.names(*self.dependencies(side, number)) or []
            more = {name: texts[os.path.realpath(name)] for name in read
                    if os.path.realpath(name) in texts and name not in names}
            if not more:
                break
            names.update(more)
        return self.path(side, number, ".o")

    def objects(self, side):
        """By number, without those that do not compile: who needs them says so."""
        texts = self.wanted["after"] if side == "after" else self.wanted.get("before", {})
        out = {}
        for number in range(len(self.units)):
            if side == "before" and self.is_known:
                path = self.path(side, number, ".o")
                out[number] = path if os.path.exists(path) else None
            elif side == "after" and not trial_dependencies.depends_on(
                    *self.dependencies("before", number), self.changed):
                out[number] = self.path("before", number, ".o")
            else:
                out[number] = self.compile(side, number, texts)
        return {number: path for number, path in out.items() if path and os.path.exists(path)}

    # --- linking ---

    def symbols(self, path):
        """What it defines for all others, once."""
        done = subprocess.run([self.tools.nm, "--defined-only", "--extern-only", path],
                              capture_output=True, text=True)
        rows = [line.split() for line in done.stdout.splitlines()]
        return {row[-1] for row in rows if len(row) == 3 and row[1] in "TDBRG"}

    def demangle(self, symbol):
        tool = os.path.join(os.path.dirname(self.tools.nm), "llvm-cxxfilt")
        done = subprocess.run([tool, symbol], capture_output=True, text=True)
        return done.stdout.strip() or symbol

    def members(self, objects, word):
        symbols = {number: self.symbols(path) for number, path in objects.items()}
        mains = [number for number in symbols if "main" in symbols[number]]
        # main() may be in a source that was given to the linker.
        if not mains and any(not flag.startswith("-") for flag in self.wanted.get("link", [])):
            return [], list(objects)
        if not mains and self.failed:
            self.refuse_compilation(min(self.failed))
        main = trial_members.program_named(word, self.units, mains)
        return trial_members.members(main, mains, self.units, symbols, self.demangle)

    def libraries(self):
        """Again behind the objects that need them."""
        return [flag for flag in self.wanted.get("link", []) if flag.startswith("-l")]

    def run_linker(self, side, own, rest):
        archive = os.path.join(self.folder, side + ".a")
        if os.path.exists(archive):
            os.remove(archive)
        if rest:
            subprocess.run([self.tools.ar, "rcs", archive, *rest], check=True)
        command = [*self.tools.simtcc, *own, *self.wanted.get("link", []),
                   *([archive] if rest else []), *self.libraries(), "-o", self.program(side)]
        return subprocess.run(command, capture_output=True, text=True, errors="replace")

    def link(self, side, objects, word):
        """All as objects, for they may register themselves; else the others are a library."""
        if side == "before" and self.is_known:
            return
        own, rest = ([objects[number] for number in numbers]
                     for numbers in self.members(objects, word))
        done = self.run_linker(side, [*own, *rest], [])
        if done.returncode and rest:
            done = self.run_linker(side, own, rest)
        if done.returncode:
            self.refuse_link(side, done.stderr)

    # --- what is said of failures ---

    def refuse_for_room(self):
        if shutil.disk_usage(self.folder).free < LEAST_ROOM:
            raise Refused("there is no room left in %s" % os.path.dirname(self.wanted["folder"]))

    def refuse_compilation(self, key):
        side, number = key
        self.refuse_for_room()
        raise Refused("%s does not compile for the machine%s:\n%s" % (
            self.units[number]["file"], " when rewritten" if side == "after" else "",
            first_lines(self.failed[key])))

    def refuse_link(self, side, said):
        self.refuse_for_room()
        mine = [key for key in self.failed if key[0] == side]
        if mine:
            self.refuse_compilation(min(mine))
        raise Refused("the program does not link for the machine; --try-link=<flags> adds "
                      "libraries:\n%s" % first_lines(said))

    def refuse_broken_rewrites(self):
        """What compiled as it was has to compile as it would be."""
        for side, number in sorted(self.failed):
            if side == "after" and ("before", number) not in self.failed and not self.is_known:
                self.refuse_compilation((side, number))

    def build(self, word):
        for side in ("before", "after"):
            objects = self.objects(side)
            if side == "after":
                self.refuse_broken_rewrites()
            self.link(side, objects, word)
        return {side: self.program(side) for side in ("before", "after")}

    # --- architectures ---

    def reads_arch(self):
        """Whether a file of the program's folders asks for which one it is compiled."""
        tops = {os.path.realpath(unit["directory"]) for unit in self.units} | \
            {os.path.dirname(path) for path in self.changed} | \
            {os.path.realpath(self.wanted["directory"])}
        files = {os.path.realpath(name) for number in range(len(self.units))
                 for name in trial_dependencies.names(*self.dependencies("before", number)) or []}
        return any(asks_for_arch(path) for path in files
                   if any(path.startswith(top + os.sep) for top in tops))


def asks_for_arch(path):
    with open(path, errors="replace") as file:
        return "__CUDA_ARCH__" in file.read()


def build(wanted, word, tools):
    """The programs, by their architecture ("": there is nothing to choose) and side."""
    first = Builder(wanted, tools)
    programs = {"": first.build(word)}
    archs = sorted({arch for unit in first.units for arch in archs_of(unit)}, key=int)
    if len(archs) < 2 or not first.reads_arch():
        return programs
    return {arch: Builder(wanted, tools, arch).build(word) for arch in archs}
