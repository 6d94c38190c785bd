"""Whole programs: each .cu is compiled for both sides, and the two objects are joined."""

import hashlib
import os
import re
import sys
import tempfile

import commands
from request import Refused, Source


def object_name(path):
    return os.path.splitext(os.path.basename(path))[0] + ".o"


def unit_name(source, wanted, output):
    """The same in each build, and of no other unit: one file may be compiled twice for a program."""
    key = "\0".join([os.path.abspath(source.path), *wanted.shared, os.path.abspath(output)])
    stem = re.sub(r"\W", "_", os.path.basename(source.path))
    return "%s_%s" % (stem, hashlib.sha256(key.encode()).hexdigest()[:12])


class Unit:
    """One .cu and the flags that both of its compilations have."""

    def __init__(self, tools, wanted, source, output, folder):
        self.tools, self.wanted, self.source = tools, wanted, source
        self.output, self.folder = output, folder
        # A program's own object is in a folder whose name differs each time.
        self.name = unit_name(source, wanted, wanted.output or output)

    def flags(self):
        wanted = self.wanted
        flags = [*commands.cuda_flags(self.tools), '-DCOOPIFY_UNIT="%s"' % self.name,
                 "-DCOOPIFY_WARP_SIZE=" + wanted.warp_size, "-std=" + (wanted.standard or "c++17"),
                 "--no-offload-new-driver"]
        if wanted.relocatable:
            # clang makes the names of static kernels and variables different in each unit.
            flags += ["-fgpu-rdc", "-cuid=" + self.name, "-DCOOPIFY_RELOCATABLE"]
        return [*flags, *wanted.shared]

    def host(self, *stage):
        binary = os.path.join(self.folder, self.name)
        with open(binary, "w") as file:
            file.write(self.name)
        return [self.tools.clang, *self.flags(), *self.wanted.host, "-Xclang",
                "-fcuda-include-gpubinary", "-Xclang", binary, *stage, self.source.path]

    def device(self, output):
        # Both sides see the whole file; the host's says what there is to warn of.
        return [self.tools.clang, *self.flags(), *commands.DEVICE_FLAGS, "-w",
                *commands.arch_flags(self.wanted.arch), *commands.joins_flags(self.wanted.joins),
                "-c", "-o", output, self.source.path]

    def dependencies(self):
        """-MD is for the object that is asked for, not for the host's half of it."""
        given = self.wanted.host
        if not any(flag in given for flag in ("-MD", "-MMD")):
            return []
        flags = [] if "-MF" in given else ["-MF", os.path.splitext(self.output)[0] + ".d"]
        return flags if "-MT" in given or "-MQ" in given else [*flags, "-MT", self.output]

    def compile(self):
        host, device = [os.path.join(self.folder, side + ".o") for side in ("host", "device")]
        beside = commands.start(self.device(device))
        code = commands.run(self.host("-c", "-o", host, *self.dependencies()))
        said = beside.communicate()[1]
        if code:  # what is wrong the host's side has said
            return code
        sys.stderr.write(said)
        return beside.returncode or commands.run(
            [self.tools.lld, "-r", "-o", self.output, host, device])


def plain(tools, wanted, source, *stage):
    standard = wanted.standard
    if standard and (source.language == "c") == ("++" in standard):
        standard = None
    return [tools.clang, "-x", source.language, *(["-std=" + standard] if standard else []),
            *commands.include_flags(tools), "-Wno-unused-command-line-argument",
            *wanted.shared, *wanted.host, *stage, source.path]


def compile_one(tools, wanted, source, output):
    if source.language != "cuda":
        return commands.run(plain(tools, wanted, source, "-c", "-o", output))
    with tempfile.TemporaryDirectory(prefix="simtcc-") as folder:
        return Unit(tools, wanted, source, output, folder).compile()


def preprocess(tools, wanted, source):
    stage = ["-E" if wanted.stage == "preprocess" else wanted.stage]
    if wanted.output:
        stage += ["-o", wanted.output]
    if source.language != "cuda":
        return commands.run(plain(tools, wanted, source, *stage))
    with tempfile.TemporaryDirectory(prefix="simtcc-") as folder:
        return commands.run(Unit(tools, wanted, source, "", folder).host(*stage))


def compile_all(tools, wanted, sources):
    if wanted.output and len(sources) > 1:
        raise Refused("-c with -o makes one object, and there are %d files" % len(sources))
    return max((compile_one(tools, wanted, source, wanted.output or object_name(source.path))
                for source in sources), default=0)


def link(tools, wanted, sources):
    with tempfile.TemporaryDirectory(prefix="simtcc-") as folder:
        objects = []
        for number, source in enumerate(sources):
            objects.append(os.path.join(folder, "%d-%s" % (number, object_name(source.path))))
            code = compile_one(tools, wanted, source, objects[-1])
            if code:
                return code
        given = [a.path if isinstance(a, Source) else a for a in wanted.link]
        return commands.run([tools.clang, *objects, *given, "-o", wanted.output or "a.out",
                             *commands.link_flags(tools), "-lpthread"])


def make(tools, wanted):
    if not wanted.sources:
        raise Refused("no files")
    sources = [source for source in wanted.sources if source.language != "object"]
    if wanted.stage == "link":
        return link(tools, wanted, sources)
    if wanted.stage == "compile":
        return compile_all(tools, wanted, sources)
    if wanted.stage == "device-link":
        return device_link(tools, wanted)
    return max(preprocess(tools, wanted, source) for source in sources)


def device_link(tools, wanted):
    """Nothing is left to do: device code is linked with the program. An object is expected."""
    return commands.run([tools.clang, "-x", "c", "-c", "-o", wanted.output or "a_dlink.o",
                         os.devnull])
