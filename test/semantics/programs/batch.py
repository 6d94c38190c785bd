"""Many programs as one unit: compiled, migrated and compared at once.

What a batch costs is mostly the compiler's and coopify's start, so one with forty programs costs little
more than one with four. A program that does not compile before is the generator's mistake: it is left
out, counted, and the rest is compiled again.
"""

import collections
import contextlib
import dataclasses
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import naive  # noqa: E402
import sides  # noqa: E402

VERDICT = re.compile(r"^(same|differs|complaint|no-evidence|unusable|left|unfair): (k[0-9]+_\w+)\(.*?\): (.*)$")
ERROR = re.compile(r"^[^:]*?\b([ab]k?)\.cuh?:(\d+):\d+: (?:fatal )?error: (.*)$")
HANGS = re.compile("deadlock|divergent|step bound|mask|Alarm")
NEW_HANG = "hangs as it did not before"  # of a program whose barriers diverge (harness/compare.cpp)
BARRIER = re.compile(r"__syncthreads(?:_\w+)?\s*\(|\bblock\w*\.sync\(")
OWN_COLLECTIVE = re.compile(
    r"_sync\s*\(|\b__syncwarp\b|\b__syncthreads_(?:count|and|or)\b|\btiled_partition\b|\bcoalesced_threads\b"
)
TYPES = """#include <threads.h>
template <class T> __device__ T &&valueOf();
template <class T> struct Way { T *to; };
template <class T> __device__ T *wayTo(T *p) { return p; }
"""
HEADS = {32: "#include <cooperative_groups.h>\n" + TYPES + """#ifdef AS_CLANG
#undef __NVCC__
#define __clang__ 1
#else
#undef __clang__
#define __NVCC__ 1
#endif
""", 64: "#include <hip/hip_cooperative_groups.h>\n" + TYPES + """#ifndef __HIP__
#define __HIP__ 1
#define __HIP_DEVICE_COMPILE__ 1
#undef __CUDA_ARCH__
#endif
"""}
# Checks of code that works as it is, which are off by default, tell of launches or only report: where they refuse, nothing is left to be done.
OPTIONAL = ("sync-intrinsic", "dynamic-tile", "group-creation")
AS_IT_IS = (*OPTIONAL, "grid-barrier", "wave64", "divergent-barrier")
BAD = ("differs", "complaint", "broken", "missed")


@dataclasses.dataclass(frozen=True)
class Mode:
    """How a batch is migrated and compiled; chosen by its seed."""

    assumed: bool = False  # whole programs without launches, all assumptions granted; they are true
    defines: tuple = ()    # what the compiler has defined and coopify, which reads #if as nvcc does, does not see
    seen: bool = False     # coopify sees them after all
    unread: bool = False   # the kernels are in a unit that coopify does not see
    closed: bool = False   # coopify is told that the unit is the whole program, which is true
    options: tuple = ()    # of coopify
    flags: tuple = ()      # of its compile command
    meaning: tuple = ()    # flags of it, and of the machine's compiler, that change what programs mean
    archs: tuple = ()      # that coopify reads the unit for
    compiled: int = 700    # the architecture that the machine compiles for
    seeds: int = 20
    inputs: int = 2
    blocks: int = 1
    brief: bool = True     # without the places of what the machine finds
    lanes: int = 32        # of a warp; programs for 64 are HIP's
    naive: str = ""        # not migrated: rewritten as people do (naive.py), which must be seen to fail
    binary: str = ""

    @property
    def label(self):
        return ("64 lanes " if self.lanes == 64 else "") + (self.naive or ("unread" if self.unread else "assumed" if self.assumed else "closed" if self.closed else "safe") + "".join(" " + d for d in (*self.defines, *self.options, *self.flags, *self.meaning, *self.archs)) + (" as sm_%d" % (self.compiled // 10) if self.archs else ""))

    @property
    def language(self):
        """How coopify is told what the unit is: its options and the compiler's."""
        return (["--arch=" + ",".join(self.archs or ("sm_70",))], ["-x", "cuda"]) if self.lanes == 32 else ([], ["-x", "hip", "--offload-arch=gfx90a"])


@dataclasses.dataclass
class Outcome:
    verdict: str      # of the comparison, or 'broken', 'missed', 'invalid' (does not compile before)
    said: str = ""
    sites: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    findings: list = dataclasses.field(default_factory=list)
    after: str = ""

    @property
    def failed(self):
        return self.verdict in BAD


class Unit:
    """The text of a batch, and whose each line is."""

    def __init__(self, programs, unread=False, head=HEADS[32]):
        self.text, self.owners = self._joined(head, programs, lambda p: p.halves()[0] if unread else p.text())
        self.kernels, self.kernel_owners = self._joined("", programs, lambda p: p.halves()[1]) if unread else ("", [])

    @staticmethod
    def _joined(head, programs, text_of):
        owners, lines = [None] * head.count("\n"), [head]
        for program in programs:
            text = text_of(program) + "\n"
            lines.append(text)
            owners += [program.seed] * text.count("\n")
        return "".join(lines), owners

    def owner(self, line, file="b"):
        owners = self.kernel_owners if file.endswith("k") else self.owners
        return owners[min(line, len(owners)) - 1] if owners else None


def owners_of_errors(output, owner):
    """{seed: what was said of it}; None among them: nobody's."""
    found = {}
    for line in output.splitlines():
        match = ERROR.match(line)
        if match:
            found.setdefault(owner(int(match.group(2)), match.group(1)), match.group(3))
    return found


@contextlib.contextmanager
def timed(costs, stage):
    """Adds the CPU seconds of the processes that end inside."""
    used = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    start = used()
    yield
    costs[stage] += used() - start


class Batch:
    def __init__(self, build, programs, mode, folder):
        self.build, self.programs, self.mode, self.folder = pathlib.Path(build), programs, mode, folder
        self.outcomes = {}
        self.costs = collections.Counter()

    def run(self):
        """{seed: Outcome}"""
        with timed(self.costs, "compiling before"):
            before = self._compile_before()
        if not before:
            return self.outcomes
        with timed(self.costs, "coopify"):
            self._migrate()
        with timed(self.costs, "compiling after"):
            after = self._compile_after()
        with timed(self.costs, "running"):
            self._compare(before, after)
        return self.outcomes

    # --- compiling ---

    def _path(self, name):
        """What coopify may rewrite: a unit, or a header of it and of one that it does not see."""
        return self.folder / (name + (".cuh" if self.mode.unread else ".cu"))

    def _write(self, name, text):
        self._path(name).write_text(text)
        if self.mode.unread:
            include = '#include "%s.cuh"\n' % name
            (self.folder / (name + ".cu")).write_text(include)
            (self.folder / (name + "k.cu")).write_text(include + "#line 1\n" + self.unit.kernels)

    def _joined(self):
        return Unit(self.programs, self.mode.unread, HEADS[self.mode.lanes])

    def _object(self, name, options=()):
        target = self.folder / (name + ".o")
        command = sides.compile_command(self.build, self.mode.compiled, self.mode.lanes, ["-g0" if self.mode.brief else "-g", "-ferror-limit=0", "-std=c++20",
                                                              "-isystem", HERE / "system", *self.mode.defines, *self.mode.meaning, "-o", target, *options])
        name += "k" if self.mode.unread else ""
        result = subprocess.run([*map(str, command), str(self.folder / (name + ".cu"))], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return target, "" if result.returncode == 0 else result.stdout or "crashed"

    def _link(self, target):
        out = target.with_suffix(".so")
        sides.link(self.build, [target], out)
        return out

    def _compile_before(self):
        while self.programs:
            self.unit = self._joined()
            self._write("b", self.unit.text)
            target, said = self._object("b")
            if not said:
                return self._link(target)
            self._drop(owners_of_errors(said, self.unit.owner), "invalid", said)
        return None

    def _drop(self, owners, verdict, said):
        owners.pop(None, None)
        if not owners:
            raise sides.BuildError(said[:2000])
        for seed, text in owners.items():
            self.outcomes[seed] = Outcome(verdict, text)
        self.programs = [p for p in self.programs if p.seed not in owners]

    def _compile_after(self):
        """With what does not compile any more taken out."""
        text, broken = self.after_text, {}
        while True:
            self._write("a", text)
            target, said = self._object("a")
            if not said:
                break
            owners = owners_of_errors(said, self._owner_after)
            if not owners or None in owners or set(owners) <= set(broken):
                raise sides.BuildError(said[:2000])
            broken.update(owners)
            text = without(text, self._owner_after, broken)
            self.unit.kernels = without(self.unit.kernels, lambda line: self.unit.owner(line, "ak"), broken)
        for seed, said in broken.items():
            told = any(names_inactive_call(f) for f in self.reports[seed].findings)
            self.outcomes[seed] = dataclasses.replace(self.reports[seed], verdict="told" if told else "broken", said=said)
        return self._link(target)

    # --- migrating ---

    def _migrate(self):
        if self.mode.naive:
            return self._rewrite_naively()
        self._write("a", self.unit.text)
        binary = self.mode.binary or str(self.build / "bin" / "coopify")
        options, flags = self.mode.language
        command = [binary, "--cuda-path=embedded", "--quiet", *options, "--fix=assumed" if self.mode.assumed else "--fix",
                   "--json=report.json", "--allow-dirty", *(["--whole-program"] if self.mode.closed else []), *self.mode.options, "a.cu", "--", *flags, "-std=c++20",
                   "-isystem", str(HERE / "system"), *self.mode.flags, *self.mode.meaning, *(self.mode.defines if self.mode.seen else ())]
        result = subprocess.run(command, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode not in (0, 1) or not (self.folder / "report.json").exists():
            raise sides.BuildError("%s\n%s" % (" ".join(command), result.stdout[-2000:]))
        self.after_text = self._path("a").read_text()
        self._follow_lines()
        self.reports = {p.seed: Outcome("", after=self._text_after(p.seed)) for p in self.programs}
        for finding in json.loads((self.folder / "report.json").read_text())["findings"]:
            seed = self.unit.owner(finding["line"])
            if seed in self.reports:
                self.reports[seed].sites[kind_of(finding)] += 1
                self.reports[seed].findings.append(finding)

    def _rewrite_naively(self):
        self.after_text = naive.REWRITES[self.mode.naive](self.unit.text)
        if self.mode.lanes == 64:
            self.after_text = self.after_text.replace("_sync(0xffffffffu, ", "_sync(~0ull, ").replace("tiled_partition<32>", "tiled_partition<64>")
        self._follow_lines()
        made = collections.Counter(safe=1)
        self.reports = {p.seed: Outcome("", sites=made, after=self._text_after(p.seed)) for p in self.programs}

    def _follow_lines(self):
        """Whose the lines of the result are: each program begins with the same words as before."""
        marks = {}
        for program in self.programs:
            marks["// program %s" % program.seed] = program.seed
        self.after_owners, owner = [], None
        for line in self.after_text.split("\n"):
            owner = marks.get(line, owner)
            self.after_owners.append(owner)

    def _owner_after(self, line, file="a"):
        if file.endswith("k"):
            return self.unit.owner(line, file)
        return self.after_owners[line - 1] if line <= len(self.after_owners) else None

    def _text_after(self, seed):
        return "\n".join(line for line, owner in zip(self.after_text.split("\n"), self.after_owners) if owner == seed)

    # --- comparing ---

    def _compare(self, before, after):
        running = [p for p in self.programs if p.seed not in self.outcomes]
        options = ["--fair", "--bag=5", "--seeds=%d" % self.mode.seeds, "--blocks=%d" % self.mode.blocks, "--inputs=%d" % self.mode.inputs, "--seconds=20"]
        options += [option for p in running for option in p.options]
        options += ["--brief"] if self.mode.brief else []
        left = [p.kernel for p in running if is_left(self.reports[p.seed]) or "lockstep" in p.flags]
        options += ["--lockstep=" + ",".join(left)] if left else []
        broken = [p.kernel for p in self.programs if p.seed in self.outcomes]
        options += ["--skip=" + ",".join(broken)] if broken else []
        _, output = sides.compare(self.build, before, after, options)
        said = split_output(output)
        for program in running:
            verdict, text = said.get(program.kernel, ("lost", output[-500:]))
            outcome = dataclasses.replace(self.reports[program.seed], verdict=verdict, said=text)
            self.outcomes[program.seed] = outcome if self.mode.naive else judged(program, outcome, bool(self.mode.defines))


def names_inactive_call(finding):
    """A call that does not compile, or brings other lanes, if its #if arm is chosen; and coopify said so."""
    return finding["check"] == "hidden-block-barrier" and finding["verdict"].get("reason") == "inactive-branch"


def without(text, owner, gone):
    """The text with the lines empty that belong to those."""
    return "\n".join("" if text and owner(i + 1) in gone else line for i, line in enumerate(text.split("\n")))


def split_output(output):
    """{kernel: (verdict, all that was said)}"""
    said, now = {}, None
    for line in output.splitlines():
        match = VERDICT.match(line)
        if match:
            now = match.group(2)
            said[now] = (match.group(1), match.group(3))
        elif now and not re.match(r"^\d+ kernels:", line):
            said[now] = (said[now][0], said[now][1] + "\n" + line)
    return said


def kind_of(finding):
    verdict = finding["verdict"]
    if finding["check"] == "wave64":
        return "of 32 lanes"
    if verdict["kind"] != "rewrite":
        return "refused" if verdict["kind"] == "refusal" else "note"
    return verdict["applicability"] if finding["applied"] else finding.get("notApplied", "held")


def assumptions(report):
    return {name for f in report.findings if f["verdict"]["kind"] == "rewrite" for name in f["verdict"]["assumptions"]}


def is_left(report):
    """Something of the program stays as it was: then only lockstep gives it a meaning."""
    kinds = {kind_of(f) for f in report.findings if f["check"] not in AS_IT_IS} if report.findings else set(report.sites)
    return any(kind not in ("safe", "note") and not (kind == "assumed" and all(
        f["applied"] for f in report.findings if kind_of(f) == "assumed")) for kind in kinds)


def raced_of(outcome):
    """The variables that lanes race for, as the machine names them."""
    return set(re.findall(r"race: (\w+?)\+\d+:", outcome.said))


def named_of(program, outcome):
    """Those that a finding of implicit-warp-sync may speak of: by their names, or by what is made of them. A parameter may be any."""
    text = program.text()
    shared = {"dynamic" if found.group(1) else found.group(2): found.group(2)
              for found in re.finditer(r"(extern )?__shared__ (?:volatile )?\w+ (\w+)[\[;]", text)}
    named = set()
    for finding in outcome.findings:
        if finding["check"] != "implicit-warp-sync":
            continue
        own = {name for name, written in shared.items() if written == finding["name"]}
        named |= own or set(shared)
    return named


def judged(program, outcome, unseen):
    """What a verdict means, with what coopify said of the program; unseen: other #if arms were compiled than it read."""
    if outcome.verdict == "complaint" and NEW_HANG in outcome.said:
        granted = "converged-barriers" in assumptions(outcome)  # which is not true of it
        rewritten = outcome.sites["safe"] or outcome.sites["assumed"]
        return dataclasses.replace(outcome, verdict="unfair" if granted else "complaint" if rewritten else "silent")
    if "threads" in program.flags and "uniform-arguments" in assumptions(outcome):
        return dataclasses.replace(outcome, verdict="unfair")  # granted, and not true of this caller
    if outcome.verdict == "left" and outcome.said.startswith("still makes") and not is_left(outcome):
        if not outcome.sites["note"]:
            return dataclasses.replace(outcome, verdict="missed", said="a legacy call that no finding names: " + outcome.said)
    if unseen and outcome.verdict in ("differs", "complaint") and any(names_inactive_call(f) for f in outcome.findings):
        return dataclasses.replace(outcome, verdict="told")
    own_hangs = HANGS.search(outcome.said) and OWN_COLLECTIVE.search(program.text())
    if outcome.verdict == "complaint" and own_hangs and any(f["check"] == "divergent-barrier" and f["verdict"]["kind"] == "refusal"
                                                            for f in outcome.findings):
        return dataclasses.replace(outcome, verdict="told")  # a group of the program's own, of which not all lanes come
    if outcome.verdict in ("differs", "complaint"):
        if "methods" in program.flags and not any(f["check"] == "implicit-warp-sync" for f in outcome.findings):
            return dataclasses.replace(outcome, verdict="missed", said="lanes meet in a volatile member, and no finding says so: " + outcome.said)
        races_only = "race" in outcome.said and not HANGS.search(outcome.said)
        checks = {f["check"] for f in outcome.findings}
        if (races_only or "race" in outcome.said and own_hangs) and "plain" in program.flags:
            return dataclasses.replace(outcome, verdict="plain")  # what is read there may part the lanes of an explicit collective
        same_barriers = len(BARRIER.findall(program.text())) == len(BARRIER.findall(outcome.after))
        speaking = {"implicit-warp-sync", "hand-written-collective"} | (set() if same_barriers else {"hidden-block-barrier"})
        if races_only and not checks & speaking:
            return dataclasses.replace(outcome, verdict="silent")
        named = named_of(program, outcome) if races_only else None
        if races_only and not raced_of(outcome) & named:  # of that memory no finding speaks, or a brief run names none
            return dataclasses.replace(outcome, verdict="silent" if raced_of(outcome) or not named else "race")
        if not outcome.sites["safe"] and not outcome.sites["assumed"]:
            return dataclasses.replace(outcome, verdict="silent")
        # Lanes that meet in global memory wait for each other neither before nor after; what they read there may
        # decide which of them come to a collective that was explicit before, but to no other.
        helpers = program.text().split("__global__")[0]
        may_hang = OWN_COLLECTIVE.search(program.text()) is not None or BARRIER.search(helpers) is not None
        if "board" in program.flags and (may_hang or not HANGS.search(outcome.said)):
            return dataclasses.replace(outcome, verdict="silent")
    return outcome


def other_programs(build, programs, mode, outcomes):
    """Another configuration is another program: what fails in one that coopify did not see is its fault only if it still
    does so where it is told of it. What no longer compiles is: no proof is asked for that."""
    wrong = [p for p in programs if mode.defines and not mode.seen and outcomes[p.seed].verdict in ("differs", "complaint")
             and not differs_in_types(p)]
    again = run(build, wrong, dataclasses.replace(mode, seen=True)) if wrong else {}
    return {seed: dataclasses.replace(outcomes[seed], verdict="other") for seed, seen in again.items() if not seen.failed}


def differs_in_types(program):
    """Configurations of it are one program but for the types that have a name: what is declared must take that name."""
    return "spelled" in program.flags and program.text().count("ALT") == program.text().count("#ifdef ALT\ntypedef") + program.text().count("#ifdef ALT\nusing")


def run(build, programs, mode, costs=None):
    """{seed: Outcome}; where a tool itself fails, halves of the batch tell for which program."""
    with tempfile.TemporaryDirectory() as folder:
        batch = Batch(build, list(programs), mode, pathlib.Path(folder))
        try:
            outcomes = batch.run()
        except sides.BuildError as error:
            half = len(programs) // 2
            if half == 0:
                return {programs[0].seed: Outcome("lost", str(error)[:500])}
            return {**run(build, programs[:half], mode, costs), **run(build, programs[half:], mode, costs)}
        if costs is not None:
            costs.update(batch.costs)
    unnamed = [p for p in programs if p.seed in outcomes and outcomes[p.seed].verdict == "race"] if mode.brief else []
    if unnamed:
        outcomes.update(run(build, unnamed, dataclasses.replace(mode, brief=False), costs))
    return {**outcomes, **other_programs(build, programs, mode, outcomes)}
