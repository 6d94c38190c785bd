#!/usr/bin/env python3
"""Compares coopify with a plain parse of the same units: the limit that it is measured by.

usage: bench.py COOPIFY FOLDER [--sources=DIR] [--units=N] [--kit=PATH...] [--page=FILE.md]

Units are those of FOLDER, or with --sources those of the code bases of utils/corpus.json that DIR
holds and that mention a legacy call or volatile shared memory, at most four of each.

Of each unit the CPU time (of all threads) is measured, one command after the other, so that all of
them meet the same machine:

  clang    clang++ -fsyntax-only: the host's side and that of one architecture
  cold     coopify --diff of the same two passes, with an empty cache
  warm     the same a third time, with what was kept of the unit removed each time: the headers are
           precompiled, also those that it begins with
  again    the same again: nothing has changed
  nothing  a unit with nothing to rewrite, warm
  tidy     clang-tidy with one trivial check (one side: it reads no other); tidy-ours: and with ours

A line gives the median over all units of the ratio to clang's, with the quartiles, for each toolkit
(--kit; 'embedded': coopify has the embedded headers, clang the first toolkit's if there is one), and the same for
the most memory that a process held.  Then each code base in one run, all of its units with the
same flags (of FOLDER, where there are no sources): CPU time over the sum of clang's, and how much
sooner two threads are done than one.
--page writes the figures and a plot beside it (.svg).
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import cuda_toolkit

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEGACY = re.compile(r"\b__(shfl(_up|_down|_xor)?|ballot|any|all)\s*\(|\bvolatile\s+__shared__|"
                    r"__shared__\s+volatile|\bvolatile\s+\w+\s*\*\s*s\w*\s*[,)=]")
ARCH = "sm_70"


def cost(command, cwd=None):
    """CPU seconds, MiB at the most, wall seconds, exit status."""
    start = time.perf_counter()
    child = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return (used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, time.perf_counter() - start,
            child.returncode)


class Unit:
    def __init__(self, path, flags, folder):
        self.path, self.flags, self.folder = path, flags, folder


def of_folder(folder):
    return [Unit(p, ["-std=c++17"], folder) for p in sorted(folder.glob("*.cu"))]


def of_corpus(sources, most):
    """Four of each code base, from all over it."""
    units = []
    for spec in json.loads((ROOT / "utils/corpus.json").read_text())["repositories"]:
        root = sources / spec["name"]
        files = [f for glob in spec["units"] for f in sorted(root.glob(glob)) if f.suffix == ".cu"]
        files = [f for f in files if LEGACY.search(f.read_text(errors="replace"))]
        for file in files[:: max(1, len(files) // 4)][:4]:
            flags = [f for f in spec.get("flags", []) if f.startswith(("-I", "-D"))]
            units.append(Unit(file, ["-std=c++17", *flags, f"-I{file.parent}"], root))
    return units[:: max(1, len(units) // most)][:most]


def code_bases(sources, folder):
    """The units of each with the same flags, where there are some."""
    if not sources:
        return [of_folder(folder)]
    out = []
    for spec in json.loads((ROOT / "utils/corpus.json").read_text())["repositories"]:
        root = sources / spec["name"]
        files = sorted({f for glob in spec["units"] for f in root.glob(glob) if f.suffix == ".cu"})
        flags = [f for f in spec.get("flags", []) if f.startswith(("-I", "-D"))]
        out.append([Unit(f, ["-std=c++17", *flags], root) for f in files])
    return out


HEADERS = ROOT / "lib/Frontend/embedded"
EMBEDDED = [*cuda_toolkit.CLANG_FLAGS.split(), f"-I{HEADERS}/shim", f"-I{HEADERS}/cuda", "-include",
            "coopify_prelude.h", "-idirafter", f"{HEADERS}/late"]


def headers(kit):
    """The flags with which a plain clang++ finds CUDA's headers."""
    return EMBEDDED if kit == "embedded" else [
        "-x", "cuda", "-Wno-unknown-cuda-version", f"--cuda-path={kit}", "-isystem", f"{kit}/include/cccl"]


def clang(unit, kit):
    return ["clang++-22", "-fsyntax-only", *headers(kit), f"--cuda-gpu-arch={ARCH}",
            "-ferror-limit=0", "-w", *unit.flags, str(unit.path)]


def ours(tool, units, kit, cache, jobs=1):
    return [tool, f"-j{jobs}", "--diff", "--quiet", f"--arch={ARCH},host", f"--cuda-path={kit}",
            f"--cache={cache}", *[str(u.path) for u in units], "--", *units[0].flags]


def reads_all(unit, kit):
    """A missing header ends clang's parse, and not coopify's."""
    said = subprocess.run(clang(unit, kit), cwd=unit.folder, capture_output=True, text=True)
    return "file not found" not in said.stderr and "too many errors" not in said.stderr


TIDY = shutil.which("clang-tidy-22")
MODULE = ROOT / "build/lib/CoopifyTidyModule.so"


def tidy(unit, kit, mine):
    load = [f"--load={MODULE}"] if mine else []
    checks = "-*,misc-unused-alias-decls" + (",coopify-*" if mine else "")
    return [TIDY, *load, "--quiet", f"--checks={checks}", str(unit.path), "--", *clang(unit, kit)[2:-1],
            "--cuda-host-only"]


def forget_units(cache):
    for kept in [*cache.glob("llvmcache-pass-*"), *cache.glob("llvmcache-clean-*")]:
        kept.unlink()


def measure(tool, unit, kit, plain_kit, cache, nothing):
    """CPU and memory of each kind for one unit."""
    empty = pathlib.Path(cache) / "cold"
    shutil.rmtree(empty, ignore_errors=True)
    run = lambda command: cost(command, unit.folder)
    plain = run(clang(unit, plain_kit))
    rows = {"cold": run(ours(tool, [unit], kit, empty))}
    for _ in range(2):
        forget_units(empty)
        rows["warm"] = run(ours(tool, [unit], kit, empty))
    rows["again"] = run(ours(tool, [unit], kit, empty))
    none = Unit(nothing, unit.flags, unit.folder)
    run(ours(tool, [none], kit, empty))
    forget_units(empty)
    rows["nothing"] = run(ours(tool, [none], kit, empty))
    rows["nothing"] = (rows["nothing"][0] * plain[0] / run(clang(none, plain_kit))[0], *rows["nothing"][1:])
    if TIDY and MODULE.exists() and kit == plain_kit:
        rows["tidy"] = run(tidy(unit, kit, False))
        rows["tidy-ours"] = run(tidy(unit, kit, True))
    return plain, rows


def quartiles(values):
    if len(values) < 2:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4)
    return middle, low, high


def table(tool, units, kits, plain_kit, work, say):
    out = {}
    nothing = work / "nothing.cu"
    nothing.write_text("__global__ void k(int *p) { p[threadIdx.x] = 3; }\n"
                       "void run(int *p) { k<<<1, 128>>>(p); }\n")
    for kit in kits:
        base = plain_kit if kit == "embedded" else kit
        ratios, memory = {}, {}
        for unit in [u for u in units if reads_all(u, base)]:
            plain, rows = measure(tool, unit, kit, base, work, nothing)
            for name, row in rows.items():
                ratios.setdefault(name, []).append(row[0] / plain[0])
                memory.setdefault(name, []).append(row[1] / plain[1])
        out[kit] = (ratios, memory)
        for name, values in ratios.items():
            say("%-18s %-8s %2d units  CPU %.3f (%.3f to %.3f) of clang's, memory %.2f"
                % (pathlib.Path(kit).name, name, len(values), *quartiles(values),
                   statistics.median(memory[name])))
    return out


def in_one_run(tool, units, kit, base, work):
    """Ratios to clang's, and how much sooner two threads are done."""
    root = units[0].folder
    plain = sum(cost(clang(u, base), root)[0] for u in units)
    shutil.rmtree(work / "all", ignore_errors=True)
    run = lambda jobs=1: cost(ours(tool, units, kit, work / "all", jobs), root)
    cold = run()[0]
    for _ in range(2):
        forget_units(work / "all")
        warm = run()
    again = run()[0]
    forget_units(work / "all")
    return cold / plain, warm[0] / plain, again / plain, warm[2] / run(2)[2]


def together(tool, bases, kits, plain_kit, work, say):
    for kit in kits:
        base = plain_kit if kit == "embedded" else kit
        rows, count = [], 0
        for units in bases:
            units = [u for u in units if reads_all(u, base)]
            if len(units) > 1 or (units and len(bases) == 1):
                rows.append(in_one_run(tool, units, kit, base, work))
                count += len(units)
        if rows:
            say("%-18s %d code bases, %d units, each in one run: cold %.2f, warm %.2f, again %.3f of clang's; "
                "-j2 is done %.2f times as soon"
                % (pathlib.Path(kit).name, len(rows), count, *map(statistics.median, zip(*rows))))


def plot(figures):
    """Bars of the medians, a whisker between the quartiles; SVG."""
    bars = [(f"{pathlib.Path(kit).name} {name}", quartiles(values))
            for kit, (ratios, _) in figures.items() for name, values in ratios.items()]
    scale = 560 / max(1.2, max(high for _, (_, _, high) in bars))
    lines = []
    for row, (name, (middle, low, high)) in enumerate(bars):
        y = 20 + 26 * row
        lines.append(f'<text x="8" y="{y + 13}">{name}</text>'
                     f'<rect x="200" y="{y}" width="{middle * scale:.0f}" height="16" fill="#4a7fb5"/>'
                     f'<path d="M{200 + low * scale:.0f} {y + 8}H{200 + high * scale:.0f}" '
                     f'stroke="#222" stroke-width="2"/>'
                     f'<text x="{208 + max(high, middle) * scale:.0f}" y="{y + 13}">{middle:.2f}</text>')
    height = 40 + 26 * len(bars)
    one = 200 + scale
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 {height}" '
            f'font-family="sans-serif" font-size="13"><rect width="840" height="{height}" '
            f'fill="#fff"/><path d="M{one:.0f} 12V{height - 16}" stroke="#b33" '
            f'stroke-dasharray="4"/><text x="{one + 4:.0f}" y="{height - 6}" fill="#b33">'
            f'clang++ -fsyntax-only</text>{"".join(lines)}</svg>\n')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("coopify", type=os.path.abspath)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--sources", type=pathlib.Path)
    parser.add_argument("--units", type=int, default=60)
    parser.add_argument("--kit", action="append")
    parser.add_argument("--page", type=pathlib.Path)
    options = parser.parse_args()
    kits = options.kit or [k for k in (cuda_toolkit.find()[0], "embedded") if k]
    plain_kit = next((k for k in kits if k != "embedded"), "embedded")
    folder = options.folder.resolve()
    units = of_corpus(options.sources.resolve(), options.units) if options.sources else of_folder(folder)
    said = []
    say = lambda line: (print(line, flush=True), said.append(line))
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        figures = table(options.coopify, units, kits, plain_kit, work, say)
        sources = options.sources and options.sources.resolve()
        together(options.coopify, code_bases(sources, folder), kits, plain_kit, work, say)
    if options.page:
        plot_file = options.page.with_suffix(".svg")
        plot_file.write_text(plot(figures))
        text = options.page.read_text()
        begin, end = text.index("```text\n") + 8, text.index("```", text.index("```text\n") + 8)
        options.page.write_text(text[:begin] + "\n".join(said) + "\n" + text[end:])


if __name__ == "__main__":
    main()
