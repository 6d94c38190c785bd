"""Whole programs: each .cu is compiled for both sides, and the two objects are joined."""

import dataclasses
import hashlib
import os
import re
import sys
import tempfile

import commands
from request import Refused, Source


# Warnings of another compiler's flags, and flags of another stage: gcc says nothing of them.
# What C was before clang 16, and gcc 14, made errors of it: code as old as this has no prototypes.
OLD_C = ["-Wno-error=" + name for name in (
    "implicit-function-declaration", "implicit-int", "int-conversion",
    "incompatible-function-pointer-types", "return-mismatch")]
QUIET = ["-Wno-unused-command-line-argument", "-Wno-unknown-warning-option",
         "-Wno-ignored-optimization-argument"]


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
        return [self.tools.clang, *self.flags(), *QUIET, *self.wanted.host,
                *commands.openmp_flags(self.tools, self.wanted.openmp), "-Xclang",
                "-fcuda-include-gpubinary", "-Xclang", binary, *stage, self.source.path]

    def device(self, output):
        # Both sides see the whole file; the host's says what there is to warn of.
        openmp = commands.openmp_flags(self.tools, self.wanted.openmp, is_device=True)
        return [self.tools.clang, *self.flags(), *openmp, *commands.DEVICE_FLAGS, "-w",
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
    if standard and (source.language == "c++") != ("++" in standard):
        standard = None
    return [tools.clang, "-x", source.language, *(["-std=" + standard] if standard else []),
            *commands.include_flags(tools), *QUIET, *(OLD_C if source.language == "c" else []),
            *wanted.shared, *wanted.host, *commands.openmp_flags(tools, wanted.openmp), *stage,
            source.path]


def with_known_flags(tools, wanted, source):
    """A flag that clang does not know is of gcc's code generation: it is dropped, and told of."""
    language = "c" if source.language == "c" else "c++"
    unknown = commands.unknown_flags(tools, wanted.shared + wanted.host, language)
    for flag in sorted(unknown):
        note("%s is dropped: clang does not know it" % flag)
    known = lambda flags: [flag for flag in flags if flag not in unknown]
    return dataclasses.replace(wanted, host=known(wanted.host), shared=known(wanted.shared))


def note(text):
    if os.environ.get("SIMTCC_VERBOSE"):
        print("simtcc: " + text, file=sys.stderr)


def compile_one(tools, wanted, source, output):
    wanted = with_known_flags(tools, wanted, source)
    if source.language != "cuda":
        return commands.run(plain(tools, wanted, source, "-c", "-o", output))
    with tempfile.TemporaryDirectory(prefix="simtcc-") as folder:
        return Unit(tools, wanted, source, output, folder).compile()


def preprocess(tools, wanted, source):
    wanted = with_known_flags(tools, wanted, source)
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
    return max((compile_one(tools, wanted, source, wanted.output or
                            os.path.join(wanted.folder, object_name(source.path)))
                for source in sources), default=0)


def compile_into(folder, tools, wanted, sources):
    """(status, objects)"""
    objects = []
    for number, source in enumerate(sources):
        objects.append(os.path.join(folder, "%d-%s" % (number, object_name(source.path))))
        code = compile_one(tools, wanted, source, objects[-1])
        if code:
            return code, objects
    return 0, objects


def link(tools, wanted, sources):
    with tempfile.TemporaryDirectory(prefix="simtcc-") as folder:
        code, objects = compile_into(folder, tools, wanted, sources)
        given = [a.path if isinstance(a, Source) else a for a in wanted.link]
        return code or commands.run([
            tools.clang, *objects, *given, "-o", wanted.output or "a.out",
            *commands.openmp_link_flags(tools), *commands.link_flags(tools), "-lpthread"])


def archive(tools, wanted, sources):
    """nvcc -lib."""
    with tempfile.TemporaryDirectory(prefix="simtcc-") as folder:
        code, objects = compile_into(folder, tools, wanted, sources)
        given = [a.path for a in wanted.link if isinstance(a, Source)]
        ar = os.path.join(os.path.dirname(tools.lld), "llvm-ar")
        return code or commands.run([ar, "rcs", wanted.output or "a.a", *objects, *given])


def tell(wanted):
    archs = list(dict.fromkeys(wanted.archs))
    if len(archs) > 1:
        note("__CUDA_ARCH__ is %s, of %s; --arch=%s makes it another's" % (
            wanted.arch, ", ".join(archs), archs[0]))
    for text in wanted.notes:
        note(text)


def make(tools, wanted):
    if not wanted.sources:
        raise Refused("no files")
    if wanted.stage in wanted.refusals:
        raise Refused(wanted.refusals[wanted.stage])
    tell(wanted)
    sources = [source for source in wanted.sources if source.language != "object"]
    if wanted.stage == "library":
        return archive(tools, wanted, sources)
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
