"""simtcc's command line: that of nvcc, or where no CUDA is compiled that of gcc and clang."""

import os
import re

import meanings
import option_files
import options
import request
from request import Refused

# CUDA's own, which the machine takes the place of; and OpenMP's, which commands.py looks for.
LIBRARIES_WITHOUT_MEANING = {"cudart", "cudart_static", "cuda", "cudadevrt", "gomp", "omp", "iomp5"}
KINDS_OF_ERRORS = {"all-warnings", "cross-execution-space-call", "reorder", "default-stream-launch",
                   "missing-launch-bounds", "ext-lambda-captures-this", "deprecated-declarations"}

# What gcc and clang know of nvcc's options, and mean the same by.
OF_BOTH = {"compile", "output-file", "std", "x", "define-macro", "undefine-macro", "include-path",
           "pre-include", "library", "library-path", "preprocess", "generate-dependencies",
           "generate-nonsystem-dependencies", "generate-dependencies-with-compile",
           "generate-nonsystem-dependencies-with-compile", "dependency-output", "shared", "MQ",
           "generate-dependency-targets", "dependency-target-name", "debug", "disable-warnings",
           "optimize", "profile", "gpu-architecture", "relocatable-device-code", "options-file"}
# Of gcc's: what another compiler's warnings, its linker or its runtime libraries are needed for.
DROPPED_OF_HOST = (
    "-Werror", "-pedantic-errors", "--coverage", "-coverage", "-fprofile", "-ftest-coverage",
    "-fcoverage", "-fauto-profile", "-pg", "-flto", "-fuse-linker-plugin", "-fuse-ld",
    "-ffat-lto-objects", "-fsanitize", "-fplugin", "-fsyntax-only", "--param", "-save-temps", "-emit-llvm",
    "-S", "-fsplit-stack", "-include-pch", "-finstrument-functions")
# Of no side of a source: what coopify's table drops, but for these.
KEPT_OF_DROPPED = ("-W", "-w", "-g", "-M", "-T", "-static", "-rdynamic", "-Xlinker")
FOR_LINKER = ("-Wl,", "-static", "-rdynamic", "-pthread", "-T", "-Xlinker", "-z", "-u", "-no-pie",
              "-stdlib")


class Parser:
    def __init__(self, arguments, table):
        self.table = table
        self.request = request.Request()
        self.language = None
        self.fixed_arch = None
        self.left = option_files.expand(arguments)
        self.is_nvcc = self.says_nvcc(arguments) or self.says_nvcc(self.left)

    def says_nvcc(self, words):
        """Where no CUDA is among the sources, and no flag is nvcc's alone, the command is gcc's: it
        has a grammar of its own."""
        endings = [os.path.splitext(word)[1] for word in words if not word.startswith("-")]
        others = request.LANGUAGES["c"] + request.LANGUAGES["c++"]
        return ".cu" in endings or not any(ending in others for ending in endings) or any(
            word in ("cu", "cuda", "-xcu", "-xcuda") or self.table.is_of_nvcc_alone(word)
            for word in words)

    def next_for(self, argument):
        if not self.left:
            raise Refused("%s needs a value" % argument)
        return self.left.pop(0)

    def parse(self):
        if self.is_nvcc:
            self.left = option_files.from_environment("NVCC_PREPEND_FLAGS") + self.left + \
                option_files.from_environment("NVCC_APPEND_FLAGS")
        while self.left:
            argument = self.left.pop(0)
            if not argument.startswith("-") or argument == "-":
                self.take_file(argument)
            elif not self.take_own(argument) and not self.take_nvcc(argument):
                self.take_host(argument, self.left)
        self.request.arch = self.fixed_arch or self.request.arch
        return self.request

    def take_own(self, argument):
        """Of simtcc alone."""
        name, equals, value = argument.partition("=")
        if name not in meanings.OWN:
            return False
        meanings.OWN[name](self.request, value if equals else self.next_for(argument))
        return True

    def take_file(self, path):
        source = request.Source(path, self.language or request.language_of(path))
        self.request.sources.append(source)
        if source.language == "object":
            self.request.link.append(source)  # in its place among libraries

    # ===-- nvcc's ------------------------------------------------------------------===

    def take_nvcc(self, argument):
        found = self.table.of_nvcc(argument)
        if not found or not self.is_nvcc and (found[0].name or found[0].short) not in OF_BOTH:
            return False
        option, value = found
        if option.form == "Flag":
            if value != "false":
                self.apply(option, "", argument)
            return True
        if value is None:
            value = self.value_for(option, argument)
        self.apply(option, value, argument)
        return True

    def value_for(self, option, argument):
        """gcc's "-O" and "-Werror" have none."""
        following = self.left[0] if self.left else ""
        if option.name == "optimize" and not following.isdigit() or \
                option.name == "Werror" and not set(following.split(",")) <= KINDS_OF_ERRORS:
            return ""
        return self.next_for(argument)

    def apply(self, option, value, argument):
        action = ACTIONS.get(option.name or option.short) or MEANINGS.get(option.meaning)
        if action:
            action(self, option, value, argument)

    def take_list(self, option, value, _):
        parts = options.split(value, option.meaning == "Define") if self.is_nvcc else [value]
        for part in parts:
            self.request.shared += [option.adds + part] if len(option.adds) == 2 else \
                [option.adds, part]

    def take_language(self, option, value, argument):
        if value not in request.NAMES_OF_LANGUAGES:
            raise Refused("-x %s: a language that it does not know" % value)
        self.language = request.NAMES_OF_LANGUAGES[value]

    def take_arch(self, option, value, argument):
        """A bare number is simtcc's own, which counts wherever it is."""
        for name in value.split(","):
            arch = request.arch_of(name)
            if arch and name.isdigit():
                self.fixed_arch = arch
            elif arch:
                self.request.arch = arch
                self.request.archs.append(arch)

    def take_gencode(self, option, value, argument):
        """The source sees arch, whatever code is made of it."""
        found = re.search(r"arch=([^,]*)", value)
        self.take_arch(option, found[1] if found else "", argument)

    def take_code(self, option, value, argument):
        if not self.request.archs:
            self.take_arch(option, value, argument)

    def take_library(self, option, value, _):
        for name in options.split(value):
            if name not in LIBRARIES_WITHOUT_MEANING:
                self.request.link.append("-l" + name)

    def take_for_host(self, option, value, _):
        words = options.split_for_host(value)
        while words:
            self.take_host(words.pop(0), words, is_whole=False)

    # ===-- gcc's and clang's -------------------------------------------------------===

    def take_host(self, argument, following, is_whole=True):
        """One flag, with the words behind it that are its value."""
        found = self.table.of_host(argument)
        option, value = found or (options.Option(argument, "", "Flag", "KeepLine"), "")
        words = [argument]
        if option.takes_next() and value is None and following:
            words.append(following.pop(0))
            value = words[1]
        if is_whole and option.meaning in ("Arch", "Language", "RelocatableOn", "DeviceOnly"):
            MEANINGS[option.meaning](self, option, value, argument)
        elif argument.startswith("@") and not is_whole:
            following[:0] = options.words_of(argument[1:])
        else:
            self.place(option, words, is_whole)

    def place(self, option, words, is_whole):
        flag = words[0]
        if flag == "-fopenmp" or flag.startswith("-fopenmp="):
            self.request.openmp = True
        elif flag.startswith(DROPPED_OF_HOST) and not flag.startswith("-fprofile-note"):
            self.request.notes.append("%s is dropped" % " ".join(words))
        elif flag.startswith(FOR_LINKER):
            self.request.link += words
            self.request.host += words if flag.startswith(("-pthread", "-stdlib")) else []
        elif option.meaning == "Drop" and not flag.startswith(KEPT_OF_DROPPED):
            pass
        else:
            self.side(option, flag, is_whole).extend(words)

    def side(self, option, flag, is_whole):
        """What may change a type or a macro is of both sides; nvcc preprocesses both with it."""
        is_both = option.meaning in ("Keep", "Pass") and not flag.startswith(("-O", "-Wp,-M")) or \
            flag in ("-Xclang", "-ivfsoverlay") or is_whole and flag.startswith(("-f", "-m"))
        return self.request.shared if is_both else self.request.host


ACTIONS = {**meanings.ACTIONS, "library": Parser.take_library}
MEANINGS = {
    **meanings.MEANINGS, "Define": Parser.take_list, "List": Parser.take_list,
    "Language": Parser.take_language, "Arch": Parser.take_arch, "Code": Parser.take_code,
    "Gencode": Parser.take_gencode, "Host": Parser.take_for_host,
}


def parse(arguments, table):
    return Parser(arguments, table).parse()
