"""Units that people wrote, and many of them, or of their mutants, as one unit.

Each stands in a namespace of its own, its includes in front of all and its macros as before behind it.
What cannot stand so (`together` says no), and what fails there, is run alone.
"""

import collections
import dataclasses
import pathlib
import re
import tempfile

import batch
import sides
import source

LINE = re.compile(r"^(same|differs|complaint|no-evidence|unusable|left|unfair): (?:void )?((?:m(\d+)::)?([\w:]+?)(?:<.*?>)?)\(.*?\): (.*)$")
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[^\n]*$", re.M)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
OPTIONS = re.compile(r"^// compare: (.*)$", re.M)
ALONE = re.compile(r'\bextern\s*"C"|[^\w>]\s*::\s*\w+\s*[(<;]|\btemplate\s*<\s*>\s*struct\s+std::|^#[ \t]*(?:undef|pragma\s+push_macro)\b|\bnamespace\s+(?:std|cooperative_groups)\s*\{', re.M)


@dataclasses.dataclass(frozen=True)
class Source:
    """A unit of a file. Its line `// compare: ...` has options of the comparison, as --set=kernel.1=4."""

    path: pathlib.Path
    text: str
    flags: tuple = ()

    @property
    def kernels(self):
        return [f.name for f in source.functions(self.text) if f.kernel]


def read(path, flags=()):
    """The texts of a file that are one unit each."""
    text = path.read_text(errors="replace")
    texts = [text]
    if path.suffix == ".md":
        blocks = re.findall(r"```cuda\n(.*?)```", text, re.S)
        texts = [b for b in blocks if "__global__" in b and b.count("{") == b.count("}") and "..." not in b]
    if path.suffix == ".test":
        parts = re.split(r"^//--- (\S+)\n", text, flags=re.M)
        named = dict(zip(parts[1::2], parts[2::2]))
        wanted = [n for n in named if n.endswith((".cu", ".cuh", ".h")) and n + ".after" in named or n.endswith(".cu")]
        texts = [named[n] for n in wanted] if len(wanted) == 1 else []
    # A C name does not tell the parameters' types, which the comparison needs.
    return [Source(path, re.sub(r'\bextern\s*"C"\s*(?!\s|\{)', "", t), tuple(flags)) for t in texts]


def focused(text, kernel):
    """Without the other kernels, as far as only they name each other."""
    found = source.functions(text)
    for other in sorted((f for f in found if f.kernel and f.name != kernel), key=lambda f: -f.start):
        start = source.beginning(text, other.start)
        rest = text[:start] + text[other.body[1] + 1:]
        if not re.search(r"\b%s\b" % other.name, source.blanked(rest)):
            text = rest
    return text


@dataclasses.dataclass(frozen=True)
class Text:
    """A text on its way through a batch; what Batch wants of a program."""

    seed: int
    origin: Source
    body: str
    steps: tuple = ()
    alone: bool = False
    was: str = ""  # the body without the steps
    flags: frozenset = frozenset()

    @property
    def together(self):
        plain = source.blanked(self.body)
        return not ALONE.search(plain) and plain.count("{") == plain.count("}") and self._open_includes()

    def _open_includes(self):
        """No #include that a condition decides on."""
        depth = 0
        for line in self.body.splitlines():
            depth += bool(re.match(r"\s*#\s*if", line)) - bool(re.match(r"\s*#\s*endif", line))
            if depth and re.match(r"\s*#\s*include", line):
                return False
        return True

    def text(self):
        mark = "// program %s\n" % self.seed
        if self.alone:
            return mark + self.body
        macros = dict.fromkeys(MACRO.findall(self.body))
        before = "".join("#pragma push_macro(\"%s\")\n" % m for m in macros)
        return "%s%snamespace m%s {\n%s\n}\n%s" % (mark, before, self.seed, INCLUDE.sub("", self.body), "".join("#pragma pop_macro(\"%s\")\n" % m for m in macros))

    @property
    def includes(self):
        return [] if self.alone else [line.strip() for line in INCLUDE.findall(self.body)]

    def named(self, kernel):
        return kernel if self.alone else "m%s::%s" % (self.seed, kernel)

    def options(self):
        """Of the comparison: what the file asks for, and the shapes that the text launches its kernels with."""
        given = " ".join(OPTIONS.findall(self.origin.text)).split()
        found = [re.sub(r"^--(set|shapes)=(\w+)(?=[.:])", lambda m: "--%s=%s" % (m.group(1), self.named(m.group(2))), o) for o in given]
        named = {m.group(1) for o in given for m in [re.match(r"--shapes=(\w+):", o)] if m}
        for kernel in {f.name for f in source.functions(self.body) if f.kernel} - named:
            launch = r"\b%s(?:<[^<>]*>)?<<<[^,]*,\s*(?:dim3\()?(\d+)\s*(?:,\s*(\d+)\s*)?(?:,\s*(\d+)\s*)?\)?\s*(?:,[^>]*)?>>>" % kernel
            shapes = ["x".join(n for n in s if n) for s in re.findall(launch, self.body)]
            if shapes:
                found.append("--shapes=%s:%s" % (self.named(kernel), ",".join(dict.fromkeys(shapes))))
        return found


class Units(batch.Batch):
    """As a batch of programs, with as many kernels in each as it has."""

    def __init__(self, options, texts, folder):
        super().__init__(options.build, texts, mode_of(texts[0], options), folder)
        self.options, self.shapes, self.seeds = options, options.shapes, options.seeds

    def _joined(self):
        lines = dict.fromkeys(line for p in self.programs for line in p.includes)
        return batch.Unit(self.programs, head="".join(line + "\n" for line in lines))

    def _link(self, target):
        """Only the unit itself can pass the classes that it declares: callers at its end."""
        kernels = sides.kernels_of([target])
        self.names = {sides.without_result(name).split("(")[0].split("<")[0] for name in kernels.values()}
        self.callers = sides.callers_in_unit(sides.kernels_with_classes(target))
        if self.callers:
            path = self._path(target.stem)
            text = path.read_text()
            path.write_text(text + "\n" + self.callers + "\n")
            _, said = self._object(target.stem)
            path.write_text(text)
            if said:
                raise sides.BuildError(said[:2000])
        return super()._link(target)

    def _migrate(self):
        super()._migrate()
        self.by_kernel = {}
        for unit in self.programs:
            self.by_kernel.update({(unit.seed, k): o for k, o in self._reports_of(unit).items()})

    def _reports_of(self, unit):
        """What was found in the functions that each kernel of the unit comes to."""
        text, report = unit.text(), self.reports[unit.seed]
        first = self.unit.owners.index(unit.seed)
        found = source.functions(text)
        lines = [(f.name, first + text.count("\n", 0, f.start) + 1, first + text.count("\n", 0, f.body[1]) + 1) for f in found]
        owners = lambda line: {name for name, start, end in lines if start <= line <= end}
        reports = {}
        for kernel in [f.name for f in found if f.kernel]:
            names = source.reached(text, kernel, found)
            mine = [f for f in report.findings if not owners(f["line"]) or owners(f["line"]) & names]
            sites = report.sites if self.mode.naive else collections.Counter(map(batch.kind_of, mine))
            reports[kernel] = batch.Outcome("", sites=sites, findings=mine, after=report.after)
        return reports

    def _compare(self, before, after):
        running = [p for p in self.programs if p.seed not in self.outcomes]
        for p in running:
            self.outcomes[p.seed] = {}
        for (seed, name), verdict, said in self._said(before, after):
            if seed in self.outcomes and (seed, name) in self.by_kernel and isinstance(self.outcomes[seed], dict):
                # Of a template's instances the worst.
                new = judged(dataclasses.replace(self.by_kernel[seed, name], verdict=verdict, said=said))
                known = self.outcomes[seed].get(name)
                if known is None or ORDER.index(new.verdict) < ORDER.index(known.verdict):
                    self.outcomes[seed][name] = new
        suspects = {(seed, name) for seed, kernels in self.outcomes.items() if isinstance(kernels, dict)
                    for name, o in kernels.items() if needs_lockstep(o)}
        if suspects and not self.mode.naive and not self.options.steps_only:  # Is it wrong as it is? Then nothing was changed, only nothing said.
            for key, verdict, said in self._said(before, before, suspects):
                if key in suspects and verdict in ("differs", "complaint"):
                    self.outcomes[key[0]][key[1]].verdict = "silent"

    def _said(self, before, after, only=None):
        """[((seed, kernel), verdict, text)]"""
        short = {p.seed: p.named("") for p in self.programs}
        named = lambda seed, name: [n for n in self.names if n.startswith(short[seed]) and n.split("::")[-1] == name]
        options = ["--fair", "--brief", "--seeds=%d" % self.seeds, "--inputs=2", "--seconds=20", "--shapes=" + self.shapes]
        options += [o for p in self.programs for o in p.options()]
        left = [n for key, report in self.by_kernel.items() if batch.is_left(report) for n in named(*key)]
        options += ["--lockstep=" + ",".join(left)] if left and not only else []
        skipped = [n for key in self.by_kernel if not isinstance(self.outcomes[key[0]], dict) or only and key not in only for n in named(*key)]
        options += ["--skip=" + ",".join(skipped)] if skipped else []
        code, output = sides.compare(self.build, before, after, options)
        if code == 2:  # a library cannot be loaded: it lacks what is defined elsewhere
            raise sides.BuildError(output[-500:])
        lone = self.programs[0].seed if len(self.programs) == 1 else None
        return [((int(m.group(3)) if m.group(3) else lone, m.group(4).split("::")[-1]), m.group(1), m.group(5))
                for m in map(LINE.match, output.splitlines()) if m]


ORDER = ("broken", "differs", "complaint", "missed", "lost", "silent", "same", "left", "unusable", "unfair", "no-evidence", "invalid")


def judged(outcome):
    """What a verdict means, with what coopify said of the kernel."""
    if outcome.verdict == "left" and outcome.said.startswith("still makes") and not batch.is_left(outcome) and not outcome.sites["note"]:
        return dataclasses.replace(outcome, verdict="missed", said="a legacy call that no finding names: " + outcome.said)
    if outcome.verdict == "differs" and "__activemask" in outcome.after or outcome.verdict in ("differs", "complaint") and not outcome.sites["safe"] and not outcome.sites["assumed"]:
        return dataclasses.replace(outcome, verdict="silent")
    return outcome


def needs_lockstep(outcome):
    """Whether it may be for what no finding speaks of: lanes that meet in memory without a sync."""
    checks = {f["check"] for f in outcome.findings}
    return outcome.verdict in ("differs", "complaint") and not checks & {"implicit-warp-sync", "hand-written-collective"}


def mode_of(text, options):
    return batch.Mode(flags=text.origin.flags, defines=text.origin.flags, binary=options.coopify or "", assumed=options.assumed, naive=options.naive or "")


def groups(texts):
    """Those that can be one unit, and each other one."""
    together = [t for t in texts if t.together and not t.alone]
    rest = [[dataclasses.replace(t, alone=True)] for t in texts if not t.together or t.alone]
    return ([together] if together else []) + rest


def compiling(options, texts):
    """Those that compile."""
    found = []
    for group in groups(texts):
        with tempfile.TemporaryDirectory() as folder:
            found += Check(options, group, pathlib.Path(folder)).good()
    return found


class Steps(Units):
    """Not migrated: each text is compared with what it was without its steps, both in lockstep."""

    def _compile_before(self):
        mutants, self.programs = self.programs, [dataclasses.replace(p, body=p.was) for p in self.programs]
        library = super()._compile_before()
        self.mutants = [m for m in mutants if m.seed not in self.outcomes]
        return library

    def _migrate(self):
        self.programs = self.mutants
        self.unit = self._joined()
        self.after_text = self.unit.text
        self._follow_lines()
        left = collections.Counter(safe=1, left=1)  # judged as a rewrite, in lockstep only
        self.reports = {p.seed: batch.Outcome("", sites=left, after=p.body) for p in self.programs}
        self.by_kernel = {(p.seed, f.name): self.reports[p.seed] for p in self.programs for f in source.functions(p.was) if f.kernel}


class Check(Units):
    def good(self):
        while self.programs:
            self.unit = self._joined()
            self._write("b", self.unit.text)
            _, said = self._object("b", ["-fsyntax-only"])
            owners = batch.owners_of_errors(said, self.unit.owner)
            owners.pop(None, None)
            if said and not owners:
                return self._halves()
            if not said:
                break
            self.programs = [p for p in self.programs if p.seed not in owners]
        return self.programs

    def _halves(self):
        half = len(self.programs) // 2
        parts = (self.programs[:half], self.programs[half:]) if half else ()
        return [text for part in parts for text in compiling(self.options, part)]


def run(options, texts, costs=None):
    """{seed: {kernel: Outcome}}; None of one that does not compile before."""
    outcomes = {}
    for group in groups(texts):
        outcomes.update(run_group(options, group, costs))
    return outcomes


def run_group(options, texts, costs):
    with tempfile.TemporaryDirectory() as folder:
        work = (Steps if options.steps_only and texts[0].was else Units)(options, texts, pathlib.Path(folder))
        try:
            found = work.run()
        except (sides.BuildError, FileNotFoundError) as error:
            half = len(texts) // 2
            if half:
                return {**run_group(options, texts[:half], costs), **run_group(options, texts[half:], costs)}
            return {texts[0].seed: {"?": batch.Outcome("lost", str(error)[:500])}}
        if costs is not None:
            costs.update(work.costs)
    return {t.seed: of_kernels(t, found.get(t.seed)) for t in texts}


def of_kernels(text, found):
    if isinstance(found, dict):
        return found
    if found is None or found.verdict == "invalid":
        return None
    return {(text.origin.kernels or ["?"])[0]: found}
