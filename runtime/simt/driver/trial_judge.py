"""simttry: what two runs have in common.

Memory is compared after each launch, by a number for each allocation; then what the program
prints, and how it ends.
"""

import dataclasses

import verdicts


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


class Known:
    """The old program: a run in lockstep, and what is not the same in others of it."""

    def __init__(self, first, others):
        self.first, self.others = first, others
        self.status_differs = any(run.status != first.status for run in others)
        names = lambda run: [kernel for kernel, _ in run.launches]
        self.launches_differ = any(names(run) != names(first) for run in others)
        self.count_differs = any(len(run.output) != len(first.output) for run in others)
        self.lines = {number for run in others for number in differing_lines(first, run)}
        self.memory = {(number, name) for run in others
                       for number in range(len(first.launches))
                       for name, digest in first.launches[number][1].items()
                       if memory_of(run, number).get(name) != digest}

    def compares_something(self):
        lines = 0 if self.count_differs else len(self.first.output) - len(self.lines)
        memory = 0 if self.launches_differ else \
            sum(len(memory) for _, memory in self.first.launches) - len(self.memory)
        return lines + memory > 0

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
        if self.count_differs:
            said.append("how many lines it prints, and those")
        elif self.lines:
            said.append("%d of the lines that it prints" % len(self.lines))
        began = {(number, name) for number, name in self.memory
                 if (number - 1, name) not in self.memory}
        began = set() if self.launches_differ else began
        for kernel in sorted({self.first.launches[number][0] for number, _ in began}):
            said.append("memory from a launch of %s on" % kernel)
        if self.status_differs:
            said.append("its exit status")
        return said


def differing_lines(one, other):
    longest = max(len(one.output), len(other.output))
    pad = lambda run: run.output + [None] * (longest - len(run.output))
    return {number for number, (a, b) in enumerate(zip(pad(one), pad(other))) if a != b}


@dataclasses.dataclass
class Disagreement:
    text: str = ""  # empty: none
    kernel: str = ""
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
        for name, digest in memory.items():
            if (number, name) not in known.memory and memory_of(run, number).get(name) != digest:
                return number, kernel, "after launch %d, of %s, %s holds something else" % (
                    number + 1, kernel, "allocation " + name if name.isdigit() else name)
    if not known.launches_differ and len(run.launches) > len(known.first.launches):
        kernel = run.launches[len(known.first.launches)][0]
        return len(known.first.launches), kernel, "%s is launched once more" % kernel
    return None


def output_that_differs(known, run):
    if not known.status_differs and run.status != known.first.status:
        return "it ends with status %d, and did with %d" % (run.status, known.first.status)
    differing = set() if known.count_differs else differing_lines(known.first, run)
    for number in sorted(differing - known.lines):
        line = lambda of: of.output[number] if number < len(of.output) else "(nothing)"
        return "line %d of what it prints is '%s', and was '%s'" % (
            number + 1, line(run), line(known.first))
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
    return out
