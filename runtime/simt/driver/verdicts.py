"""simtrun: what a run shows, and how it is said."""

import dataclasses
import json
import shlex
import sys

FINDINGS = 99
NOT_RUN = 2


def environment(wanted, policy, seed):
    settings = {"SIMT_POLICY": policy, "SIMT_SEED": str(seed)}
    if policy == "lockstep" and seed != wanted.seed:  # else they were all one schedule
        settings["SIMT_SHUFFLE_WARPS"] = "1"
    if wanted.max_steps:
        settings["SIMT_MAX_STEPS"] = str(wanted.max_steps)
    return settings


def replay(wanted, run):
    """What is typed to see that run again."""
    settings = environment(wanted, run.policy, run.seed)
    return " ".join(["%s=%s" % item for item in settings.items()] +
                    [shlex.quote(part) for part in wanted.command])


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
    run: object
    text: str = ""


def judge(wanted, first, run):
    if run.findings:
        return Verdict("finding", run, "\n".join(map(describe, run.findings)))
    if wanted.same_output and run is not first:
        difference = differs(first, run)
        if difference:
            return Verdict("output", run, difference)
    if run.status != first.status and run.status >= 0:
        return Verdict("output", run, "exit status %d, and %d with seed %d" % (
            run.status, first.status, first.seed))
    # What fails by itself may be right to; a signal is not.
    if run.status < 0:
        return Verdict("crash", run, "the program was ended by signal %d" % -run.status)
    return Verdict("ok", run)


def judge_status(first, lockstep):
    """Of a program that fails under all schedules: whether it fails in lockstep, too."""
    if lockstep.status == first.status:
        return Verdict("ok", first)
    return Verdict("output", first, "exit status %d, and %d in lockstep" % (
        first.status, lockstep.status))


def as_json(wanted, verdict, count):
    run = verdict.run
    return json.dumps({
        "verdict": verdict.kind, "schedules": count, "policy": run.policy, "seed": run.seed,
        "status": run.status, "text": verdict.text, "findings": run.findings, **run.summary,
        "replay": replay(wanted, run)}, indent=2)


def launches_of(run):
    return run.summary.get("launches", 0)


def showed_nothing(run, planned):
    """Of copies alone there may be something to see; a program that fails before it has begun is none."""
    return len(planned) > 1 and run.status != 0 and not launches_of(run)


def tell(wanted, verdict, planned, count):
    run = verdict.run
    if wanted.json:
        print(as_json(wanted, verdict, count))
    elif verdict.kind == "ok":
        launches = launches_of(run)
        if showed_nothing(run, planned):
            print("simtrun: the program ends with status %d and launches no kernel, so schedules "
                  "show nothing" % run.status, file=sys.stderr)
        elif len(planned) > 1:
            print("simtrun: nothing found in %d schedules (%s launch%s each)" % (
                count, launches or "no", "" if launches == 1 else "es"))
    else:
        print("simtrun: schedule %d of %d, %s, seed %d:\n%s\nTo see it again:\n  %s" % (
            count, len(planned), run.policy, run.seed, verdict.text, replay(wanted, run)),
            file=sys.stderr)


def exit_status(wanted, verdict, planned):
    if verdict.kind == "ok":
        if len(planned) == 1:
            return verdict.run.status
        return NOT_RUN if showed_nothing(verdict.run, planned) else 0
    return FINDINGS
