"""simttry: what two runs have in common.

Memory is compared after each launch, by two numbers for each allocation; then what the program
prints and writes to files, and how it ends.
"""

import collections
import dataclasses

import trial_files
import trial_text
import trial_trace
import verdicts

STDOUT, STDERR = "what it prints", "what it prints to stderr"
# Findings that end their launch: memory is then as it happened to be (docs/simt-machine.md#findings).
ENDING = {"deadlock", "out of bounds", "use after free", "host pointer", "misaligned access", "step bound", "call depth",
          "trap", "crash"}


def bare(kernel):
    """Its name without parameters and template arguments: "void f<int>(int*)" is f."""
    out, depth = "", 0
    for letter in kernel.removeprefix("void ").replace("(anonymous namespace)", "{}"):
        if letter == "(" and depth == 0:
            break
        if letter == ">":
            depth -= 1
        elif letter == "<":
            depth += 1
        elif depth == 0:
            out += letter
    return out


def kernels_of(run):
    return [kernel for kernel, _ in run.launches]


class Known:
    """The old program: a run in lockstep, and what is not the same in others of it."""

    def __init__(self, first):
        self.first, self.others = first, []  # of the others their texts
        self.has_died = self.status_differs = self.launches_differ = False
        self.compares_memory = False
        # The first launch that does not end, by its index: from there on nothing is compared.
        self.unended = min((finding["launch"] - 1 for finding in first.findings
                            if finding["kind"] in ENDING), default=None)
        # After each launch: memory that differs in some run, and that of which the words do.
        self.loose = [set() for _ in first.launches]
        self.memory = [set() for _ in first.launches]

    def fold(self, runs):
        for run in runs:
            self.add(run)
        first = self.first.texts
        # What is there in each run: a file may be.
        self.texts = {name: trial_text.Text(lines, [texts[name] for texts in self.others])
                      for name, lines in first.items()
                      if all(name in texts for texts in self.others)}
        self.lost = sorted(set(first) - set(self.texts) - {STDERR})
        return self

    def add(self, run):
        first = self.first
        self.others.append({name: first.texts[name] if first.texts.get(name) == lines else lines
                            for name, lines in run.texts.items()})
        self.has_died |= run.status < 0
        self.status_differs |= run.status != first.status
        self.launches_differ |= kernels_of(run) != kernels_of(first)
        walk = trial_trace.Walk(first.launches, run.launches)
        for number in walk.steps():
            if not walk.exact <= self.loose[number]:
                self.loose[number] |= walk.exact
            if not walk.words <= self.memory[number]:
                self.memory[number] |= walk.words
            self.compares_memory |= bool(walk.first.keys() - self.memory[number])

    def compares_something(self):
        lines = sum(text.compared() for text in self.texts.values())
        return lines > 0 or (self.compares_memory and not self.launches_differ)

    def texts_differ(self):
        return bool(self.lost) or any(text.differs() for text in self.texts.values())

    def launched(self):
        return sorted({*kernels_of(self.first), *self.first.children})

    def never(self):
        return sorted(self.first.kernels - set(self.launched()))

    def own_findings(self):
        """What the old program does wrong itself."""
        return [self.said_of(finding) + verdicts.describe(finding) for finding in self.first.findings]

    def said_of(self, finding):
        if self.unended is None or finding["launch"] - 1 < self.unended:
            return ("the old program has a finding of its own, and what it would do behind it may be "
                    "neither run nor compared: ")
        return "launch %d of the old program does not end, and nothing is compared from there on: " % (
            self.unended + 1)

    def kernels(self, judged, found):
        counts = {}
        for kernel, _ in self.first.launches:
            counts[kernel] = counts.get(kernel, 0) + 1
        out = []
        for kernel, count in counts.items():
            row = {"name": kernel, "launches": count, "verdict": "agrees"}
            row.update(judged.get(kernel, {}))
            if found and found.kernel == kernel:
                row.update(verdict="differs", text=found.text)
            out.append(row)
        return out

    def not_compared(self):
        """What depends on time or on the order of warps before anything was rewritten."""
        said = []
        if self.launches_differ:
            said.append("which kernels it launches, and memory after them")
        said += ["%s of %s" % (text.left_out(), name)
                 for name, text in self.texts.items() if text.left_out()]
        said += self.lost
        if not self.first.sees_files:
            said.append("files that it writes, for its folder has more than %d" %
                        trial_files.MOST_ENTRIES)
        said += self.memory_at(self.memory)
        if self.status_differs:
            said.append("its exit status")
        return said

    def without_order(self):
        """What is compared, but not in which order it comes."""
        said = ["%d lines of %s" % (len(text.moved), name)
                for name, text in self.texts.items() if text.moved]
        return said + self.memory_at([loose - memory for loose, memory in
                                      zip(self.loose, self.memory)])

    def memory_at(self, differing):
        """The kernels with whose launch memory begins to differ, and how much."""
        if self.launches_differ:
            return []
        counts, before = collections.Counter(), set()
        for kernel, names in zip(kernels_of(self.first), differing):
            counts[kernel] += len(names - before)
            before = names
        return ["%d piece%s of memory from a launch of %s on" % (
            count, "" if count == 1 else "s", kernel)
            for kernel, count in sorted(counts.items()) if count]


@dataclasses.dataclass
class Disagreement:
    text: str = ""  # empty: none
    kernel: str = ""
    is_result: bool = False  # and no finding
    places: list = dataclasses.field(default_factory=list)
    unfinished: dict = dataclasses.field(default_factory=dict)


def new_findings(known, run):
    old = {(finding["kind"], finding["kernel"]) for finding in known.first.findings}
    return [finding for finding in run.findings
            if (finding["kind"], finding["kernel"]) not in old]


def launch_that_differs(known, run):
    """(kernel, text) of the first launch that is another one, or leaves something else."""
    if known.launches_differ:
        return None
    walk = trial_trace.Walk(known.first.launches, run.launches)
    steps = walk.steps()
    for number, kernel in enumerate(kernels_of(known.first)[:known.unended]):
        if number >= len(run.launches):
            return kernel, "launch %d, of %s, is not made" % (number + 1, kernel)
        if run.launches[number][0] != kernel:
            return kernel, "launch %d is of %s, and was of %s" % (
                number + 1, run.launches[number][0], kernel)
        next(steps)
        other = (walk.exact - known.loose[number]) | (walk.words - known.memory[number])
        if other:
            return kernel, "after launch %d, of %s, %s holds something else" % (
                number + 1, kernel, memory_name(min(other)))
    if known.unended is None and len(run.launches) > len(known.first.launches):
        kernel = run.launches[len(known.first.launches)][0]
        return kernel, "%s is launched once more" % kernel
    return None


def memory_name(name):
    return "allocation " + name if name[0].isdigit() else name


def output_that_differs(known, run):
    if run.status < 0 and not known.has_died:
        return "it is ended by signal %d" % -run.status
    if known.unended is not None:
        return ""
    if not known.status_differs and run.status != known.first.status:
        return "it ends with status %d, and did with %d" % (run.status, known.first.status)
    for name, text in known.texts.items():
        if name in run.texts:
            if found := text.difference(run.texts[name], name):
                return found
        elif name != STDERR:
            return "it does not write %s" % name
    return ""


class Unfinished:
    """Kernels in which legacy code is left, and all that nobody read, if there is such code."""

    def __init__(self, wanted):
        self.left = {bare(name) for name in wanted.get("unfinished", [])}
        self.known = {bare(name) for name in wanted.get("known", [])}

    def has(self, kernel):
        name = bare(kernel)
        return name in self.left or (bool(self.left) and name not in self.known)


def disagreement(known, run, unfinished):
    """Of unfinished kernels nothing else can be expected under schedules."""
    out = Disagreement()
    lockstep = run.settings["SIMT_POLICY"] == "lockstep"
    if run.too_long:
        out.text = "it was not done after %d s, and the old program was after %.1f s" % (
            run.seconds, known.first.seconds)
        return out
    for finding in new_findings(known, run):
        text = verdicts.describe(finding)
        if unfinished.has(finding["kernel"]) and not lockstep:
            out.unfinished.setdefault(finding["kernel"], text)
        else:
            out.text, out.kernel, out.places = text, finding["kernel"], places_of(finding)
            return out
    found = launch_that_differs(known, run)
    if found and unfinished.has(found[0]) and not lockstep:
        out.unfinished.setdefault(*found)
        return out  # all that comes later may depend on it
    if found:
        out.kernel, out.text = found
    elif not out.unfinished:
        out.text = output_that_differs(known, run)
    out.is_result = bool(out.text)
    return out


def places_of(finding):
    return [{"file": place["file"], "line": place["line"]}
            for place in finding["places"] if "file" in place]
