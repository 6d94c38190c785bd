"""Numbers that begin before the first thread, or that are moved, narrowed or counted in tiles (kind 'stmt'),
and what the lanes do that they choose."""

import values
from core import Made, Var, production
from tree import Node

from . import conditions, numbers
from .collectives import behind, one_operation

KINDS = ("int", "int", "int", "int", "unsigned", "unsigned", "short", "signed char", "unsigned char", "long long")
NARROW = ("signed char", "signed char", "unsigned char", "short")


def first_number(g):
    """Of the thread: its place in a row, in the block, or its number as it has been named."""
    mine = g.variable(lambda v: v.own and v.num)
    if mine and g.chance(0.4):
        return numbers.Number(Node("num", "own", mine.name), *mine.num)
    if g.shape.y > 1 and g.chance(0.6):
        return numbers.flat_index(g)
    return g.pick(numbers.built_in(g, "x"), numbers.built_in(g, "x"), numbers.linear(g))


def moved_once(g, name, kind, kept, right):
    """(i += 16) of a variable that is declared just before."""
    op = g.pick("+", "+", "+", "-", "-", "^")
    try:
        result = values.binary(op, (kind, kept), right.num)[1]
    except values.Undefined:
        return None
    text = g.pick("(%s %s= " % (name, op), "(%s = %s %s " % (name, name, op))
    return numbers.Number(Node("num", None, text, right.node, ")"), kind, [values.wrap(v, kind) for v in result])


def part_of(g, number, tile):
    """The tile, the row or the rest."""
    op, right = g.pick(("/", tile), ("/", tile), ("/", tile), (">>", tile.bit_length() - 1), ("%", tile), ("%", 2 * tile), ("&", tile))
    return numbers.combine(number, op, numbers.constant(g, right))


def decided(g, number, bounds):
    """A condition that some threads meet and others do not; None if there is none."""
    for _ in range(4):
        bound, op = g.pick(*bounds), g.pick("<", "<", "<", "==", ">=", ">=", "!=", ">")
        truth = values.compare(op, number.num, ("int", [bound] * len(number.values)))
        if any(truth) and not all(truth):
            return conditions.Cond(Node("cond", "halo", number.node, " %s %d" % (op, bound)), truth)
    return None


@production("stmt", 2, "values")
def halo(g):
    """Numbers and bounds are mostly made of tiles and halves of them, as people make them."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    base, tile = first_number(g), g.pick(*g.lanes.sizes(32, 32, 32, 32, 16, 8))
    how = g.weighted(before=4, moved=3, scaled=2, named=1)
    right = numbers.constant(g, g.pick(tile, tile, tile // 2, tile // 2, 2 * tile, tile + tile // 2, 1))
    if how == "before":
        base = numbers.combine(base, g.pick("-", "-", "-", "+"), right)
    elif how == "scaled":
        base = numbers.combine(base, g.pick("*", "*", "<<"), numbers.constant(g, g.pick(2, 4, 8, 16)))
    if not target or base is None:
        return None
    name, kind = g.name("i"), g.pick(*NARROW) if how == "scaled" and g.chance(0.6) else g.pick(*KINDS)
    kept = [values.wrap(v, kind) for v in base.values]
    number, declared = numbers.Number(Node("num", None, name), kind, kept), True
    if how == "moved":
        number = moved_once(g, name, kind, kept, right)
    elif how != "named" and g.chance(0.3):  # nothing holds it
        number, declared = numbers.cast(base, kind) if g.chance(0.5) else base, False
    parted = number is not None and g.chance(0.4)
    if parted:
        number = part_of(g, number, tile)
    at = right.values[0]
    bounds = (0, 0, 1, 1, 2, 3, tile // 2) if parted else (0, 0, tile, 2 * tile, 2 * tile, at, abs(2 * tile - at), 3 * tile - at if at < 96 else 8)
    cond = number and decided(g, number, bounds)
    if not cond:
        return None
    head = [g.pick("%s %s = ", "%s %s = " if how == "moved" else "const %s %s = ") % (kind, name), base.node, ";\n"] if declared else []
    if declared and how != "moved":
        g.scope.vars.append(Var(name, kind, "num", False, (min(kept), max(kept)), (kind, kept)))
    return Made(*head, "if (", cond.node, ") ", *one_operation(g, target, cond), *behind(g, target), defines=[name])
