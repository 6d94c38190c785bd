"""What becomes of the units of a code base when its proven rewrites are written.

A copy of the repository is migrated (--fix) and read once more, which has to change nothing. Each
unit that includes a changed file is then compiled before and after, by each nvcc that is given: by one
of CUDA 12 or newer for sm_75 as C++17, since it knows no older one; else as the repository says.
"""

import json
import pathlib
import re
import shutil
import subprocess

import corpus_text

QUICK = ["-w", "-Xcicc", "-O0", "-Xptxas", "-O0", "-o", "/dev/null"]
RUNTIME = pathlib.Path(__file__).resolve().parent.parent / "runtime" / "include"


def version_of(nvcc):
    said = subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout
    return tuple(map(int, re.search(r"release (\d+)\.(\d+)", said).groups()))


def contents(root, files):
    return {f: (root / f).read_bytes() for f in files}


def sources(root):
    """The files that may be edited, relative to the root."""
    return [f.relative_to(root) for f in sorted(root.rglob("*")) if f.is_file() and not f.is_symlink()]


def command(nvcc, version, repo, root, unit):
    own = repo.spec["arch"] if version < (12, 0) else ["-arch=sm_75", "-std=c++17"]
    folder = root / unit.parent
    return [nvcc, *own, *repo.flags, f"-I{folder}", f"-I{RUNTIME}", "-c", str(root / unit), *QUICK]


def compiles(nvcc, version, repo, root, unit, timeout=600):
    try:
        made = subprocess.run(command(nvcc, version, repo, root, unit), cwd=root, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return False
    return made.returncode == 0


class Migrated:
    """A copy of the repository with what coopify wrote."""

    def __init__(self, repo, tool, options):
        self.repo, self.root = repo, (repo.out / "after").resolve()
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(repo.root, self.root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        files = sources(self.root)
        before = contents(self.root, files)
        self.fix(tool, options)
        first = contents(self.root, files)
        self.fix(tool, options)
        second = contents(self.root, files)
        self.changed = [f for f in files if before[f] != first[f]]
        self.again = [f for f in files if first[f] != second[f]]

    def fix(self, tool, options):
        commands = json.loads((self.repo.out / "compile_commands.json").read_text())
        text = json.dumps(commands).replace(str(self.repo.root) + "/", str(self.root) + "/")
        text = text.replace(f'"directory": "{self.repo.root}"', f'"directory": "{self.root}"')
        (self.repo.out / "after.json").write_text(text)
        run = [tool, "-p", str(self.repo.out / "after.json"), "--fix", "--allow-dirty", "--quiet", *options]
        with open(self.repo.out / "fix.txt", "wb") as log:
            subprocess.run(run, stdout=log, stderr=log)

    def units(self):
        """Those of the repository that include a changed file."""
        changed = {(self.repo.root / f).resolve() for f in self.changed}
        for unit in self.repo.units:
            closure = corpus_text.closure([unit], self.repo.folders(), self.repo.root)
            if unit.is_relative_to(self.repo.root) and changed & {f.resolve() for f in closure}:
                yield unit.relative_to(self.repo.root)


def gate(repo, tool, compilers, options):
    """{"changed", "again", "units", "compiled": {version: {"before", "after", "lost": [units]}}}"""
    after = Migrated(repo, tool, options)
    units = list(after.units())
    result = {"name": repo.name, "changed": len(after.changed), "again": [str(f) for f in after.again], "units": len(units), "compiled": {}}
    for nvcc in compilers:
        version = version_of(nvcc)
        was = {u for u in units if compiles(nvcc, version, repo, repo.root, u)}
        now = {u for u in units if compiles(nvcc, version, repo, after.root, u)}
        result["compiled"]["%d.%d" % version] = {"before": len(was), "after": len(now), "lost": sorted(str(u) for u in was - now)}
    return result


def table(results):
    versions = sorted({v for r in results for v in r["compiled"]})
    head = ["repository", "changed files", "changed again", "units with one"]
    for v in versions:
        head += [f"compile with {v} before", "after", "no longer"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    total = [0] * (len(head) - 1)
    for r in results:
        cells = [r["changed"], len(r["again"]), r["units"]]
        for v in versions:
            made = r["compiled"].get(v, {"before": 0, "after": 0, "lost": []})
            cells += [made["before"], made["after"], len(made["lost"])]
        total = [a + b for a, b in zip(total, cells)]
        lines.append("| " + " | ".join(map(str, [r["name"], *cells])) + " |")
    return "\n".join(lines + ["| " + " | ".join(map(str, ["all", *total])) + " |"])


def complaints(results):
    for r in results:
        yield from (f"changed again: {r['name']}/{f}" for f in r["again"])
        for version, made in r["compiled"].items():
            yield from (f"no longer compiles with {version}: {r['name']}/{u}" for u in made["lost"])
