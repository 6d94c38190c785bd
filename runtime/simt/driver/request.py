"""What is asked of simtcc: the options of nvcc and clang, as one value."""

import dataclasses
import os
import re


class Refused(Exception):
    """What simtcc cannot do, and says so."""


@dataclasses.dataclass
class Source:
    path: str
    language: str  # cuda, c++, c, or object


@dataclasses.dataclass
class Request:
    sources: list = dataclasses.field(default_factory=list)
    output: str = None
    stage: str = "link"  # or compile, preprocess, device-link
    arch: str = "700"
    warp_size: str = "32"
    joins: str = "source"
    standard: str = None
    relocatable: bool = False
    shared: list = dataclasses.field(default_factory=list)  # flags of all compilations
    host: list = dataclasses.field(default_factory=list)  # of host code
    link: list = dataclasses.field(default_factory=list)


LANGUAGES = {
    "cuda": (".cu",),
    "c++": (".cpp", ".cc", ".cxx", ".C", ".c++", ".cp"),
    "c": (".c",),
    "object": (".o", ".a", ".so", ".obj", ".lo"),
}
NAMES_OF_LANGUAGES = {"cu": "cuda", "cuda": "cuda", "c++": "c++", "c": "c", "none": None}

# Options of nvcc that mean nothing here: other compilers, code generation of a GPU, reports.
WITHOUT_MEANING = {
    "-lineinfo", "--generate-line-info", "-expt-relaxed-constexpr", "--expt-relaxed-constexpr",
    "-expt-extended-lambda", "--expt-extended-lambda", "-extended-lambda", "--extended-lambda",
    "-use_fast_math", "--use_fast_math", "-restrict", "--restrict", "-res-usage",
    "--resource-usage", "-Wno-deprecated-gpu-targets", "-src-in-ptx", "--source-in-ptx", "-keep",
    "--keep", "-allow-unsupported-compiler", "-m64", "-extra-device-vectorization", "-cuda",
    "-forward-unknown-to-host-compiler", "--forward-unknown-to-host-compiler", "-fno-gpu-rdc",
    "-nocudalib", "-nocudainc", "-Wno-unknown-cuda-version", "-v", "--verbose",
}
WITH_VALUE_WITHOUT_MEANING = {
    "-ccbin", "--compiler-bindir", "-Xptxas", "--ptxas-options", "-Xnvlink", "--nvlink-options",
    "-maxrregcount", "--maxrregcount", "-cudart", "--cudart", "-t", "--threads", "--cuda-path",
    "-Xfatbin", "--fatbin-options", "-code", "--gpu-code", "-ftz", "--ftz", "-prec-div",
    "--prec-div", "-prec-sqrt", "--prec-sqrt", "-fmad", "--fmad", "-diag-suppress",
    "--diag-suppress", "-Xcudafe", "--cudafe-options",
    "-target-dir", "--target-directory", "-keep-dir", "--keep-dir", "-split-compile",
}
# CUDA's own, which the machine takes the place of.
LIBRARIES_WITHOUT_MEANING = {"-lcudart", "-lcudart_static", "-lcuda", "-lcudadevrt"}
REFUSED = {
    "-shared": "kernels are linked with the program; a library of them is an archive of objects",
}
NO_PROGRAMS = {"-ptx": "PTX", "--ptx": "PTX", "-cubin": "a cubin", "--cubin": "a cubin",
               "-fatbin": "a fat binary", "--fatbin": "a fat binary"}
OF_PREPROCESSOR = ("-I", "-D", "-U", "-isystem", "-iquote", "-idirafter", "-include",
                   "-ivfsoverlay")
LONG_NAMES = {"--include-path": "-I", "--define-macro": "-D", "--undefine-macro": "-U",
              "--pre-include": "-include", "--system-include": "-isystem"}


def last_arch(value):
    numbers = re.findall(r"(?:sm_|compute_|^)(\d+)", value)
    if not numbers:
        return None
    return numbers[-1] + ("" if len(numbers[-1]) > 2 and numbers[-1].endswith("0") else "0")


class Parser:
    def __init__(self, arguments):
        self.left = list(arguments)
        self.request = Request()
        self.language = None

    # --- options with a value: --name=value, --name value ---

    def value_of(self, argument, names):
        """(name, value) if the argument is one of the options, with the next one where needed."""
        name, equals, value = argument.partition("=")
        if name not in names:
            return None
        return name, value if equals else self.next_for(argument)

    def next_for(self, argument):
        if not self.left:
            raise Refused("%s needs a value" % argument)
        return self.left.pop(0)

    def parse(self):
        while self.left:
            argument = self.left.pop(0)
            if argument.startswith("@"):
                with open(argument[1:]) as file:
                    self.left[:0] = file.read().split()
            elif not any(step(self, argument) for step in STEPS):
                self.other(argument)
        return self.request

    def take_flag(self, argument):
        if argument in NO_PROGRAMS:
            raise Refused("%s: %s is a GPU's; the machine runs the source" % (
                argument, NO_PROGRAMS[argument]))
        if argument in REFUSED:
            raise Refused("%s: %s" % (argument, REFUSED[argument]))
        if argument in WITHOUT_MEANING or argument in LIBRARIES_WITHOUT_MEANING:
            return True
        action = FLAGS.get(argument)
        if action:
            for name, value in action.items():
                setattr(self.request, name, value)
        return bool(action)

    def take_value(self, argument):
        found = self.value_of(argument, VALUES)
        if found:
            VALUES[found[0]](self.request, found[1])
        return bool(found)

    def take_nothing(self, argument):
        return bool(self.value_of(argument, WITH_VALUE_WITHOUT_MEANING))

    def take_preprocessor(self, argument):
        name, equals, value = argument.partition("=")
        if name in LONG_NAMES:
            self.request.shared += [LONG_NAMES[name], value if equals else self.next_for(argument)]
            return True
        for option in OF_PREPROCESSOR:
            if argument == option:
                self.request.shared += [option, self.next_for(argument)]
                return True
            if argument.startswith(option) and not argument.startswith(("-isystem-", "-include-")):
                self.request.shared.append(argument)
                return True
        return False

    def take_dependencies(self, argument):
        if argument in ("-MF", "-MT", "-MQ"):
            self.request.host += [argument, self.next_for(argument)]
        elif argument in ("-MD", "-MMD", "-MP"):
            self.request.host.append(argument)
        else:
            return False
        return True

    def take_language(self, argument):
        if not argument.startswith("-x") or argument.startswith("-xH"):
            return False
        name = argument[2:] or self.next_for(argument)
        if name not in NAMES_OF_LANGUAGES:
            raise Refused("-x %s: a language that it does not know" % name)
        self.language = NAMES_OF_LANGUAGES[name]
        return True

    def take_link(self, argument):
        if argument in ("-L", "-l", "-framework"):
            argument += self.next_for(argument)
            if argument in LIBRARIES_WITHOUT_MEANING:
                return True
        if not argument.startswith(("-L", "-l", "-Wl,", "-static", "-rdynamic", "-pthread")):
            return False
        self.request.link.append(argument)
        return True

    def take_file(self, argument):
        if argument.startswith("-"):
            return False
        language = self.language or language_of(argument)
        source = Source(argument, language)
        self.request.sources.append(source)
        if language == "object":
            self.request.link.append(source)  # in its place among libraries
        return True

    def other(self, argument):
        """Of the host's compiler; what may change the meaning of a type, of both."""
        if argument.startswith(("-f", "-W", "-w", "-m")):
            self.request.shared.append(argument)
        else:
            self.request.host.append(argument)


STEPS = (Parser.take_flag, Parser.take_value, Parser.take_nothing, Parser.take_dependencies,
         Parser.take_preprocessor, Parser.take_language, Parser.take_link, Parser.take_file)


def language_of(path):
    extension = os.path.splitext(path)[1]
    for language, extensions in LANGUAGES.items():
        if extension in extensions:
            return language
    if ".so." in os.path.basename(path):
        return "object"
    raise Refused("%s: neither source nor object; -x says what it is" % path)


def setter(name):
    return lambda request, value: setattr(request, name, value)


def one_of(name, *choices):
    def take(request, value):
        if value not in choices:
            raise Refused("--%s is %s" % (name.replace("_", "-"), " or ".join(choices)))
        setattr(request, name, value)
    return take


def set_arch(request, value):
    request.arch = last_arch(value) or request.arch


def set_default_stream(request, value):
    if value == "per-thread":  # as nvcc has it (nvcc's --default-stream)
        request.shared.append("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1")


def set_relocatable(request, value):
    request.relocatable = value in ("true", "1", "yes")


FLAGS = {
    "-c": {"stage": "compile"}, "--compile": {"stage": "compile"},
    "-dc": {"stage": "compile", "relocatable": True},
    "--device-c": {"stage": "compile", "relocatable": True},
    "-dw": {"stage": "compile"}, "--device-w": {"stage": "compile"},
    "-dlink": {"stage": "device-link"}, "--device-link": {"stage": "device-link"},
    "-E": {"stage": "preprocess"}, "-M": {"stage": "-M"}, "-MM": {"stage": "-MM"},
    "-fgpu-rdc": {"relocatable": True},
}
VALUES = {
    "-o": setter("output"), "--output-file": setter("output"),
    "-std": setter("standard"), "--std": setter("standard"),
    "-arch": set_arch, "--arch": set_arch, "--gpu-architecture": set_arch, "-gencode": set_arch,
    "--generate-code": set_arch, "--cuda-gpu-arch": set_arch, "--offload-arch": set_arch,
    "-rdc": set_relocatable, "--relocatable-device-code": set_relocatable,
    "-default-stream": set_default_stream, "--default-stream": set_default_stream,
    "--warp-size": one_of("warp_size", "32", "64"),
    "--joins": one_of("joins", "source", "post-dominator"),
    "-Xcompiler": lambda request, value: request.host.extend(value.split(",")),
    "--compiler-options": lambda request, value: request.host.extend(value.split(",")),
    "-Xlinker": lambda request, value: request.link.append("-Wl," + value),
    "--linker-options": lambda request, value: request.link.append("-Wl," + value),
    "--library": lambda request, value: request.link.append("-l" + value),
    "--library-path": lambda request, value: request.link.append("-L" + value),
}


def parse(arguments):
    return Parser(arguments).parse()
