"""simttry: whether a program computes the same with other texts of its files.

The old one runs in lockstep, as it did before Volta; the new one in lockstep and under schedules
that work against it. What differs already between runs of the old one, because it depends on the
time or on the order of warps, is not compared.
"""

import concurrent.futures
import dataclasses
import json
import os
import shlex
import subprocess
import sys
import tempfile

import trial_build
import trial_files
import trial_judge
from request import Refused

ORDERS = 3  # in which the old one's warps are tried, for what depends on it
MORE_ORDERS = 16  # before anybody is blamed for what may depend on it
RUN_SECONDS = 600


@dataclasses.dataclass
class Run:
    settings: dict
    status: int
    texts: dict  # lines of what it prints and of the files that it writes, by name
    findings: list
    launches: list  # of (kernel, {memory: digest})
    kernels: list  # all that the program has
    children: set  # those that kernels launched

    def policy(self):
        return self.settings["SIMT_POLICY"] + (
            ", warps in another order" if "SIMT_SHUFFLE_WARPS" in self.settings else "")


def rows(path):
    if not os.path.exists(path):
        return []
    with open(path, errors="replace") as file:
        return [json.loads(line) for line in file]


def texts_of(done, files, findings):
    """The machine's own words are on stderr as well."""
    lines = lambda text: text.decode(errors="replace").splitlines()
    out = {trial_judge.STDOUT: lines(done.stdout)}
    if not findings:
        out[trial_judge.STDERR] = lines(done.stderr)
    return {**out, **{"the file " + name: text for name, text in files.items()}}


def perform(program, words, wanted, settings):
    """One run. Memory that nobody wrote holds the same in all of them, launches come in the order of
    the calls, and the program has the name that the command gives it: many print that."""
    folder = wanted["directory"]
    settings = {"SIMT_MEMORY_SEED": "1", "SIMT_STREAMS": "in-order",
                **{name: str(value) for name, value in settings.items()}}
    before = trial_files.snapshot(folder)
    with tempfile.TemporaryDirectory(prefix="simttry-") as scratch, \
            open(wanted.get("stdin") or os.devnull, "rb") as stdin:
        files = {"SIMT_TRACE": os.path.join(scratch, "trace"),
                 "SIMT_REPORT": os.path.join(scratch, "report")}
        try:
            done = subprocess.run(words, executable=program, cwd=folder, timeout=RUN_SECONDS,
                                  env={**os.environ, "SIMT_KEEP_GOING": "1", **settings, **files},
                                  stdin=stdin, capture_output=True)
        except subprocess.TimeoutExpired:
            raise Refused("the command was not done after %d s; name a smaller one" % RUN_SECONDS)
        trace, report = rows(files["SIMT_TRACE"]), rows(files["SIMT_REPORT"])
    findings = [row for row in report if "kind" in row]
    return Run(settings, done.returncode,
               texts_of(done, trial_files.written(folder, before), findings), findings,
               [(row["kernel"], row["memory"]) for row in trace if "launch" in row],
               next((row["kernels"] for row in trace if "kernels" in row), []),
               {name for row in trace for name in row.get("children", [])})


def orders(first, count):
    return [{"SIMT_POLICY": "lockstep", "SIMT_SEED": seed, "SIMT_SHUFFLE_WARPS": 1}
            for seed in range(first, first + count)]


def last_words(run):
    lines = run.texts[trial_judge.STDOUT] + run.texts.get(trial_judge.STDERR, [])
    return "".join("\n  " + line for line in lines[-3:])


def refuse_unless_compared(known):
    if not known.compares_something():
        raise Refused("nothing can be compared: all that the command prints, and memory after each "
                      "launch, differs between runs of the old program")


class Trial:
    def __init__(self, wanted, tools):
        self.wanted, self.tools = wanted, tools
        self.words = shlex.split(wanted["command"])
        if not self.words:
            raise Refused("the command is empty")
        if set(wanted["command"]) & set("|&;<>$`*?") or "=" in self.words[0]:
            raise Refused("the command is a program and its arguments; it is not given to a shell. "
                          "--try-stdin=<file> is what it reads")
        self.jobs, self.has_more_orders = 1, False
        self.unfinished = trial_judge.Unfinished(wanted)

    def run(self, side, settings):
        return perform(self.programs[side], self.words, self.wanted, settings)

    def replay(self, side, run):
        given = ["%s=%s" % item for item in sorted(run.settings.items())]
        line = " ".join([*given, *map(shlex.quote, [self.programs[side], *self.words[1:]])])
        return line + " < " + shlex.quote(self.wanted["stdin"]) if self.wanted.get("stdin") else line

    def runs(self, side, all_settings):
        """In the order of the settings. At once, unless they write the same files."""
        if self.jobs == 1:
            yield from (self.run(side, settings) for settings in all_settings)
            return
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            queue = [pool.submit(self.run, side, settings) for settings in all_settings]
            try:
                for run in queue:
                    yield run.result()
            finally:
                for run in queue:
                    run.cancel()

    def known(self):
        """What the old program does, and what of that differs from run to run."""
        lockstep = {"SIMT_POLICY": "lockstep", "SIMT_SEED": 1}
        first = self.run("before", lockstep)
        if first.status < 0:
            raise Refused("the program was ended by signal %d as it is" % -first.status)
        if not first.launches:
            raise Refused("the command launches no kernel: it ends with status %d as it is%s" % (
                first.status, last_words(first)))
        if not any(name.startswith("the file ") for name in first.texts):
            self.jobs = len(os.sched_getaffinity(0))
        known = trial_judge.Known(
            first, [*self.runs("before", [lockstep, *orders(1, ORDERS)])])
        refuse_unless_compared(known)
        return known

    def schedules(self):
        yield {"SIMT_POLICY": "lockstep", "SIMT_SEED": 1}
        for seed in range(1, 1 + self.wanted["schedules"]):
            yield {"SIMT_POLICY": "adversarial", "SIMT_SEED": seed}

    def disagreement(self, known, run):
        """Before a rewrite is blamed for other results, the old program shows in more orders of its
        warps whether they depend on that."""
        found = trial_judge.disagreement(known, run, self.unfinished)
        if not found.is_result or self.has_more_orders:
            return found
        self.has_more_orders = True
        known.widen([*self.runs("before", orders(1 + ORDERS, MORE_ORDERS))])
        refuse_unless_compared(known)
        return trial_judge.disagreement(known, run, self.unfinished)

    def result(self):
        self.programs = trial_build.build(self.wanted, self.words[0], self.tools)
        known, verdicts, tried = self.known(), {}, 0
        for run in self.runs("after", [*self.schedules()]):
            tried += 1
            found = self.disagreement(known, run)
            for kernel, text in found.unfinished.items():
                verdicts.setdefault(kernel, {"verdict": "unfinished", "text": text})
            if found.text:
                return self.answer(known, verdicts, tried, found, run)
        return self.answer(known, verdicts, tried, None, None)

    def answer(self, known, verdicts, tried, found, run):
        out = {"verdict": "differs" if found else "agrees", "schedules": tried,
               "status": known.first.status,
               "kernels": known.kernels(verdicts, found), "never": known.never(),
               "not_compared": known.not_compared(), "without_order": known.without_order()}
        if found:
            out.update(text=found.text, kernel=found.kernel, policy=run.policy(),
                       seed=int(run.settings["SIMT_SEED"]), replay=self.replay("after", run))
        return out


def main(arguments, tools, usage):
    if len(arguments) != 2:
        print(usage, file=sys.stderr)
        return 2
    with open(arguments[0]) as file:
        wanted = json.load(file)
    try:
        answer = Trial(wanted, tools).result()
    except Refused as why:
        answer = {"verdict": "cannot", "text": str(why)}
    with open(arguments[1], "w") as file:
        json.dump(answer, file, indent=1)
    return 0
