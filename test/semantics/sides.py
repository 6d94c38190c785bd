"""Builds one side of a comparison: kernels, their table and a SIMT machine in one library.

Results for unchanged files are cached in BUILD/test/sides, a folder for each set of installed
toolkits. Used by semantics.py
and random_kernels.py; BUILD is the project's build folder.
"""

import functools
import hashlib
import importlib.machinery
import importlib.util
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent.parent / "utils"))
import cuda_toolkit  # noqa: E402

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


def callers_in_unit(kernels):
    """Only the unit itself can pass the classes that it declares: callers to append to it."""
    return "\n".join(
        "__device__ void semantics_kernel%s(%s) asm(\"%s\");\n"
        "extern \"C\" __device__ void semantics_call%s(void **a) { (void)a; semantics_kernel%s(%s); }"
        % (mangled, ", ".join(types), mangled, mangled, mangled,
           ", ".join("*(%s *)a[%d]" % (kind, i) for i, kind in enumerate(types)))
        for mangled, types in kernels.items())


def kernels_with_classes(target):
    """{mangled: its parameters' types} of the kernels that KernelTablePass.cpp has no caller for."""
    if b"semantics_call" not in target.read_bytes():
        return {}
    wanted = set(run([LLVM / "llvm-nm", "--undefined-only", "-j", target]).split())
    return {mangled: parameters_of(without_result(name))
            for mangled, name in kernels_of([target]).items()
            if "semantics_call" + mangled in wanted}


@functools.lru_cache(None)
def simtcc(build):
    """The compiler as a module: a process of it for each unit would only start the next one."""
    loader = importlib.machinery.SourceFileLoader("simtcc", str(build / "bin" / "simtcc"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("simtcc", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


HARNESS = HERE / "harness" / "prelude.h"


def stamp(*files):
    """What is different as soon as one of the files is."""
    found = [(str(file), file.stat()) for file in files]
    return repr([(name, stat.st_mtime_ns, stat.st_size) for name, stat in found])


def kept(build, name, key, make):
    """A file that is made once for each key and stays in the build folder: make(PATH) writes it."""
    key = hashlib.sha256(key.encode()).hexdigest()[:24]
    path = build / "test" / "sides" / cuda_toolkit.digest() / name.replace("KEY", key)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        mine = path.with_name("%d-%d-%s" % (os.getpid(), threading.get_ident(), path.name))  # others make it as well
        make(mine)
        mine.replace(path)
    return path


@functools.lru_cache(None)
def toolchain(build):
    """A stamp of all that makes a side of a unit: headers, compilers, and what is linked with it."""
    runtime = HERE.parent.parent / "runtime"
    headers = [*runtime.glob("*/include/**/*.h"), *(runtime / "include").glob("**/*.h"),
               *(build / "runtime" / "simt" / "include").glob("**/*.h"), HARNESS]
    return stamp(*sorted(headers), *sorted((runtime / "simt" / "driver").glob("*.py")), LLVM / "clang++", build / "bin" / "simtcc",
                 build / "lib" / "SemanticsKernelTable.so", build / "lib" / "CoopifySimtPass.so",
                 *libraries(build))


def prelude(build, command):
    """The preludes, precompiled for these flags: parsing them is half of what a small unit costs."""
    key = toolchain(build) + repr(command)

    def make(path):
        text = '#include "simt/prelude.h"\n#include "%s"\n' % HARNESS
        source = kept(build, "prelude-KEY.h", text, lambda to: to.write_text(text))
        # The driver has no way to say of a header that it is CUDA.
        said = run([*command, "-###", source, "-o", path])
        run(shlex.split(said.splitlines()[-1].replace('"-emit-obj"', '"-emit-pch"')))

    return kept(build, "prelude-KEY.pch", key, make)


def compile_command(build, arch, warp_size, arguments):
    """To compile one side's unit, which is to follow."""
    own = ["-fPIC", "-w", "-fpass-plugin=%s" % (build / "lib" / "SemanticsKernelTable.so"),
           *map(str, arguments)]
    driver = simtcc(build)
    command = driver.commands.device_only(
        driver.TOOLS, ["--arch=%d" % arch, "--warp-size=%d" % warp_size, *own])
    at = command.index("simt/prelude.h")
    del command[at - 1:at + 1]
    return [*command, "-Xclang", "-include-pch", "-Xclang",
            str(prelude(build, without_files(command)))]


def without_files(command):
    """What decides about the preludes: neither where the unit's own headers are nor its object."""
    left, skip = [], False
    for part in command:
        if not skip and part not in ("-I", "-o", "-fsyntax-only"):
            left.append(part)
        skip = part in ("-I", "-o")
    return left


def compile_unit(build, unit, target, arch, warp_size, flags):
    """Compiles a unit with a row for each kernel in it; raises BuildError."""
    command = compile_command(build, arch, warp_size, [*flags, "-o", target])
    run([*command, unit])
    kernels = kernels_with_classes(target)
    if kernels:
        copy = target.with_suffix(".cu")
        copy.write_text('#include "%s"\n%s\n' % (unit, callers_in_unit(kernels)))
        run([*command, copy])


def libraries(build):
    return [build / "lib" / "libsemantics-side.a", build / "runtime" / "simt" / "libcoopify-simt.a"]


def link(build, objects, out):
    """The linker's command line is the compiler's knowledge, and its start takes longer than the linker."""
    driver = [str(part) for part in [
        LLVM / "clang++", "-shared", "-fuse-ld=lld", "-Wl,--threads=1", "-Wl,-Bsymbolic", "-Wl,-u,side",
        "-lobjects", *libraries(build), "-o", "out.so"]]

    def make(path):
        path.write_text(run([*driver, "-###"]).splitlines()[-1])

    command = kept(build, "link-KEY.txt", stamp(LLVM / "clang++") + repr(driver), make).read_text()
    named = {"-lobjects": objects, "out.so": [out]}
    run([part for word in shlex.split(command) for part in named.get(word, [word])])


def build_side(build, units, out, arch, flags=(), warp_size=32):
    """Makes the library OUT of the kernels in UNITS; raises BuildError."""
    build, out = pathlib.Path(build), pathlib.Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    objects = [out.with_suffix(".%d.o" % number) for number, _ in enumerate(units)]
    for unit, target in zip(units, objects):
        compile_unit(build, unit, target, arch, warp_size, flags)
    link(build, objects, out)
    return out


def kept_side(build, units, folder, arch, flags=(), warp_size=32):
    """The same, made once for what is in FOLDER, where all is that the units include."""
    build, folder = pathlib.Path(build), pathlib.Path(folder)
    files = [(str(path.relative_to(folder)), path.read_bytes())
             for path in sorted(folder.rglob("*")) if path.is_file()]
    named = [str(word).replace(str(folder), "FOLDER") for word in (*units, *flags)]
    key = toolchain(build) + repr((files, named, arch, warp_size))

    def make(path):
        with tempfile.TemporaryDirectory() as objects:
            made = build_side(build, units, pathlib.Path(objects) / "side.so", arch, flags, warp_size)
            shutil.move(made, path)

    return kept(build, "side-KEY.so", key, make)


def compare(build, before, after, options=()):
    """(exit code, output) of the comparison."""
    result = subprocess.run([os.path.join(build, "bin", "semantics-compare"), str(before),
                             str(after), *options], text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)
    return result.returncode, result.stdout
