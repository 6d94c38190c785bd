"""simttry: what SIMT_TRACE says of a run: which kernels were launched, and what memory held then.

A row has what differs from the row before of the same process (docs/simt.md).
"""

import dataclasses
import json
import os


@dataclasses.dataclass
class Trace:
    launches: list  # of (kernel, {memory: its digests, or None where it is free from now on})
    kernels: set  # all that the program has
    children: set  # those that kernels launched


def rows(path):
    """A program that is killed may leave half a row behind."""
    if not os.path.exists(path):
        return
    with open(path, errors="replace") as file:
        for line in file:
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                continue


def read(path):
    """The launches of one process after those of another, in an order that no clock decides."""
    current, processes, kernels, children = {}, [], set(), set()
    for row in rows(path):
        kernels.update(row.get("kernels", []))
        children.update(row.get("children", []))
        if "kernels" in row:  # a process, or another program in it
            current[row["pid"]] = []
            processes.append(current[row["pid"]])
        elif "launch" in row:
            changes = {**row["memory"], **{name: None for name in row.get("freed", [])}}
            current[row["pid"]].append((row["kernel"], changes))
    in_order = sorted(processes, key=lambda launches: [kernel for kernel, _ in launches])
    return Trace(joined(in_order), kernels, children)


def joined(processes):
    """Memory of one is gone with it, and has another name than that of the next."""
    out, alive = [], {}
    for number, launches in enumerate(processes):
        suffix = " of process %d" % (number + 1) if number else ""
        for kernel, changes in launches:
            named = {name + suffix: digests for name, digests in changes.items()}
            out.append((kernel, {**alive, **named}))
            alive = {}
        alive = {name: None for _, changes in out for name in changes}
    return out


class Walk:
    """Two runs side by side, launch by launch: which memory is not the same in both."""

    def __init__(self, first, other):
        self.first, self.other = {}, {}
        self.exact, self.words = set(), set()  # names that differ, and those whose words do
        self.launches = zip(first, other)

    def steps(self):
        for number, ((_, mine), (_, theirs)) in enumerate(self.launches):
            self.apply(self.first, mine)
            self.apply(self.other, theirs)
            for name in mine.keys() | theirs.keys():
                self.compare(name)
            yield number

    @staticmethod
    def apply(state, changes):
        for name, digests in changes.items():
            if digests is None:
                state.pop(name, None)
            else:
                state[name] = digests

    def compare(self, name):
        mine, theirs = self.first.get(name), self.other.get(name)
        same_words = (mine or " ").split(" ")[1] == (theirs or " ").split(" ")[1]
        # What only the other run has is nothing that was computed before.
        (self.exact.add if mine and mine != theirs else self.exact.discard)(name)
        (self.words.add if mine and not same_words else self.words.discard)(name)
