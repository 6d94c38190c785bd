"""Makes failing programs small: edits of the tree that keep the failure, many programs in one batch."""

import dataclasses

import batch
import tree

WIDTH = 24  # edits of one program that are tried at a time
LEAVES = {"int": "1", "cond": "true", "num": "1", "bounded": "0", "own": None, "index": None, "element": None, "target": None}


class Edit:
    """What is done to one node, by its number in the order of walk()."""

    def __init__(self, at, how, child=None):
        self.at, self.how, self.child = at, how, child

    def apply(self, nodes):
        node = nodes[self.at]
        if self.how == "drop":
            node.parts, node.defines = [], ()
        elif self.how == "unwrap":
            node.parts = [part for part in node.parts if isinstance(part, list)]
        elif self.how == "hoist":
            node.parts = list(nodes[self.child].parts)
        else:
            node.parts = [LEAVES[node.kind]]


def edits(root):
    nodes = list(root.walk())
    numbers = {id(node): at for at, node in enumerate(nodes)}
    listed = {id(child) for node in nodes for part in node.parts if isinstance(part, list) for child in part}
    for at, node in enumerate(nodes):
        text = node.text()
        if not text:
            continue
        if id(node) in listed and node.kind != "program":
            yield len(text), Edit(at, "drop")
        if node.kind == "stmt" and any(isinstance(part, list) for part in node.parts):
            inner = sum(len(c.text()) for part in node.parts if isinstance(part, list) for c in part)
            yield len(text) - inner, Edit(at, "unwrap")
        if LEAVES.get(node.kind) and text != LEAVES[node.kind]:
            yield len(text), Edit(at, "leaf")
        if node.kind in LEAVES or node.kind == "stmt":
            for child in node.children():
                if child.kind == node.kind and len(child.text()) < len(text):
                    yield len(text) - len(child.text()), Edit(at, "hoist", numbers[id(child)])


def edits_by_production(root):
    """All that one production made, out at once: what is left needs few single edits."""
    nodes, groups = list(root.walk()), {}
    for size, edit in edits(root):
        node = nodes[edit.at]
        if edit.how in ("drop", "leaf") and node.name:
            groups.setdefault((edit.how, node.kind, node.name), []).append((size, edit))
    large = sorted(groups.values(), key=lambda group: -sum(size for size, _ in group))
    return [[edit for _, edit in group] for group in large if len(group) > 1]


def applied(root, chosen):
    copy = root.copy()
    nodes = list(copy.walk())
    for edit in sorted(chosen, key=lambda e: -e.at):
        edit.apply(nodes)
    return copy


class Reduction:
    """One failing program on its way."""

    def __init__(self, program, outcome, budget=12):
        self.program, self.outcome, self.rounds = program, outcome, budget
        self.tried, self.waiting = set(), []
        self.done = False
        self.unknown = tree.undefined(program.root)  # names whose definition is no node's

    def candidates(self):
        """[(edits, program)]"""
        root, found = self.program.root, []
        for made in self.waiting:
            self._try(found, made, None)
        self.waiting = []
        for group in edits_by_production(root)[:WIDTH // 2]:
            self._try(found, applied(root, group), group)
        for _, edit in sorted(edits(root), key=lambda e: -e[0]):
            if len(found) >= WIDTH:
                break
            self._try(found, applied(root, [edit]), [edit])
        return found

    def _try(self, found, made, chosen):
        text = made.text()
        if text in self.tried or text == self.program.root.text() or self._lacks(made):
            return
        self.tried.add(text)
        found.append((chosen or [], self.program.with_root(made, "%sx%d" % (self.program.seed.split("x")[0], len(self.tried)))))

    def _lacks(self, root):
        return tree.undefined(root) - self.unknown

    def learn(self, found, outcomes):
        kept = [(chosen, program) for chosen, program in found if alike(outcomes.get(program.seed), self.outcome)]
        self.rounds -= 1
        if self.rounds == 0:
            self.done = True
        if not kept:
            self.done |= len(found) < WIDTH
            return
        # What can go alone may go together: that is tried next.
        best = min(kept, key=lambda item: len(item[1].text()))
        alone = [chosen for chosen, _ in kept if chosen]
        if len(alone) > 1:
            half = max(1, len(alone) // 2)
            roots = [applied(self.program.root, sum(some, [])) for some in (alone, alone[:half], alone[half:])]
            self.waiting = [root for root in roots if not self._lacks(root)]
        self.program, self.outcome = best[1], outcomes[best[1].seed]


def signature(root):
    """What a program is made of; of a small one, what makes it fail."""
    return frozenset("%s %s" % (node.kind, node.name) for node in root.walk()
                     if node.name and node.text() and node.kind not in ("fixed", "program"))


def alike(outcome, first):
    if outcome is None:
        return False
    family = lambda verdict: "wrong" if verdict in ("differs", "complaint") else verdict
    return family(outcome.verdict) == family(first.verdict) and outcome.verdict in (*batch.BAD, "silent")


def reduce(build, failures, mode, say=lambda text: None):
    """[(program, outcome)], smaller."""
    work = [Reduction(program, outcome) for program, outcome in failures]
    mode = dataclasses.replace(mode, seeds=8)
    while True:
        now = [(r, r.candidates()) for r in work if not r.done]
        programs = [program for _, found in now for _, program in found]
        for r, found in now:
            r.done = r.done or not found
        if not programs:
            break
        outcomes = {}
        for start in range(0, len(programs), 200):
            outcomes.update(batch.run(build, programs[start:start + 200], mode))
        for r, found in now:
            if found:
                r.learn(found, outcomes)
        say("reducing: %d left" % sum(not r.done for r in work))
    return [(r.program, r.outcome) for r in work]
