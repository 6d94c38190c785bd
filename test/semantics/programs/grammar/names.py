"""Memory that has two names, and numbers that move between what is made of them (kind 'stmt')."""

from core import Made, production

from . import memory
from .memory import element_of, index, is_one_warp, own
from .patterns import at


def place(g, array):
    """The own element, so that no other lane writes it in the same step; None if there is no telling."""
    if array.form == "flat":
        return at(array, own(g))
    return at(array, "0") if array.form == "near" else None


def across(g, array):
    """An element that another lane of the warp has; mostly."""
    if array.form != "flat" or g.chance(0.2):
        return [*element_of(g, array)]
    return at(array, own(g), g.pick(" ^ 1", " ^ 2", " ^ 4", " ^ %d" % (g.warp // 2)))


@production("stmt", 1.8, "views")
def two_names(g):
    """Written by one name, read by another; and once more."""
    first, second = memory.pair(g, lambda a: a.form != "rows")
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not first or not target:
        return None
    parts = [*place(g, first), " = ", g.integer(), ";\n"]
    reads = [["%s += " % target.name, *across(g, second), ";\n"], ["%s ^= " % target.name, *across(g, first), ";\n"]]
    g.random.shuffle(reads)
    parts += [*reads[0], *(reads[1] if g.chance(0.5) else [])]
    if g.chance(0.6):
        array = g.pick(first, first, second)
        parts += [*place(g, array), " %s " % g.pick("=", "+="), g.integer(), ";\n"]
        parts += ["%s += " % target.name, *across(g, g.pick(first, second, second)), ";"]
    return Made(*parts)


@production("stmt", 1, "shared")
def moving_step(g):
    """The number that a subscript names is set in the same statement."""
    array = g.array(lambda a: a.form == "flat")
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not array or not target or not is_one_warp(g):
        return None
    name, one, other = g.name("d"), *g.random.sample(range(8), 2)
    here, there = lambda: at(array, own(g), " + " + name), lambda: at(array, *index(g, array).parts)
    again = ["\n%s += " % target.name, *there(), " + %s;" % name]
    step = g.pick([*here(), " += ", *there(), " + (%s = %d);" % (name, other)],
                  [*here(), " = ", *there(), " + (%s = %d);" % (name, other)],
                  [*here(), " += (%s = %d) + " % (name, other), *there(), ";"],
                  [name, " = ", *here(), " = %d;" % other],
                  ["if (", own(g), " + %s < 24) " % name, *here(), " = ", *there(), " + (%s = %d);" % (name, other)])
    return Made("int %s = %d;\n" % (name, one), *step, *again, defines=[name])


@production("stmt", 1.4, "views")
def left_behind(g):
    """A pointer, and the number that it was made with, which goes on."""
    array = g.array(lambda a: a.pointer and a.form == "flat" and not a.suffix)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not array or not target or not is_one_warp(g):
        return None
    name, pointer, one, other = g.name("d"), g.name("p"), *g.random.sample(range(8), 2)
    here = at(array, own(g), " + " + name)
    made = ["int %s = %d;\nvolatile int *%s = (volatile int *)%s + " % (name, one, pointer, array.pointer), own(g), " + %s;\n" % name]
    step = g.pick([*here, " %s *%s;" % (g.pick("=", "+="), pointer)], ["*%s = " % pointer, g.integer(), ";\n%s += " % target.name, *here, ";"],
                  [*here, " = ", g.integer(), ";\n%s += *%s;" % (target.name, pointer)])
    again = ["\n%s += " % target.name, *across(g, array), ";"]
    if g.chance(0.5):
        again += ["\n", *at(array, own(g)), " = ", g.integer(), ";\n%s ^= " % target.name, *across(g, array), ";"]
    moves = g.pick("%s = %d;\n" % (name, other), "%s += %d;\n" % (name, 1 + other), "")
    return Made(*made, moves, *step, *again, defines=[name, pointer])
