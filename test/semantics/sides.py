"""Builds one side of a comparison: kernels, their table and a SIMT machine in one library.

Used by semantics.py and random_kernels.py; BUILD is the project's build folder.
"""

import concurrent.futures
import functools
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")


class BuildError(Exception):
    """What a compiler said of a side's source."""


def run(command, **options):
    result = subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, **options)
    if result.returncode != 0:
        said = result.stdout.splitlines()
        errors = [line for line in said if "error" in line] or said
        raise BuildError("%s\n%s" % (" ".join(str(part) for part in command),
                                     "\n".join(errors[:5])))
    return result.stdout


def kernels_of(objects):
    """{mangled: demangled} of the kernels in the object files."""
    found = {}
    for line in run([LLVM / "llvm-objdump", "-t", *objects]).splitlines():
        fields = line.split()
        if "simt_kernels" in fields and fields[-2:-1] != ["simt_kernels"] and "F" in fields:
            found[fields[-1]] = None
    names = run([LLVM / "llvm-cxxfilt", *found]).splitlines() if found else []
    return dict(zip(found, names))


def parameters_of(name):
    """The parameters' types of a demangled name: split at the commas of the outermost level."""
    depth, types, start = 0, [], None
    for at, char in enumerate(name):
        if char in "<([":
            depth += 1
            if char == "(" and depth == 1:
                start = at + 1
        elif char in ">)]":
            depth -= 1
            if depth == 0 and char == ")" and start is not None:
                types.append(name[start:at].strip())
                break
        elif char == "," and depth == 1 and start is not None:
            types.append(name[start:at].strip())
            start = at + 1
    return [] if types in (["void"], [""]) else types


def without_result(name):
    """A template's demangled name begins with its result type, a plain function's does not."""
    return name[len("void "):] if name.startswith("void ") else name


ARITHMETIC = re.compile(r"^(bool|(un)?signed char|char|(unsigned )?(short|int|long|long long)|float|double)$")


def callable_type(kind):
    """A type of the same size for the call: pointers of any kind are passed alike."""
    if kind.endswith("*") or "(*)(" in kind:
        return "void *"
    return kind if ARITHMETIC.match(kind) else None


def caller(function, name, mangled, types, linkage):
    """C++ that calls the kernel with arguments from an array of pointers to them."""
    arguments = ", ".join("*(%s *)a[%d]" % (kind, i) for i, kind in enumerate(types))
    return ('%svoid %s(%s) asm("%s");\n%s void %s(void **a) { (void)a; %s(%s); }'
            % ("" if linkage == "static" else "__device__ ", function, ", ".join(types), mangled,
               linkage, name, function, arguments))


def caller_in_unit(mangled):
    return "semantics_call" + mangled


def callers_in_unit(kernels):
    """Only the unit itself can pass the classes that it declares: callers to append to it."""
    lines = []
    for mangled, name in kernels.items():
        types = parameters_of(without_result(name))
        if any(callable_type(kind) is None for kind in types):
            lines.append(caller("semantics_kernel" + mangled, caller_in_unit(mangled), mangled,
                                types, 'extern "C" __device__'))
    return "\n".join(lines)


def table(kernels):
    """The C++ table of the kernels that side.cpp runs."""
    lines = ['#include "Kernel.h"', "using semantics::Kernel;"]
    rows = []
    for index, (mangled, name) in enumerate(sorted(kernels.items(), key=lambda item: item[1])):
        types = parameters_of(without_result(name))
        passed = [callable_type(kind) for kind in types]
        if None in passed:
            call = caller_in_unit(mangled)
            lines.append('extern "C" void %s(void **);' % call)
        else:
            call = "call%d" % index
            lines.append(caller("kernel%d" % index, call, mangled, passed, "static"))
        rows.append('{"%s", "%s", %s},' % (without_result(name), "".join(t + ";" for t in types),
                                           call))
    lines.append("extern const unsigned kernelCount; const unsigned kernelCount = %d;" % len(rows))
    lines.append("extern const Kernel kernelTable[]; const Kernel kernelTable[] = {%s {}};"
                 % "\n".join(rows))
    return "\n".join(lines) + "\n"


@functools.lru_cache(None)
def simtcc(build):
    """The compiler as a module: a process of it for each unit would only start the next one."""
    loader = importlib.machinery.SourceFileLoader("simtcc", str(build / "bin" / "simtcc"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("simtcc", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def compile_command(build, arch, warp_size, arguments):
    return simtcc(build).compile_command(["--arch=%d" % arch, "--warp-size=%d" % warp_size,
                                          *map(str, arguments)])


def build_side(build, units, out, arch, flags=(), warp_size=32):
    """Makes the library OUT of the kernels in UNITS; raises BuildError."""
    build, out = pathlib.Path(build), pathlib.Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)

    def compile_unit(numbered):
        number, unit = numbered
        target = out.with_suffix(".%d.o" % number)
        command = compile_command(build, arch, warp_size, [
            "-fPIC", "-w", "-include", HERE / "harness" / "prelude.h", *flags, "-o", target])
        run([*command, unit])
        kernels = kernels_of([target])
        callers = callers_in_unit(kernels)
        if callers:
            copy = out.with_suffix(".%d.cu" % number)
            copy.write_text('#include "%s"\n%s\n' % (unit, callers))
            run([*command, copy])
        return target, kernels

    with concurrent.futures.ThreadPoolExecutor(len(units) or 1) as pool:
        compiled = list(pool.map(compile_unit, enumerate(units)))
    objects = [target for target, _ in compiled]
    source = out.with_suffix(".table.cpp")
    source.write_text(table({name: shown for _, kernels in compiled
                             for name, shown in kernels.items()}))
    run([LLVM / "clang++", "-std=c++20", "-fPIC", "-shared", "-O0", "-fuse-ld=lld",
         "-Wl,-Bsymbolic", "-Wl,-u,side", "-I", HERE / "harness", source, *objects,
         build / "lib" / "libsemantics-side.a", build / "runtime" / "simt" / "libcoopify-simt.a",
         "-lboost_context", "-o", out])
    return out


def compare(build, before, after, options=()):
    """(exit code, output) of the comparison."""
    result = subprocess.run([os.path.join(build, "bin", "semantics-compare"), str(before),
                             str(after), *options], text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)
    return result.returncode, result.stdout
