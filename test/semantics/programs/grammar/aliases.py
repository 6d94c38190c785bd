"""Two parameters of the kernel that lead to one array, and memory that two types name (kind 'stmt')."""

from core import Made, production
from tree import Node

from . import conditions
from .collectives import behind, one_operation
from .memory import is_one_warp, own

WORDS = 16  # that the second one may be behind the first


def parameters(g):
    """The kernel has two of them from here on."""
    if "aliases" not in g.flags:
        g.flags.add("aliases")
        g.distance = g.pick(0, 0, 0, 1, 4, WORDS, None)  # None: they do not meet
    return ("one", "two")


@production("stmt", 2.5, "aliases")
def two_parameters(g):
    """Written by one name, read by the other."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or g.assumed or not g.scope.kernel or not is_one_warp(g):
        return None
    first, second = parameters(g)
    y, lane = g.name("v"), lambda d: [own(g), g.pick(" ^ %d" % d, " ^ %d" % d, " + %d" % d)]
    parts = ["%s[" % first, own(g), "] = ", g.integer(), ";\nint %s = %s[" % (y, g.pick(first, first, second)), *lane(g.pick(1, 2, 4)), "];\n",
             "%s[" % second, own(g), "] = %s + " % y, g.integer(), ";\n"]
    between = ["__threadfence_block();\n"] if g.chance(0.3) else []
    read = ["%s += %s[" % (target.name, g.pick(first, first, second)), *lane(g.pick(2, 4, 8)), "];"]
    if g.chance(0.3):  # what is read there decides
        cond = conditions.Cond(Node("cond", None, "%s[%d] & 1" % (first, g.between(0, 3))), same=True, barriers=False)
        read += ["\nif (", cond.node, ") ", *one_operation(g, target, cond), *behind(g, target)]
    return Made(*parts, *between, *read, defines=[y])


@production("stmt", 6, "aliases")
def by_another_type(g):
    """Legal with -fno-strict-aliasing alone."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    array = g.array(lambda a: a.form == "flat" and a.pointer and not a.suffix and a.is_array)
    if not target or not array or not g.options.get("aliasing") or not is_one_warp(g):
        return None
    at = g.between(0, 3)
    cond = conditions.Cond(Node("cond", None, "%s[%d] %s" % (array.name, at, g.pick("== 0", "& 1", "> 9"))), same=True, barriers=False)
    pointer = g.name("p")
    word = g.pick("float", "float", "double" if g.chance(0.1) else "float")
    return Made("%s *%s = (%s *)%s;\n%s[" % (word, pointer, word, array.pointer, pointer), own(g), g.pick("", " ^ 1"), "] = ", own(g), " * 1.5f;\nif (", cond.node, ") ",
                *one_operation(g, target, cond), *behind(g, target), defines=[pointer])
