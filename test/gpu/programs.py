"""Builds what run.py runs: curated and random kernels, legacy and migrated, with their cases."""

import gzip
import json
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SEMANTICS = ROOT / "test" / "semantics"
sys.path.insert(0, str(SEMANTICS))
import generator  # noqa: E402
import naive  # noqa: E402
import random_kernels  # noqa: E402
import semantics  # noqa: E402
import sides  # noqa: E402

BUILD = ROOT / "build"
CUDA = pathlib.Path(os.environ.get("CUDA_PATH", "/usr/local/cuda"))
CLANG = sides.LLVM / "clang++"
RANDOM = 40  # kernels in each of the two units of random ones; some are not migrated wholly

BLOCK_1D, CONVERGED = "--assume=block-1d", "--assume=converged-callers"
# unit: (what coopify is granted, what compare is told)
CURATED = {
    "votes": ([BLOCK_1D], ["--shapes=48,100,256"]),
    "shuffles": ([BLOCK_1D, CONVERGED],
                 ["--shapes=48,100,256", "--shapes=blockSum:64,256", "--shapes=blockScan:64,256"]),
    "shapes": ([], ["--shapes=16x16,5x7", "--shapes=rowsOf16:16x16", "--shapes=wideRows:64x4",
                    "--shapes=halfBlock:8x8", "--shapes=quarterBlock:8x8"]),
    "aggregated": ([BLOCK_1D], ["--shapes=48,100,256", "--limit=60",
                                "--unordered=filter,filterVotes,push,count"]),
    "barriers": ([], ["--shapes=64,100,16x16"]),
    "divergent": ([BLOCK_1D], ["--shapes=32,48,64,100", "--blocks=1", "--unordered=slots"]),
}


def without_kernels(text, names):
    """Kernels that coopify leaves cannot be compiled for sm_90."""
    for name in names:
        text = re.sub(r"^__(global|device)__ \w+ %s(_h\d+)?\(.*?^}\n" % name, "", text,
                      flags=re.M | re.S)
        text = re.sub(r"^.*\b%s<<<.*\n" % name, "", text, flags=re.M)
    return text


def left_kernels(migrated):
    """The kernels of a migrated unit that still call what newer GPUs do not have."""
    left, name = set(), None
    for line in migrated.splitlines():
        start = re.match(r"__(?:global|device)__ \w+ (\w+?)(?:_h\d+)?\(", line)
        name = start[1] if start else name
        if naive.INTRINSIC.search(line) and name:
            left.add(name)
    return left


def migrate(file, grants, folder):
    shutil.rmtree(folder, ignore_errors=True)
    return semantics.migrate(BUILD, file, folder, grants)


def random_units():
    """{unit: (text, grants, options)} of random kernels."""
    for unit, granted in (("random", False), ("random-granted", True)):
        grants = ["--fix=assumed", random_kernels.GRANTS] if granted else []
        shapes = "32,96,256" if granted else "33,96,16x16"
        kernels, seed = [], 1
        while len(kernels) < RANDOM:
            kernel = generator.generate(seed, linear=not granted)
            seed += 1
            if kernel.divergent or not generator.COLLECTIVE.search(kernel.render()):
                continue
            kernels.append(kernel)
        yield unit, "\n".join(k.render() for k in kernels), grants, [
            "--shapes=" + shapes, "--inputs=2"]


def units():
    for unit, (grants, options) in CURATED.items():
        yield unit, (SEMANTICS / (unit + ".cu")).read_text(), grants, options
    yield from random_units()


def compile_sides(folder, before, after, flags=("-std=c++17",)):
    """{side: file}. No side may fuse multiplications with additions: each does so elsewhere."""
    arch = os.environ.get("ARCH", "sm_90")
    sides.run([CLANG, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_60", *flags,
               "--cuda-path=" + str(CUDA), "-isystem", CUDA / "include" / "cccl",
               "-Wno-unknown-cuda-version", "-O3", "-ffp-contract=off",
               "-S", "-w", "-o", folder / "legacy.ptx", before])
    sides.run([CUDA / "bin" / "nvcc", "-cubin", "-arch=" + arch, *flags, "-O3", "-fmad=false",
               "-w", "-I", ROOT / "runtime" / "include", "-o", folder / "migrated.cubin", after])
    built = {"legacy": "legacy.ptx", "migrated": "migrated.cubin"}
    if "COOPIFY_CUDA11" in os.environ:
        # It unrolls loops that lanes leave one by one, which changes who votes together.
        text = re.sub(r"^( *)(for|while|do)\b", r'\1_Pragma("unroll 1") \2', before.read_text(),
                      flags=re.M)
        (folder / "rolled.cu").write_text(text)
        sides.run([pathlib.Path(os.environ["COOPIFY_CUDA11"]) / "bin" / "nvcc", "-ptx",
                   "-arch=compute_60", "-ccbin", "g++", "-allow-unsupported-compiler",
                   "-std=c++14", *(f for f in flags if not f.startswith("-std")), "-O3",
                   "-fmad=false", "-w", "-o", folder / "legacy-nvcc.ptx", folder / "rolled.cu"])
        built["legacy-nvcc"] = "legacy-nvcc.ptx"
    return built


def symbols_of(ptx):
    """{demangled: mangled} of the kernels."""
    mangled = re.findall(r"\.visible \.entry (\w+)\(", ptx.read_text())
    names = sides.run([sides.LLVM / "llvm-cxxfilt", *mangled]).splitlines()
    return {sides.without_result(name): symbol for name, symbol in zip(names, mangled)}


def dump_cases(folder, before, after, options, flags=()):
    """Compares on the SIMT machine and keeps inputs and results of what is the same."""
    libraries = [sides.build_side(BUILD, [unit], folder / "side" / (unit.stem + ".so"), arch, flags)
                 for unit, arch in ((before, 600), (after, 700))]
    dump = folder / "dump"
    dump.mkdir()
    _, output = sides.compare(BUILD, *libraries,
                              ["--inputs=3", "--seeds=20", "--dump=" + str(dump), *options])
    same = {line[len("same: "):].split("): ")[0] + ")"
            for line in output.splitlines() if line.startswith("same: ")}
    print("\n".join(line for line in output.splitlines() if not line.startswith("same: ")))
    cases = []
    for file in sorted(dump.iterdir()):
        data = file.read_bytes()
        kernel = json.loads(data.split(b"\n", 1)[0])["kernel"]
        if kernel in same:
            (folder / (file.name + ".gz")).write_bytes(gzip.compress(data))
            cases.append({"kernel": kernel, "file": file.name + ".gz"})
    shutil.rmtree(dump)
    shutil.rmtree(folder / "side")
    return cases


def build_unit(folder, text, grants, options):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    before = folder / "before.cu"
    before.write_text(text)
    left = left_kernels(migrate(before, grants, folder / "m").read_text())
    before.write_text(without_kernels(text, left))
    after = folder / "after.cu"
    shutil.copy(migrate(before, grants, folder / "m"), after)
    shutil.rmtree(folder / "m")
    cases = dump_cases(folder, before, after, options)
    built = compile_sides(folder, before, after)
    found = {case["kernel"] for case in cases}
    symbols = {name: symbol for name, symbol in symbols_of(folder / "legacy.ptx").items()
               if name in found}
    return {"sides": built, "symbols": symbols, "cases": cases, "left": sorted(left)}


def all_units(generated_only):
    """(name, builder, what it needs), made one after the other."""
    import generated  # which needs what is above
    if not generated_only:
        yield from ((unit, build_unit, arguments) for unit, *arguments in units())
    yield from ((unit, generated.build_unit, arguments) for unit, *arguments in generated.units())


def build(out, generated_only=False):
    out.mkdir(parents=True, exist_ok=True)
    manifest = {}
    for unit, builder, arguments in all_units(generated_only):
        print("== " + unit, flush=True)
        try:
            manifest[unit] = builder(out / unit, *arguments)
        except sides.BuildError as error:
            if "before.cu" not in str(error).splitlines()[0] or not generated_only:
                raise
            print("left out, as the legacy side is not for compute_60: %s" % str(error).splitlines()[1])
            continue
        print("%d kernels, %d launches; left: %s" % (
            len(manifest[unit]["symbols"]), len(manifest[unit]["cases"]),
            ", ".join(manifest[unit]["left"]) or "none"), flush=True)
        (out / "manifest.json").write_text(json.dumps(manifest, indent=1))
