#!/usr/bin/env python3
"""Measures how linking grows with the number of units, with units that are made for it.

usage: bench_link.py COOPIFY [--units=N,N...] [--work=FOLDER] [--keep] [--page=FILE.md]

One unit is extracted, and the file of any other is that with other names, without the functions of
libraries, which would be most of it. A unit has a kernel, a helper with a shuffle whose mask nobody can correct, a template of its
folder's header, which 100 units share, and one of a header that all share. So what is linked grows
with the units, and each of them ends in a finding; none is a rewrite, for which the units would be
parsed again, and not only linked.

A line for each number: CPU time of all threads, the most memory held, the size of the files that
were read, and the stages of --stats. --page writes the lines and a plot beside it (.svg).
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

COMMON = "template <typename T> __device__ T first(T v) { return __shfl_sync(0xffffffffu, v, 0); }\n"
GROUP = """#include "../common.cuh"
template <typename T> __device__ T both(T v) { return first(v) + first(v + 1); }
"""
UNIT = """#include "group.cuh"
static __device__ int sum(int v) {
  return v + __shfl_down_sync(__activemask(), v, 1);
}
static __global__ void some(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = sum(in[i]) + both(in[i]);
}
void run(const int *in, int *out, int n) { some<<<n / 256 + 1, 256>>>(in, out, n); }
"""
IN_FOLDER = 100  # units
FLAGS = ["--cuda-path=embedded", "--arch=sm_70,host"]


def place(number):
    return "d%05d" % (number // IN_FOLDER), "u%07d.cu" % number


def write_sources(root, count):
    """All with names of one length and the same text: so are their places and hashes."""
    (root / "common.cuh").write_text(COMMON)
    for number in range(count):
        folder, name = place(number)
        if number % IN_FOLDER == 0:
            (root / folder).mkdir(exist_ok=True)
            (root / folder / "group.cuh").write_text(GROUP)
        (root / folder / name).write_text(UNIT)


def without_libraries(program):
    for each in program["Passes"]:
        functions = each["Summary"]["Functions"]
        each["Summary"]["Functions"] = [f for f in functions if not f.get("InSystemHeader")]
    return json.dumps({**program, "Digests": []}, separators=(",", ":"))


def write_files(tool, root, count):
    """What --extract would have written for each unit; the name of a list of them."""
    folder, name = place(0)
    first = root / "first.json"
    subprocess.run([tool, *FLAGS, "--cache=none", f"--extract={first}", str(root / folder / name),
                    "--", "-std=c++17"], check=True)
    text = without_libraries(json.loads(first.read_text()))
    files = []
    for number in range(count):
        of_folder, of_unit = place(number)
        file = root / of_folder / (of_unit + ".json")
        file.write_text(text.replace(folder, of_folder).replace(name, of_unit))
        files.append(f"{file}\n")
    (root / "files").write_text("".join(files))
    return len(text) * count


def link(tool, root):
    """Seconds of CPU and of the clock, MiB, and what --stats says."""
    start = time.perf_counter()
    with open(root / "said", "wb") as said:
        child = subprocess.Popen(
            [tool, *FLAGS, "--cache=none", "--whole-program", "--stats", "--link",
             f"--json={root}/findings.json", f"@{root}/files"], stdout=subprocess.DEVNULL, stderr=said)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    last = [line for line in (root / "said").read_text().split("\n") if "all threads" in line]
    if child.returncode != 1 or not last:
        sys.exit("bench_link.py: linking exits with %d" % child.returncode)
    stages = re.findall(r"(units|other units|link, decide, edit) ([\d.]+) s", last[0])
    return (used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss / 1024,
            [float(seconds) for _, seconds in stages])


def measure(tool, root, count, say):
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    write_sources(root, count)
    size = write_files(tool, root, count) / 2**20
    cpu, clock, memory, stages = link(tool, root)
    say("%7d units, %6.0f MiB of files: CPU %7.2f s, %5.3f ms each; clock %7.2f s; memory %6.0f MiB, "
        "%4.1f KiB each; read %.1f s, other units %.1f s, link %.1f s"
        % (count, size, cpu, 1000 * cpu / count, clock, memory, 1024 * memory / count, *stages))
    return count, cpu, memory, size


def plot(rows):
    """Time (left) and memory (right) over the number of units, beside a straight line; SVG."""
    most = rows[-1][0]
    panels = []
    for x, title, column, unit in ((60, "CPU time", 1, "s"), (460, "memory", 2, "MiB")):
        top = max(row[column] for row in rows) * 1.1
        at = lambda row: (x + 300 * row[0] / most, 240 - 200 * row[column] / top)
        points = [at(row) for row in rows]
        line = " ".join("%.1f,%.1f" % point for point in points)
        panels.append(
            f'<text x="{x}" y="24">{title}</text><path d="M{x} 40V240H{x + 310}" fill="none" stroke="#222"/>'
            f'<path d="M{x} 240L{points[-1][0]:.1f} {points[-1][1]:.1f}" stroke="#b33" stroke-dasharray="4"/>'
            f'<polyline points="{line}" fill="none" stroke="#4a7fb5" stroke-width="2"/>')
        for (px, py), row in zip(points, rows):
            panels.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="#4a7fb5"/>')
        for (px, py), row in list(zip(points, rows))[-3:]:
            panels.append(f'<text x="{px - 8:.1f}" y="{py - 8:.1f}" text-anchor="end">{row[column]:.0f} {unit}</text>'
                          f'<text x="{px:.1f}" y="258" text-anchor="middle">{row[0] // 1000}k</text>')
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 280" font-family="sans-serif" '
            'font-size="13"><rect width="820" height="280" fill="#fff"/>' + "".join(panels) + "</svg>\n")


def write_page(page, lines, rows):
    page.with_name("scale.svg").write_text(plot(rows))
    text = page.read_text()
    begin = text.index("<!-- figures -->\n\n```text\n") + len("<!-- figures -->\n\n```text\n")
    page.write_text(text[:begin] + "\n".join(lines) + "\n" + text[text.index("```", begin):])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("coopify", type=os.path.abspath)
    parser.add_argument("--units", default="1000,10000,30000,100000")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()))
    parser.add_argument("--keep", action="store_true", help="leave the files of the last number there")
    parser.add_argument("--page", type=pathlib.Path)
    options = parser.parse_args()
    root, lines = options.work.resolve() / "coopify-bench-link", []
    say = lambda line: (print(line, flush=True), lines.append(line))
    rows = [measure(options.coopify, root, int(count), say) for count in options.units.split(",")]
    if not options.keep:
        shutil.rmtree(root)
    if options.page:
        write_page(options.page, lines, rows)


main()
