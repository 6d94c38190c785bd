"""simtrun: one program under many schedules."""

import concurrent.futures
import dataclasses
import json
import os
import subprocess
import sys
import tempfile
import threading

import verdicts

BAD_SETTINGS, NOT_RUN = 98, 2
POLICIES = ("lockstep", "fair", "adversarial")
SECTION = "simt_warp_size"  # each kernel object's, in the program


class Refused(Exception):
    pass


@dataclasses.dataclass
class Wanted:
    policy: str = None
    schedules: int = 1
    seed: int = 1
    same_output: bool = False
    json: bool = False
    warp_size: int = None
    max_steps: int = None
    jobs: int = None
    command: list = None


@dataclasses.dataclass
class Run:
    policy: str
    seed: int
    status: int
    output: bytes
    errors: bytes
    findings: list
    summary: dict


def number(name, text, least):
    try:
        value = int(text, 0)
    except ValueError:
        value = least - 1
    if value < least:
        raise Refused("--%s=%s: a number from %d on is wanted" % (name, text, least))
    return value


def set_policy(wanted, name, text):
    if text not in POLICIES:
        raise Refused("--policy is %s" % " or ".join(POLICIES))
    wanted.policy = text


def set_warp_size(wanted, name, text):
    if text not in ("32", "64"):
        raise Refused("--warp-size is 32 or 64")
    wanted.warp_size = int(text)


def set_number(least):
    return lambda wanted, name, text: setattr(wanted, name.replace("-", "_"),
                                              number(name, text, least))


VALUES = {"policy": set_policy, "warp-size": set_warp_size, "schedules": set_number(1),
          "seed": set_number(0), "max-steps": set_number(1), "jobs": set_number(1)}
FLAGS = ("same-output", "json")


def parse(arguments):
    wanted = Wanted()
    left = list(arguments)
    while left and left[0].startswith(("--", "-j")):
        if left[0].startswith("-j"):  # as make has it: -j4, -j 4
            left[:1] = ["--jobs=" + left[0][2:]] if left[0][2:] else ["--jobs"]
        name, equals, text = left.pop(0)[2:].partition("=")
        if not name:  # "--": the program follows
            break
        if name in FLAGS and not equals:
            setattr(wanted, name.replace("-", "_"), True)
        elif name in VALUES:
            if not equals and not left:
                raise Refused("--%s needs a value" % name)
            VALUES[name](wanted, name, text if equals else left.pop(0))
        else:
            raise Refused("no option --%s; --help says which there are" % name)
    if not left:
        raise Refused("no program; --help says how it is named")
    wanted.command = left
    return wanted


def plan(wanted):
    """The schedules, as (policy, seed) each."""
    many = wanted.schedules > 1 or wanted.same_output
    policy = wanted.policy or ("adversarial" if many else "lockstep")
    planned = [(policy, wanted.seed + i) for i in range(wanted.schedules)]
    return [("lockstep", wanted.seed), *planned] if wanted.same_output else planned


def read_report(path):
    """The findings, and the sums of what all processes of the program did."""
    findings, summary = [], {}
    if os.path.exists(path):
        with open(path, errors="replace") as file:
            for row in map(json.loads, file):
                if "kind" in row:
                    findings.append(row)
                else:
                    summary = {name: summary.get(name, 0) + row[name]
                               for name in ("launches", "steps")}
    return findings, summary


class Programs:
    """Those that run now; those of later schedules end when an earlier one has shown something."""

    def __init__(self):
        self.lock, self.running, self.stopped = threading.Lock(), set(), False

    def run(self, command, **options):
        """(exit status, stdout, stderr); of one that is not wanted any more it does not matter what."""
        with self.lock:
            if self.stopped:
                return 0, b"", b""
            process = subprocess.Popen(command, **options)
            self.running.add(process)
        with process:
            output, errors = process.communicate()
        with self.lock:
            self.running.discard(process)
        return process.returncode, output or b"", errors or b""

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.running:
                process.kill()


def perform(wanted, policy, seed, passes_through, programs):
    with tempfile.TemporaryDirectory(prefix="simtrun-") as folder:
        report = os.path.join(folder, "report")
        given = {**os.environ, **verdicts.environment(wanted, policy, seed), "SIMT_REPORT": report}
        pipe = None if passes_through else subprocess.PIPE
        try:
            status, output, errors = programs.run(wanted.command, env=given, stdout=pipe, stderr=pipe)
        except OSError as error:
            raise Refused("%s: %s" % (wanted.command[0], error.strerror))
        findings, summary = read_report(report)
    return Run(policy, seed, status, output, errors, findings, summary)


# ===-- The program's warp size --------------------------------------------------===


def compiled_warp_size(path):
    """What is in the section of an ELF file that says it; None where there is none."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:5] != b"\x7fELF\x02":
        return None
    word = lambda at, size: int.from_bytes(data[at:at + size], "little")
    table, size, count, names = word(40, 8), word(58, 2), word(60, 2), word(62, 2)
    headers = [table + i * size for i in range(count)]
    text = word(headers[names] + 24, 8)
    for header in headers:
        start = text + word(header, 4)
        if data[start:data.index(b"\0", start)] == SECTION.encode():
            return word(word(header + 24, 8), 4)
    return None


def check_warp_size(wanted):
    if not wanted.warp_size:
        return
    found = compiled_warp_size(wanted.command[0])
    if found != wanted.warp_size:
        raise Refused("%s was compiled for %s, not for a warp size of %d" % (
            wanted.command[0], "a warp size of %d" % found if found else "no machine",
            wanted.warp_size))


def examine(wanted, planned, passes_through):
    """What the first schedule shows that shows something, in their order, however many run at once."""
    jobs = min(wanted.jobs or len(os.sched_getaffinity(0)), len(planned))
    programs = Programs()
    pool = concurrent.futures.ThreadPoolExecutor(jobs)
    runs = [pool.submit(perform, wanted, policy, seed, passes_through, programs)
            for policy, seed in planned]
    try:
        first = runs[0].result()
        for run in runs:
            run = run.result()
            if run.status == BAD_SETTINGS:
                raise Refused(run.errors.decode(errors="replace").strip())
            verdict = verdicts.judge(wanted, first, run)
            if verdict.kind != "ok":
                break
        if verdict.kind == "ok" and first.status and len(planned) > 1 and \
                first.policy != "lockstep":
            verdict = verdicts.judge_status(
                first, perform(wanted, "lockstep", wanted.seed, False, programs))
        return verdict, first
    finally:
        programs.stop()
        pool.shutdown(cancel_futures=True)


def main(arguments, usage):
    if not arguments or "--help" in arguments[:1]:
        print(usage)
        return 0 if arguments else NOT_RUN
    try:
        wanted = parse(arguments)
        check_warp_size(wanted)
        planned = plan(wanted)
        passes_through = len(planned) == 1 and not wanted.json
        verdict, first = examine(wanted, planned, passes_through)
    except (Refused, OSError) as error:
        print("simtrun: %s" % error, file=sys.stderr)
        return NOT_RUN
    # The first schedule may be in the plan twice: as itself and as what the others are compared with.
    start = 0 if verdict.run is first else 1
    count = 1 + planned.index((verdict.run.policy, verdict.run.seed), start)
    sys.stdout.flush()
    verdicts.tell(wanted, verdict, planned, count)
    return verdicts.exit_status(wanted, verdict, planned)
