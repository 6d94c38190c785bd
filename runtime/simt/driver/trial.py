"""simttry: whether a program computes the same with other texts of its files.

The old one runs in lockstep, as it did before Volta; the new one in lockstep and under schedules
that work against it. What differs already between runs of the old one, because it depends on the
time or on the order of warps, is not compared.
"""

import dataclasses
import json
import os
import shlex
import subprocess
import sys
import tempfile

import trial_build
import trial_judge
from request import Refused

ORDERS = 3  # in which the old one's warps are tried, for what depends on it
RUN_SECONDS = 600


@dataclasses.dataclass
class Run:
    settings: dict
    status: int
    output: list  # lines
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


def perform(program, words, folder, **settings):
    """One run. Memory that nobody wrote holds the same in all of them, launches come in the order of
    the calls, and the program has the name that the command gives it: many print that."""
    settings = {"SIMT_MEMORY_SEED": "1", "SIMT_STREAMS": "in-order",
                **{name: str(value) for name, value in settings.items()}}
    with tempfile.TemporaryDirectory(prefix="simttry-") as scratch:
        files = {"SIMT_TRACE": os.path.join(scratch, "trace"),
                 "SIMT_REPORT": os.path.join(scratch, "report")}
        try:
            done = subprocess.run(words, executable=program, cwd=folder, timeout=RUN_SECONDS,
                                  env={**os.environ, "SIMT_KEEP_GOING": "1", **settings, **files},
                                  stdin=subprocess.DEVNULL, capture_output=True)
        except subprocess.TimeoutExpired:
            raise Refused("the command was not done after %d s; name a smaller one" % RUN_SECONDS)
        trace, report = rows(files["SIMT_TRACE"]), rows(files["SIMT_REPORT"])
    return Run(settings, done.returncode, done.stdout.decode(errors="replace").splitlines(),
               [row for row in report if "kind" in row],
               [(row["kernel"], row["memory"]) for row in trace if "launch" in row],
               next((row["kernels"] for row in trace if "kernels" in row), []),
               {name for row in trace for name in row.get("children", [])})


class Trial:
    def __init__(self, wanted, tools):
        self.wanted, self.tools = wanted, tools
        self.words = shlex.split(wanted["command"])
        if not self.words:
            raise Refused("the command is empty")
        if set(wanted["command"]) & set("|&;<>$`*?") or "=" in self.words[0]:
            raise Refused("the command is a program and its arguments; it is not given to a shell")

    def run(self, side, **settings):
        return perform(self.programs[side], self.words, self.wanted["directory"], **settings)

    def replay(self, side, run):
        given = ["%s=%s" % item for item in sorted(run.settings.items())]
        return " ".join([*given, *map(shlex.quote, [self.programs[side], *self.words[1:]])])

    def known(self):
        """What the old program does, and what of that differs from run to run."""
        first = self.run("before", SIMT_POLICY="lockstep", SIMT_SEED=1)
        if first.status < 0:
            raise Refused("the program was ended by signal %d as it is" % -first.status)
        others = [self.run("before", SIMT_POLICY="lockstep", SIMT_SEED=1)]
        others += [self.run("before", SIMT_POLICY="lockstep", SIMT_SEED=seed, SIMT_SHUFFLE_WARPS=1)
                   for seed in range(1, 1 + ORDERS)]
        known = trial_judge.Known(first, others)
        if not known.compares_something():
            raise Refused("nothing can be compared: all that the command prints, and memory after each "
                          "launch, differs between runs of the old program")
        return known

    def schedules(self):
        yield {"SIMT_POLICY": "lockstep", "SIMT_SEED": 1}
        for seed in range(1, 1 + self.wanted["schedules"]):
            yield {"SIMT_POLICY": "adversarial", "SIMT_SEED": seed}

    def result(self):
        self.programs = trial_build.build(self.wanted, self.words[0], self.tools)
        known, verdicts, tried = self.known(), {}, 0
        unfinished = trial_judge.Unfinished(self.wanted)
        for settings in self.schedules():
            run = self.run("after", **settings)
            tried += 1
            found = trial_judge.disagreement(known, run, unfinished)
            for kernel, text in found.unfinished.items():
                verdicts.setdefault(kernel, {"verdict": "unfinished", "text": text})
            if found.text:
                return self.answer(known, verdicts, tried, found, run)
        return self.answer(known, verdicts, tried, None, None)

    def answer(self, known, verdicts, tried, found, run):
        out = {"verdict": "differs" if found else "agrees", "schedules": tried,
               "kernels": known.kernels(verdicts, found), "never": known.never(),
               "not_compared": known.not_compared()}
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
