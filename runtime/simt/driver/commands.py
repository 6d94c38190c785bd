"""The compilers' command lines."""

import functools
import os
import re
import subprocess
import sys
from dataclasses import dataclass

import request


@dataclass
class Tools:
    clang: str
    lld: str
    plugin: str
    library: str
    includes: tuple
    openmp: str  # the folder of an omp.h whose functions are the machine's
    options: str  # coopify's table of them


# Debian's packages of what is not coopify's own.
PACKAGES = {"clang": "clang-22", "lld": "lld-22"}


def check(tools):
    missing = [package for name, package in PACKAGES.items()
               if not os.path.exists(getattr(tools, name))]
    if missing:
        raise request.Refused("%s is not there; install %s" % (
            next(getattr(tools, name) for name, package in PACKAGES.items()
                 if package == missing[0]), ", ".join(missing)))


# CUDA's device mode, for this CPU. The TSan pass puts a call before each memory
# access; the machine defines those calls. Without optimisation every access of
# the source stays one, in the order of the source.
DEVICE_FLAGS = [
    "-Xclang", "-fcuda-is-device", "-fdeclspec", "-fno-exceptions", "-O0", "-g",
    "-ffp-contract=off", "-fno-fast-math", "-fsanitize=thread",
    "-mllvm", "-tsan-distinguish-volatile=1", "-mllvm", "-tsan-instrument-read-before-write=1",
    # A kernel with no return in a non-void helper must not run into the next function.
    "-fno-strict-return",
    # Host functions of the prelude's templates are declared, never defined.
    "-Wno-undefined-inline", "-Wno-undefined-internal", "-Wno-unused-function",
]


# The toolkit that clang assumes. Its driver would take the installed one, and assume CUDA 9.1 or
# older where none is: kernels then get launch stubs that the plugin does not read.
TOOLKIT = ["--cuda-path=/dev/null", "-Xclang", "-target-sdk-version=13.0",
           "-Wno-unknown-cuda-version"]


def cuda_flags(tools):
    return ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", *TOOLKIT,
            "-Wno-c++11-narrowing", "-fpass-plugin=" + tools.plugin, *include_flags(tools),
            "-include", "simt/prelude.h"]


def include_flags(tools):
    return ["-I" + path for path in tools.includes]


def arch_flags(arch):
    return ["-U__CUDA_ARCH__", "-D__CUDA_ARCH__=" + arch]


def joins_flags(joins):
    return ["-DCOOPIFY_POST_DOMINATORS"] if joins == "post-dominator" else []


def show(command):
    if os.environ.get("SIMTCC_VERBOSE"):
        print(" ".join(command), file=sys.stderr)


def run(command):
    show(command)
    return subprocess.call(command)


def start(command):
    """Runs beside others; what it says on stderr is kept back."""
    show(command)
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace")


# ===-- Flags of other compilers ----------------------------------------------------===

REFUSALS = (r"unknown argument:? '([^']+)'", r"unsupported option '([^']+)'",
            r"argument to '([^']+)' is missing")
OF_PROCESSORS = ("-march=", "-mtune=", "-mcpu=")
UNSUPPORTED_VALUE = r"unsupported argument '([^']*)' to option '([^']+)'"


def unknown_flags(tools, flags, language):
    """Those that clang does not know, by its own word. gcc has more."""
    unknown = set()
    for _ in range(8):  # of some it speaks only when it sees no others
        refused = refused_by(tools.clang, [flag for flag in flags if flag not in unknown], language)
        if not refused & set(flags):
            break
        unknown |= refused
    return unknown


def refused_by(clang, flags, language):
    """What its driver says, and of processors what its compiler says."""
    if not any(flag.startswith("-") and flag[:2] not in ("-I", "-D", "-U") for flag in flags):
        return set()
    said = said_of(clang, "-###", "-x", language, "-c", *flags)
    return {flag for pattern in REFUSALS for flag in re.findall(pattern, said)} | \
        {name + value for value, name in re.findall(UNSUPPORTED_VALUE, said)} | \
        {flag for flag in flags if flag.startswith(OF_PROCESSORS) and
         "error:" in said_of(clang, "-fsyntax-only", "-x", language, flag)}


def said_of(clang, *flags):
    return subprocess.run([clang, *flags, os.devnull, "-o", os.devnull], capture_output=True,
                          text=True, errors="replace").stderr


# ===-- OpenMP ----------------------------------------------------------------------===


@functools.lru_cache
def openmp_library(clang):
    """The path of libomp, if it and its header are there (Debian: libomp-22-dev); else the machine
    has the functions, for one thread."""
    at = lambda name: subprocess.run([clang, "-print-file-name=" + name], capture_output=True,
                                     text=True).stdout.strip()
    library = at("libomp.so")
    is_there = os.path.isabs(library) and os.path.isabs(at("include/omp.h"))
    return os.path.normpath(library) if is_there else None


def openmp_flags(tools, is_asked_for, is_device=False):
    """g++ finds omp.h without -fopenmp, too. Both sides have the macro, as nvcc's have (clang's
    value), but on a device the directives mean nothing, which clang's header does not expect."""
    if is_asked_for and openmp_library(tools.clang):
        return ["-D_OPENMP=202011", "-I" + tools.openmp] if is_device else ["-fopenmp"]
    return ["-idirafter", tools.openmp, *(["-Wno-unknown-pragmas"] if is_asked_for else [])]


def openmp_link_flags(tools):
    library = openmp_library(tools.clang)
    return ["-Wl,--as-needed", library, "-Wl,-rpath," + os.path.dirname(library),
            "-Wl,--no-as-needed"] if library else []


# ===-- Kernels with a harness -------------------------------------------------===


def take(arguments, name, default, choices=None):
    """Removes --name=value from the arguments; the last one counts."""
    prefix = "--%s=" % name
    value = default
    for argument in [a for a in arguments if a.startswith(prefix)]:
        arguments.remove(argument)
        value = argument[len(prefix):]
    if choices and value not in choices:
        raise request.Refused("--%s is %s" % (name, " or ".join(choices)))
    return value


def device_only(tools, arguments):
    arguments = [a for a in arguments if a != "--device-only"]
    warp_size = take(arguments, "warp-size", "32", ("32", "64"))
    arch = take(arguments, "arch", "700")
    joins = take(arguments, "joins", "source", ("source", "post-dominator"))
    if not any(a.startswith(("-std=", "--std=")) for a in arguments):
        arguments.append("-std=c++17")
    return [tools.clang, *cuda_flags(tools), *DEVICE_FLAGS, "-DCOOPIFY_WARP_SIZE=" + warp_size,
            *arch_flags(arch), *joins_flags(joins), "-c", *arguments]


def harness(tools, arguments):
    arguments = [a for a in arguments if a != "--link"]
    return [tools.clang, "-std=c++20", "-g", "-Wno-unused-command-line-argument",
            "-I" + tools.includes[0], *arguments, *link_flags(tools)]


# Without PIE a kernel's addresses, and so its traces, are the same in each run.
def link_flags(tools):
    return ["-fuse-ld=lld", "-no-pie", tools.library]
