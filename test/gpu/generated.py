"""Programs of the grammar (docs/fuzz.md) for run.py: those that are migrated wholly and mean the same."""

import os
import pathlib
import shutil
import sys
import tempfile

import programs

PROGRAMS = programs.SEMANTICS / "programs"
sys.path.insert(0, str(PROGRAMS))
import batch  # noqa: E402
import grammar  # noqa: E402,F401
from grammar import program  # noqa: E402

COUNT = int(os.environ.get("GENERATED", "300"))
DIVERGENT = int(os.environ.get("DIVERGENT", "60"))  # of them have block barriers that threads reach separately
SIZE = 100         # that are made for a unit,
FIRST = int(os.environ.get("GENERATED_FROM", "31000000"))  # from this number on
COOPERATIVE = ("this_grid", "grid_group")  # the driver here launches in the ordinary way
NOT_FOR_NVCC = ("__clang__", "__CUDA_ARCH__", "_BitInt", "requires")  # CUDA 11's nvcc has no C++20
FLAGS = ("-std=c++20", "-isystem", str(PROGRAMS / "system"))
ODD = {"plain",    # lanes meet in memory that is not volatile: a compiler may break that on any GPU,
       "board",    # or in global memory
       "rows"}     # pointers in memory: their addresses differ on the GPU


def units():
    """{unit: (what makes it)}, until there are COUNT programs; half of them need assumptions that are true, and half
    pass the warp to their helpers."""
    made, first = 0, FIRST
    while made < COUNT:
        passes = ("--helpers=parameter",) if first // SIZE % 4 > 1 else ()
        mode = batch.Mode(assumed=first // SIZE % 2 == 1, options=passes)
        divergent = made < DIVERGENT
        wanted = (DIVERGENT if divergent else COUNT) - made
        found = list(migrated(range(first, first + SIZE), mode, divergent))[:wanted]
        if found:
            yield "random-programs-%d" % (first // SIZE), found, mode
        made += len(found)
        first += SIZE


def migrated(seeds, mode, divergent):
    """The programs of which nothing is left as it was; with barriers that diverge, or without."""
    options = {"only": ["barriers"] if divergent else [], "unread": False}
    made = [program.generate(seed, mode.assumed, options) for seed in seeds]
    outcomes = batch.run(programs.BUILD, made, mode)
    for p in made:
        outcome = outcomes.get(p.seed)
        changed = outcome and (outcome.sites["safe"] or outcome.sites["assumed"])
        wanted = outcome and ("barriers diverge" in outcome.said) == divergent
        if changed and wanted and outcome.verdict == "same" and not batch.is_left(outcome) and not p.flags & ODD:
            # Two compilers make the two sides, for two architectures: no arm may ask which they are.
            asks = any(word in outcome.after for word in NOT_FOR_NVCC + COOPERATIVE)
            if not programs.naive.INTRINSIC.search(outcome.after) and not asks:
                yield p


def build_unit(folder, found, mode):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    before, after = folder / "before.cu", folder / "after.cu"
    before.write_text(batch.Unit(found).text)
    with tempfile.TemporaryDirectory() as temporary:
        unit = batch.Batch(programs.BUILD, found, mode, pathlib.Path(temporary))
        unit.unit = batch.Unit(found)
        unit._migrate()
        after.write_text(unit.after_text)
    options = ["--bag=5", "--inputs=2", "--blocks=2"]
    options += [option for p in found for option in p.options]
    cases = programs.dump_cases(folder, before, after, options, FLAGS)
    built = programs.compile_sides(folder, before, after, FLAGS)
    kernels = {case["kernel"] for case in cases}
    symbols = programs.symbols_of(folder / "legacy.ptx")
    return {"sides": built, "symbols": {n: s for n, s in symbols.items() if n in kernels}, "cases": cases, "left": []}
