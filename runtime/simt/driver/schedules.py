"""simtrun: one program under many schedules."""

import dataclasses
import json
import os
import shlex
import subprocess
import sys
import tempfile

FINDINGS, BAD_SETTINGS, NOT_RUN = 99, 98, 2
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
          "seed": set_number(0), "max-steps": set_number(1)}
FLAGS = ("same-output", "json")


def parse(arguments):
    wanted = Wanted()
    left = list(arguments)
    while left and left[0].startswith("--"):
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


def environment(wanted, policy, seed):
    settings = {"SIMT_POLICY": policy, "SIMT_SEED": str(seed)}
    if wanted.max_steps:
        settings["SIMT_MAX_STEPS"] = str(wanted.max_steps)
    return settings


def replay(wanted, run):
    """What is typed to see that run again."""
    settings = environment(wanted, run.policy, run.seed)
    return " ".join(["%s=%s" % item for item in settings.items()] +
                    [shlex.quote(part) for part in wanted.command])


def read_report(path):
    findings, summary = [], {}
    if os.path.exists(path):
        with open(path, errors="replace") as file:
            for line in file:
                row = json.loads(line)
                if "kind" in row:
                    findings.append(row)
                else:
                    summary = row
    return findings, summary


def perform(wanted, policy, seed, passes_through):
    with tempfile.TemporaryDirectory(prefix="simtrun-") as folder:
        report = os.path.join(folder, "report")
        given = {**os.environ, **environment(wanted, policy, seed), "SIMT_REPORT": report}
        pipe = None if passes_through else subprocess.PIPE
        try:
            done = subprocess.run(wanted.command, env=given, stdout=pipe, stderr=pipe)
        except OSError as error:
            raise Refused("%s: %s" % (wanted.command[0], error.strerror))
        findings, summary = read_report(report)
    return Run(policy, seed, done.returncode, done.stdout or b"", done.stderr or b"", findings,
               summary)


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


# ===-- What is said ---------------------------------------------------------------===


def place(row):
    return "  %s at %s:%d" % (row["who"], row["file"], row["line"]) if "file" in row else \
        "  %s at the start" % row["who"]


def describe(finding):
    memory = finding["memory"] + ": " if "memory" in finding else ""
    head = "%s: %s%s\n  in %s, launch %d" % (finding["kind"], memory, finding["text"],
                                            finding["kernel"], finding["launch"])
    return "\n".join([head, *map(place, finding["places"])])


def first_difference(one, other):
    """The first line that is not the same: (number, one's, other's)."""
    lines = [text.decode(errors="replace").splitlines() for text in (one, other)]
    for number in range(max(map(len, lines))):
        pair = [text[number] if number < len(text) else "(no more lines)" for text in lines]
        if pair[0] != pair[1]:
            return (number + 1, *pair)
    return None


def differs(first, run):
    """What is different about a run, as text, or None."""
    if run.status != first.status:
        return "exit status %d, and %d in %s" % (run.status, first.status, first.policy)
    found = first_difference(first.output, run.output)
    if found:
        return "line %d of the output is\n  %s\nand in %s\n  %s" % (
            found[0], found[2], first.policy, found[1])
    return None


@dataclasses.dataclass
class Verdict:
    kind: str  # ok, finding, output, crash
    run: Run
    text: str = ""


def judge(wanted, first, run):
    if run.findings:
        return Verdict("finding", run, "\n".join(map(describe, run.findings)))
    if wanted.same_output and run is not first:
        difference = differs(first, run)
        if difference:
            return Verdict("output", run, difference)
    # What fails by itself may be right to; a signal is not.
    if run.status < 0:
        return Verdict("crash", run, "the program was ended by signal %d" % -run.status)
    return Verdict("ok", run)


def examine(wanted, planned, passes_through):
    first = None
    for policy, seed in planned:
        run = perform(wanted, policy, seed, passes_through)
        if run.status == BAD_SETTINGS:
            raise Refused(run.errors.decode(errors="replace").strip())
        first = first or run
        verdict = judge(wanted, first, run)
        if verdict.kind != "ok":
            return verdict, first
    return verdict, first


def as_json(wanted, verdict, count):
    run = verdict.run
    return json.dumps({
        "verdict": verdict.kind, "schedules": count, "policy": run.policy, "seed": run.seed,
        "status": run.status, "text": verdict.text, "findings": run.findings, **run.summary,
        "replay": replay(wanted, run)}, indent=2)


def tell(wanted, verdict, planned, count):
    run = verdict.run
    if wanted.json:
        print(as_json(wanted, verdict, count))
    elif verdict.kind == "ok":
        if len(planned) > 1:
            steps = run.summary
            print("simtrun: nothing found in %d schedules (%s launches each)" % (
                count, steps.get("launches", "no")))
    else:
        print("simtrun: schedule %d of %d, %s, seed %d:\n%s\nTo see it again:\n  %s" % (
            count, len(planned), run.policy, run.seed, verdict.text, replay(wanted, run)),
            file=sys.stderr)


def exit_status(wanted, verdict, planned):
    if verdict.kind == "ok":
        return 0 if len(planned) > 1 else verdict.run.status
    return FINDINGS


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
    count = 1 + planned.index((verdict.run.policy, verdict.run.seed), 1 if verdict.run is not first else 0)
    sys.stdout.flush()
    tell(wanted, verdict, planned, count)
    return exit_status(wanted, verdict, planned)
