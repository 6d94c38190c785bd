"""simttry: what two runs have in common.

Memory is compared after each launch, by two numbers for each allocation; then what the program
prints and writes to files, and how it ends.
"""

import collections
import dataclasses

import trial_text
import verdicts

STDOUT, STDERR = "what it prints", "what it prints to stderr"


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


def memory_of(run, number):
    return run.launches[number][1] if number < len(run.launches) else {}


def exact(digests):
    return digests.split(" ")[0] if digests else None


def words(digests):
    """The number that tells what words there are, in whatever order."""
    return digests.split(" ")[1] if digests else None


class Known:
    """The old program: a run in lockstep, and what is not the same in others of it."""

    def __init__(self, first, others):
        self.first, self.others = first, []
        self.widen(others)

    def widen(self, others):
        first = self.first
        others = self.others = [*self.others, *others]
        self.status_differs = any(run.status != first.status for run in others)
        names = lambda run: [kernel for kernel, _ in run.launches]
        self.launches_differ = any(names(run) != names(first) for run in others)
        # What is there in each run: a file may be.
        self.texts = {name: trial_text.Text(lines, [run.texts[name] for run in others])
                      for name, lines in first.texts.items()
                      if all(name in run.texts for run in others)}
        self.lost = sorted(set(first.texts) - set(self.texts) - {STDERR})
        self.loose = self.memory_that_differs(exact)
        self.memory = self.memory_that_differs(words)

    def memory_that_differs(self, digest):
        return {(number, name) for run in self.others
                for number in range(len(self.first.launches))
                for name, value in self.first.launches[number][1].items()
                if digest(memory_of(run, number).get(name)) != digest(value)}

    def compares_something(self):
        lines = sum(text.compared() for text in self.texts.values())
        memory = 0 if self.launches_differ else \
            sum(len(memory) for _, memory in self.first.launches) - len(self.memory)
        return lines + memory > 0

    def is_same_memory(self, number, name, other):
        value = self.first.launches[number][1][name]
        if (number, name) in self.memory:
            return True
        digest = words if (number, name) in self.loose else exact
        return digest(other) == digest(value)

    def never(self):
        launched = {kernel for kernel, _ in self.first.launches}
        return sorted(set(self.first.kernels) - launched - self.first.children)

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
        said += self.memory_at(self.memory)
        if self.status_differs:
            said.append("its exit status")
        return said

    def without_order(self):
        """What is compared, but not in which order it comes."""
        said = ["%d lines of %s" % (len(text.moved), name)
                for name, text in self.texts.items() if text.moved]
        return said + self.memory_at(self.loose - self.memory)

    def memory_at(self, memory):
        """The kernels with whose launch memory begins to differ, and how much."""
        if self.launches_differ:
            return []
        counts = collections.Counter()
        for number, name in memory:
            if (number - 1, name) not in memory:
                counts[self.first.launches[number][0]] += 1
        return ["%d piece%s of memory from a launch of %s on" % (
            counts[kernel], "" if counts[kernel] == 1 else "s", kernel) for kernel in sorted(counts)]


@dataclasses.dataclass
class Disagreement:
    text: str = ""  # empty: none
    kernel: str = ""
    is_result: bool = False  # and no finding
    unfinished: dict = dataclasses.field(default_factory=dict)


def new_findings(known, run):
    old = {(finding["kind"], finding["kernel"]) for finding in known.first.findings}
    return [finding for finding in run.findings
            if (finding["kind"], finding["kernel"]) not in old]


def launch_that_differs(known, run):
    """(number, kernel, text) of the first launch after which memory is another one."""
    for number, (kernel, memory) in enumerate([] if known.launches_differ else
                                              known.first.launches):
        if number >= len(run.launches):
            return number, kernel, "launch %d, of %s, is not made" % (number + 1, kernel)
        if run.launches[number][0] != kernel:
            return number, kernel, "launch %d is of %s, and was of %s" % (
                number + 1, run.launches[number][0], kernel)
        for name in memory:
            if not known.is_same_memory(number, name, memory_of(run, number).get(name)):
                return number, kernel, "after launch %d, of %s, %s holds something else" % (
                    number + 1, kernel, "allocation " + name if name.isdigit() else name)
    if not known.launches_differ and len(run.launches) > len(known.first.launches):
        kernel = run.launches[len(known.first.launches)][0]
        return len(known.first.launches), kernel, "%s is launched once more" % kernel
    return None


def output_that_differs(known, run):
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
    for finding in new_findings(known, run):
        text = verdicts.describe(finding)
        if unfinished.has(finding["kernel"]) and not lockstep:
            out.unfinished.setdefault(finding["kernel"], text)
        else:
            out.text, out.kernel = text, finding["kernel"]
            return out
    found = launch_that_differs(known, run)
    if found and unfinished.has(found[1]) and not lockstep:
        out.unfinished.setdefault(found[1], found[2])
        return out  # all that comes later may depend on it
    if found:
        out.kernel, out.text = found[1], found[2]
    elif not out.unfinished:
        out.text = output_that_differs(known, run)
    out.is_result = bool(out.text)
    return out
