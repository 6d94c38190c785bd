"""simttry: whether a program computes the same with other texts of its files.

The old one runs in lockstep, as it did before Volta; the new one in lockstep and under schedules
that work against it. What differs already between runs of the old one, because it depends on the
time or on the order of warps, is not compared.
"""

import concurrent.futures
import json
import os
import shlex
import sys

import trial_build
import trial_command
import trial_judge
import trial_run
from request import Refused

ORDERS = 3  # in which the old one's warps are tried, for what depends on it
MORE_ORDERS = 16  # before anybody is blamed for what may depend on it
LOCKSTEP = {"SIMT_POLICY": "lockstep", "SIMT_SEED": 1}


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


def refuse_first(run):
    """Where the old program shows nothing by which the new one could be judged."""
    trial_run.require_in_time(run)
    if run.status < 0:
        raise Refused("the program was ended by signal %d as it is%s" % (
            -run.status, last_words(run)))
    if not run.launches:
        raise Refused("the command launches no kernel: it ends with status %d as it is%s" % (
            run.status, last_words(run)))


class Trial:
    """Of two programs for one architecture."""

    def __init__(self, wanted, words, programs, progress):
        self.wanted, self.words, self.programs, self.progress = wanted, words, programs, progress
        self.jobs, self.has_more_orders = 1, False
        self.unfinished = trial_judge.Unfinished(wanted)

    def run(self, side, settings):
        return trial_run.perform(self.programs[side], self.words, self.wanted, settings)

    def replay(self, side, run):
        given = ["%s=%s" % item for item in sorted(run.settings.items())]
        line = " ".join([*given, *map(shlex.quote, [self.programs[side], *self.words[1:]])])
        return line + " < " + shlex.quote(self.wanted["stdin"]) if self.wanted.get("stdin") else line

    def runs(self, side, all_settings):
        """In the order of the settings. Some at once, unless they write the same files."""
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            queue, left = [], list(all_settings)
            for number in range(len(left)):
                while left and len(queue) < self.jobs:
                    queue.append(pool.submit(self.run, side, left.pop(0)))
                self.progress("%s program, run %d of %d" % (
                    "new" if side == "after" else "old", number + 1, len(all_settings)))
                yield queue.pop(0).result()

    def known(self):
        """What the old program does, and what of that differs from run to run."""
        self.progress("old program, first run")
        first = self.run("before", LOCKSTEP)
        refuse_first(first)
        wanted = [LOCKSTEP, *orders(1, ORDERS)]
        if not any(name.startswith("the file ") for name in first.texts):
            self.jobs = len(os.sched_getaffinity(0))
        known = trial_judge.Known(first).fold(self.runs("before", wanted))
        if self.jobs > 1 and known.texts_differ():
            known = self.known_one_by_one(first, wanted, known)
        refuse_unless_compared(known)
        return known

    def known_one_by_one(self, first, wanted, together):
        """Runs may disturb each other by files elsewhere."""
        jobs, self.jobs = self.jobs, 1
        alone = trial_judge.Known(first).fold(self.runs("before", wanted))
        if alone.texts_differ():
            self.jobs = jobs
            return together
        return alone

    def schedules(self):
        yield LOCKSTEP
        for seed in range(1, 1 + self.wanted["schedules"]):
            yield {"SIMT_POLICY": "adversarial", "SIMT_SEED": seed}

    def disagreement(self, known, run):
        """Before a rewrite is blamed for other results, the old program shows in more orders of its
        warps whether they depend on that."""
        found = trial_judge.disagreement(known, run, self.unfinished)
        if not found.is_result or self.has_more_orders:
            return found
        self.has_more_orders = True
        known.fold(self.runs("before", orders(1 + ORDERS, MORE_ORDERS)))
        refuse_unless_compared(known)
        return trial_judge.disagreement(known, run, self.unfinished)

    def result(self):
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
               "launched": known.launched(), "remarks": known.own_findings(),
               "not_compared": known.not_compared(), "without_order": known.without_order()}
        if found:
            out.update(text=found.text, kernel=found.kernel, policy=run.policy(),
                       findings=found.places,
                       seed=int(run.settings["SIMT_SEED"]), replay=self.replay("after", run))
        return out


def joined(answers):
    """Of the trials for several architectures, all of which agree."""
    archs = ["sm_" + arch for arch in answers]
    out = next(iter(answers.values()))
    for answer in list(answers.values())[1:]:
        rows = {row["name"]: row for row in [*out["kernels"], *answer["kernels"]]
                if row["verdict"] != "agrees"}
        out["kernels"] = [rows.get(row["name"], row) for row in out["kernels"]]
        out["never"] = sorted(set(out["never"]) & set(answer["never"]))
        for key in ("launched", "remarks", "not_compared", "without_order"):
            out[key] += [text for text in answer[key] if text not in out[key]]
    if len(archs) > 1:
        out["remarks"].append("tried as compiled for %s" % " and for ".join(archs))
    return out


class Progress:
    """A line on the terminal that each next one replaces."""

    def __init__(self, wanted):
        self.shows = wanted.get("progress", False)

    def __call__(self, text):
        if self.shows:
            sys.stderr.write("\r\033[K" + (text and "--try: " + text))
            sys.stderr.flush()


def result(wanted, tools, progress):
    words = trial_command.words_of(wanted["command"], wanted["directory"])
    trial_command.refuse_other_program(words[0], wanted["directory"], wanted["units"])
    progress("builds the program")
    answers = {}
    for arch, programs in trial_build.build(wanted, words[0], tools).items():
        answers[arch] = Trial(wanted, words, programs, progress).result()
        if answers[arch]["verdict"] == "differs":
            if arch:
                answers[arch]["text"] = "compiled for sm_%s: %s" % (arch, answers[arch]["text"])
            return answers[arch]
    return joined(answers)


def clean(value):
    """Bytes that are no UTF-8 are written as such."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    if isinstance(value, dict):
        return {clean(key): clean(item) for key, item in value.items()}
    return [clean(item) for item in value] if isinstance(value, list) else value


def main(arguments, tools, usage):
    if len(arguments) != 2:
        print(usage, file=sys.stderr)
        return 2
    trial_run.obey_interrupts()
    with open(arguments[0]) as file:
        wanted = json.load(file)
    progress = Progress(wanted)
    try:
        answer = result(wanted, tools, progress)
    except Refused as why:
        answer = {"verdict": "cannot", "text": str(why)}
    progress("")
    with open(arguments[1], "w") as file:
        json.dump(clean(answer), file, indent=1)
    return 0
