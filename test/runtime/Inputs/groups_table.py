#!/usr/bin/env python3
"""groups_table.py PAGE MAJOR COOPIFY... -- COMPILER...: compares the table of PAGE with programs.

The table says for each toolkit, architecture and language whose groups compile. It must say what
COOPIFY reports with --toolkit. For toolkits of the version MAJOR that must be what COMPILER, which is
of that version, does with the rewritten file. Where MAJOR is "bundled", COMPILER compiles the bundled
groups alone, and all toolkits are compared with the table. Prints a line for each cell that differs.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

UNIT = """__global__ void k(int *x) {
  int v = x[threadIdx.x];
  v += __shfl_down(v, 1);
  v += __popc(__ballot(v > 7));
  x[threadIdx.x] = v;
}
void f(int *x) { k<<<1, 32>>>(x); }
"""
WORDS = {(True, True): "both", (True, False): "NVIDIA's", (False, True): "bundled",
         (False, False): "none"}


def cells(page):
    """{(toolkit, arch, language): word} of the rows between the comments."""
    text = pathlib.Path(page).read_text().split("<!-- groups -->")[1].split("<!-- /groups -->")[0]
    rows = [[c.strip() for c in line.strip("|").split("|")] for line in text.splitlines()
            if line.startswith("|")]
    languages = [head[3:] for head in rows[0][2:]]
    return {(row[0].split()[-1], arch, language): word
            for row in rows[2:] for arch in re.findall(r"sm_\d+", row[1])
            for language, word in zip(languages, row[2:])}


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def reported(coopify, toolkit, groups, cases):
    """{(arch, language): whether it compiles}, and the rewritten text."""
    database = [{"directory": os.getcwd(), "file": "a.cu",
                 "command": "nvcc -c a.cu -arch=%s -std=c++%s" % case} for case in cases]
    pathlib.Path("compile_commands.json").write_text(json.dumps(database))
    out = "%s-%s" % (toolkit, groups)
    run(coopify + ["-p", ".", "--toolkit=" + toolkit, "--groups=" + groups,
                   "--json=%s.json" % out, "--out-dir=" + out])
    found = json.loads(pathlib.Path(out + ".json").read_text())["groups"]
    return {(unit["architectures"][0], unit["language"][3:]): unit["compiles"] == "yes"
            for unit in found}, pathlib.Path(out, "a.cu")


def compiles(compiler, arch, language, unit):
    clang = "clang" in compiler[0]
    command = compiler + ["-std=c++" + language, ("--cuda-gpu-arch=" if clang else "-arch=") + arch,
                          "-S" if clang else "-ptx", "-o", "%s-%s.ptx" % (arch, language), str(unit)]
    return run(command).returncode == 0


def compare(table, toolkit, coopify, compiler, bundled_alone):
    """Yields a line for each cell that differs, and None for each file that was compiled."""
    cases = [key[1:] for key in table if key[0] == toolkit]
    sides = {}
    for groups in ("cuda", "bundled"):
        # As C++11 the bundled groups do not compile for coopify either: it writes nothing.
        written = [case for case in cases if groups == "cuda" or case[1] != "11"]
        said, unit = reported(coopify, toolkit, groups, written)
        sides[groups] = said
        if bundled_alone and groups == "cuda":
            continue
        asked = [case for case in cases if not bundled_alone or case[0] in ("sm_60", "sm_90")]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            done = list(pool.map(lambda case: compiles(compiler, *case, unit), asked if compiler else []))
        for case, fine in zip(asked, done):
            yield None
            if fine != (case[1] != "11" if bundled_alone else said.get(case, False)):
                yield " ".join((toolkit, *case, groups, "compiles" if fine else "does not compile"))
    for case in cases:
        word = WORDS[tuple(sides[groups].get(case, False) for groups in ("cuda", "bundled"))]
        if table[(toolkit,) + case] != word:
            yield " ".join((toolkit, *case, "is", table[(toolkit,) + case], "and not", word))


def main():
    page, major, *words = sys.argv[1:]
    split = words.index("--")
    coopify, compiler, table = words[:split], words[split + 1:], cells(page)
    pathlib.Path("a.cu").write_text(UNIT)
    lines = []
    for toolkit in sorted({key[0] for key in table}):
        if major in ("bundled", toolkit.split(".")[0]):
            first = major != "bundled" or not lines # for clang the toolkit makes no difference
            lines += compare(table, toolkit, coopify, compiler if first else [], major == "bundled")
    bad = [line for line in lines if line]
    print("\n".join(bad + ["%d cells, %d compiled, %d differ" % (len(table), lines.count(None), len(bad))]))
    sys.exit(1 if bad or not lines else 0)


main()
