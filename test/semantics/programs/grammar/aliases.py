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
        g.second = "float" if g.options.get("aliasing") and g.chance(0.7) else g.pick("int", "int", "volatile int")
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


@production("stmt", 3, "aliases")
def by_another_type(g):
    """Legal with -fno-strict-aliasing alone: what all lanes go by is stored as a number of another type."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or g.assumed or not g.scope.kernel or not g.options.get("aliasing") or not is_one_warp(g):
        return None
    first, second = parameters(g)
    plain = g.chance(0.7)  # one and two are volatile, or not
    at = g.between(0, 3)
    asked = "((int *)%s)[%d] %s" % (first, at, g.pick("== 0", "& 1", "> 9")) if plain else "%s[%d] %s" % (first, at, g.pick("== 0", "& 1"))
    cond = conditions.Cond(Node("cond", None, asked), same=True, barriers=False)
    # Lanes that meet by two names in a slot that all read are a known gap (semantics C.6): a barrier keeps them apart.
    return Made("%s[" % second, own(g), g.pick("", " ^ 1"), "] = ", own(g), " * 1.5f;\n__syncthreads();\nif (", cond.node, ") ", *one_operation(g, target, cond), *behind(g, target))
