"""Conditions (kind 'cond'): who of the threads goes on is known, equal in the block, or left to data."""

import dataclasses
import typing

import values
from core import production
from tree import Node

from . import numbers


@dataclasses.dataclass
class Cond:
    node: Node
    truth: typing.Optional[list] = None  # of each thread; None: only data says
    same: bool = False  # equal in the block
    barriers: bool = True  # that it is equal may be relied on where the program waits of its own accord

    def negated(self):
        truth = [not t for t in self.truth] if self.truth else None
        return Cond(Node("cond", "not", "!(", self.node, ")"), truth, self.same, self.barriers)


def narrowed(g, cond):
    """Changes of the scope under the condition."""
    if cond.same:
        changes = {} if cond.barriers else {"block": False}
        return {**changes, "grid": False} if "blockIdx" in cond.node.text() else changes
    if cond.truth is None:
        return {"group": 1, "block": False}
    active = [a and t for a, t in zip(g.scope.active, cond.truth)]
    group = min(g.scope.group, g.shape.group(active))
    return {"active": active, "group": group, "block": g.scope.block and all(active)}


@production("cond", 7)
def compared(g):
    """Typed arithmetic on thread numbers against a number."""
    left = g.make("num", lambda: numbers.built_in(g, "x"))
    bound = g.pick(*g.lanes.wider(*numbers.NICE)) if g.chance(0.8) else 0
    right = numbers.constant(g, bound, g.chance(0.15))
    op = g.pick("<", "<", "<", ">=", "==", "!=", ">", "<=")
    if g.chance(0.5):  # near a number that is there
        right = numbers.constant(g, abs(g.pick(*left.values)) % 1000, g.chance(0.1))
    truth = values.compare(op, left.num, right.num)
    if all(truth) or not any(truth):
        if g.chance(0.8):
            return None
    return Cond(Node("cond", None, left.node, " %s " % op, right.node), truth)


@production("cond", 2, "values")
def range_idiom(g):
    """x - a < b, in whatever type that is."""
    left = numbers.combine(g.make("num", lambda: numbers.built_in(g, "x")), "-",
                           numbers.constant(g, g.pick(*g.lanes.wider(1, 8, 16, 32, 48))))
    if left is None:
        return None
    if g.chance(0.2):
        left = numbers.cast(left, g.pick("unsigned char", "unsigned char", "unsigned short", "signed char"))
    right = numbers.constant(g, g.pick(*g.lanes.wider(8, 16, 32, 48, 64)), g.chance(0.3))
    return Cond(Node("cond", None, left.node, " < ", right.node), values.compare("<", left.num, right.num))


@production("cond", 2)
def as_bool(g):
    number = g.make("num", lambda: numbers.built_in(g, "x"))
    masked = numbers.combine(number, g.pick("&", "/", "%"), numbers.constant(g, g.pick(*g.lanes.wider(1, 2, 4, 8, 16, 32))))
    return masked and Cond(masked.node, [v != 0 for v in masked.values])


@production("cond", 3)
def same_in_block(g):
    var = g.variable(lambda v: v.role == "same")
    name = var.name if var else "blockIdx.x"
    text = g.pick("%s > %d" % (name, g.between(0, 40)), "%s & 1" % name, "blockIdx.x == 0", "gridDim.x > 1",
                  "%s == %s" % (name, name), "%s != %d" % (name, g.between(0, 3)))
    return Cond(Node("cond", None, text), same=True)


@production("cond", 4)
def of_data(g):
    right = g.integer() if g.chance(0.2) else str(g.pick(0, 1, 2, 3, 4, 8, 20))
    return Cond(Node("cond", None, g.integer(), g.pick(" > ", " < ", " == ", " & ", " != "), right))


@production("cond", 2)
def vote(g):
    return Cond(Node("cond", None, g.pick("__any(", "__all(", "!__any(", "__ballot("), g.integer(),
                     g.pick(" > 3", " & 1", " < 20"), ")"), same=g.scope.group == g.warp and
                g.shape.threads <= g.warp)


@production("cond", 1.5, "control")
def both(g):
    left, op = condition(g), g.pick(" && ", " || ")
    with g.inner(**narrowed(g, left if op == " && " else left.negated())):
        right = condition(g)
    truth = None
    if left.truth and right.truth:
        truth = [a and b if op == " && " else a or b for a, b in zip(left.truth, right.truth)]
    return Cond(Node("cond", None, "(", left.node, ")", op, "(", right.node, ")"), truth,
                left.same and right.same, left.barriers and right.barriers)


@production("cond", 0.8, "control")
def negation(g):
    return condition(g).negated()


@production("cond", 1, "control")
def through_bool(g):
    """A condition that has a name, or that a function of the program decides."""
    var = g.variable(lambda v: v.role == "cond")
    return var and Cond(Node("cond", None, var.name), var.cond.truth, var.cond.same, var.cond.barriers)


@production("cond", 0.7, "shared")
def of_element(g):
    element = g.element()
    return element and Cond(Node("cond", None, element, g.pick(" > ", " & ", " == "), str(g.between(0, 9))))


@production("cond", 0.5, "noise")
def arm_at_the_end(g):
    """Its last operand is one for each configuration."""
    parts = [g.integer(), g.pick(" > ", " & ", " == ")]
    for guard in ("\n#ifdef ALT\n", "\n#else\n"):
        parts += [guard, str(g.pick(1, 2, 3, 4, 8))]
    return Cond(Node("cond", None, *parts, "\n#endif\n"))


@production("cond", 0.6, "control")
def assigned_in_condition(g):
    var = g.variable(lambda v: v.role == "data" and v.writable)
    return var and Cond(Node("cond", None, "(%s %s= " % (var.name, g.pick("", "+", "^", "-")), g.integer(),
                             ") > %d" % g.between(0, 20)))


def on_number(g):
    """One that numbers of threads decide."""
    return g.by(g.pick(compared, compared, range_idiom, as_bool), "cond") or condition(g)


def condition(g):
    if (g.written or g.scope.board) and g.chance(0.15):  # what a lane wrote is asked
        from .patterns import board_read
        made = g.by(board_read, "cond")
        if made:
            return made
    return g.make("cond", lambda: same_in_block_plain(g))


def same_in_block_plain(g):
    return Cond(Node("cond", "same", "blockIdx.x == %d" % g.between(0, 1)), same=True)
