"""What compile_gate.py found right before and need not compile again.

A unit's key is the hash of all that its result depends on: its test's files, its flags, the
compiler, the headers. Only what passed is kept, and only as long as it is asked for. Each file
belongs to one set of installed toolkits (cuda_toolkit.digest()).
"""

import hashlib
import json
import pathlib
import shutil

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = ("lib/Frontend/embedded", "runtime/include", "utils")


def files_below(folder):
    return sorted(file for file in pathlib.Path(folder).rglob("*")
                  if file.is_file() and "__pycache__" not in file.parts)


def hash_of(files, root, digest):
    for file in files:
        data = file.read_bytes()
        digest.update(b"%s %d\n" % (str(file.relative_to(root)).encode(), len(data)) + data)


def compilers(programs):
    """Which they are: a new version is another file."""
    for program in programs:
        real = pathlib.Path(shutil.which(program) or program).resolve()
        yield "%s %s" % (real, real.stat().st_mtime_ns if real.exists() else 0)


class KeptPasses:
    def __init__(self, file, programs):
        """FILE holds them between two runs; PROGRAMS are the compilers."""
        self.file, self.now = pathlib.Path(file), {}
        self.known = json.loads(self.file.read_text()) if self.file.is_file() else {}
        base = hashlib.sha256("\n".join(compilers(programs)).encode())
        for folder in OURS:
            hash_of(files_below(ROOT / folder), ROOT, base)
        self.base = base

    def key(self, compiler, unit):
        digest = self.base.copy()
        digest.update(json.dumps([compiler, unit.file, unit.flags]).encode())
        for side in (unit.before, unit.after):
            hash_of(files_below(side), side, digest)
        return digest.hexdigest()

    def code(self, compiler, unit):
        """The result of before, or None."""
        return self.known.get(self.key(compiler, unit))

    def keep(self, compiler, unit, code):
        if code != "FAIL":
            self.now[self.key(compiler, unit)] = code

    def write(self):
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.now))
