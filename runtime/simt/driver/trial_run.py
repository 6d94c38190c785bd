"""simttry: one run of a program on the machine, and all that it shows."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

import trial_files
import trial_judge
import trial_trace
from request import Refused

RUN_SECONDS = 600


@dataclasses.dataclass
class Run:
    settings: dict
    status: int
    texts: dict  # lines of what it prints and of the files that it writes, by name
    findings: list
    trace: trial_trace.Trace
    seconds: float
    too_long: bool = False
    sees_files: bool = True  # that it writes

    launches = property(lambda self: self.trace.launches)
    kernels = property(lambda self: self.trace.kernels)
    children = property(lambda self: self.trace.children)

    def policy(self):
        return self.settings["SIMT_POLICY"] + (
            ", warps in another order" if "SIMT_SHUFFLE_WARPS" in self.settings else "")


RUNNING = set()  # processes that an interrupt ends


def stop(number, frame):
    for process in list(RUNNING):
        process.kill()
    os._exit(128 + number)


def obey_interrupts():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def findings_in(path):
    return [row for row in trial_trace.rows(path) if "kind" in row]


def texts_of(out, err, files, findings):
    """Bytes that are no UTF-8 stay what they are. The machine's own words are on stderr as well."""
    lines = lambda text: text.decode(errors="surrogateescape").splitlines()
    texts = {trial_judge.STDOUT: lines(out)}
    if not findings:
        texts[trial_judge.STDERR] = lines(err)
    return {**texts, **{"the file " + name: text for name, text in files.items()}}


def environment(settings, files):
    """The user's, but for what says how the machine runs."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("SIMT_")}
    return {**own, "SIMT_KEEP_GOING": "1", **settings, **files}


def communicate(program, words, wanted, env, stdin):
    """(status, stdout, stderr); no status: it was not done in time."""
    process = subprocess.Popen(words, executable=program, cwd=wanted["directory"], env=env,
                               stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    RUNNING.add(process)
    try:
        out, err = process.communicate(timeout=RUN_SECONDS)
        return process.returncode, out, err
    except subprocess.TimeoutExpired:
        process.kill()
        return None, *process.communicate()
    finally:
        RUNNING.discard(process)


def perform(program, words, wanted, settings):
    """One run. Memory that nobody wrote holds the same in all of them, launches come in the order of
    the calls, and the program has the name that the command gives it: many print that."""
    settings = {"SIMT_MEMORY_SEED": "1", "SIMT_STREAMS": "in-order",
                **{name: str(value) for name, value in settings.items()}}
    before, start = trial_files.snapshot(wanted["directory"]), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="run-", dir=wanted.get("folder")) as scratch, \
            open(wanted.get("stdin") or os.devnull, "rb") as stdin:
        files = {"SIMT_TRACE": os.path.join(scratch, "trace"),
                 "SIMT_REPORT": os.path.join(scratch, "report")}
        status, out, err = communicate(program, words, wanted, environment(settings, files), stdin)
        trace, findings = trial_trace.read(files["SIMT_TRACE"]), findings_in(files["SIMT_REPORT"])
    texts = texts_of(out, err, trial_files.written(wanted["directory"], before), findings)
    return Run(settings, status if status is not None else -signal.SIGKILL, texts, findings, trace,
               time.monotonic() - start, status is None, before is not None)


def require_in_time(run):
    if run.too_long:
        raise Refused("the command was not done after %d s; name a smaller one" % RUN_SECONDS)
    return run
