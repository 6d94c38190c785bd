"""What stands around code: #if arms that are not compiled, macros, comments, names."""

from core import Made, production
from tree import Node

from . import conditions
from .statements import assign_plain, statements


@production("stmt", 0.8, "noise")
def dead_arm(g):
    """Only with -DALT; with it the program must still compile and mean what it meant."""
    with g.inner():
        hidden = statements(g, 1)
    if not hidden:
        return None
    return "\n#ifdef ALT\n", hidden, "\n#endif\n"


def arm(g):
    """A statement; often it calls what is called elsewhere too."""
    from .functions import elsewhere
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if target and g.scope.calls and g.chance(0.4):
        return [Node("stmt", "call", target.name, " += ", *elsewhere(g), ";")]
    return statements(g, 1)


@production("stmt", 1, "noise")
def two_arms(g):
    with g.inner():
        first = arm(g)
    with g.inner():
        second = arm(g)
    guard = g.pick("#ifdef ALT", "#if defined(ALT)", "#if !defined(ALT)", "#ifdef __NVCC__", "#if defined(__clang__)", "#if ALT + 0 > 0",
                   "#if __CUDA_ARCH__ >= 700", "#ifdef __HIP_DEVICE_COMPILE__" if g.lanes.is_wide else "#ifdef __CUDA_ARCH__")
    return "\n%s\n" % guard, first, "\n#else\n", second, "\n#endif\n"


@production("int", 0.4, "noise")
def arm_in_expression(g):
    return "(\n#ifdef ALT\n", g.integer(), "\n#else\n", g.integer(), "\n#endif\n)"


@production("stmt", 0.6, "noise")
def pragma_arm(g):
    from .loops import inside
    i, own = g.name("i"), g.chance(0.5)  # each lane goes round on its own
    with g.inner(group=1, block=False):
        count = ["(", g.integer(), " & 3)"] if own else ["2"]
    with g.inner(**inside(g, **(dict(group=1, block=False) if own else {}))):
        made = statements(g, g.between(1, 2))
    return Made("\n#ifndef ALT\n#pragma unroll 1\n#endif\n", "for (int %s = 0; %s < " % (i, i), *count, "; %s++) {\n" % i, made, "\n}", defines=[i])


@production("stmt", 0.5, "noise")
def suppressed(g):
    g.flags.add("nolint")
    with g.inner():
        made = assign_plain(g)
    return made and (made, " // NOLINT\n")


@production("stmt", 0.5, "noise")
def in_macro(g):
    """A statement that a macro writes."""
    macro = g.name("M", local=False)
    made = assign_plain(g)
    if made is None or "\n" in made.text():
        return None
    g.globals.append(Node("decl", "macro", "#define %s() " % macro, made, defines=[macro]))
    return macro + "();"


@production("stmt", 0.4, "noise")
def comment(g):
    return g.pick("/* all lanes are here */ ;", "// __shfl(v, 0)\n;", ";", "{}")


@production("cond", 0.4, "noise")
def assumed_size(g):
    return conditions.Cond(conditions.Node("cond", None, g.pick("sizeof(int) == 4", "true", "!false", "1")), same=True)
