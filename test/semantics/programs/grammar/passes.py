"""Constants that each architecture has its own of, and numbers that grow past their type (kinds 'stmt', 'cond')."""

import values
from core import Made, production
from tree import Node

from . import conditions, numbers
from .collectives import behind, one_operation, width_text


def constant(g, low, high):
    """The name of one that is LOW before sm_75 and HIGH from there on."""
    name = g.name("M", local=False)
    form = g.pick("#define %s (%d)", "#define %s (%d)", "constexpr int %s = %d;", "#define %s %d")
    first, second = (form % (name, n) for n in (high, low))
    g.globals.append(Node("decl", "constant", "\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750\n%s\n#else\n%s\n#endif\n" % (first, second), defines=[name]))
    return name


@production("stmt", 1.6, "passes")
def shuffle_by_constant(g):
    """Its lane mask, distance, lane or width."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or g.scope.group < g.warp or g.lanes.is_wide:
        return None
    how = g.weighted(xor=4, down=1, lane=1, width=2, loop=1)
    if how == "xor":
        pair, width = g.pick((4, -2), (2, 16), (4, 1), (1, -1), (8, 4), (4, 12)), g.pick(8, 8, 16)
        return Made("%s += __shfl_xor((int)" % target.name, g.integer(), ", %s%s);" % (constant(g, *g.pick(pair, pair[::-1])), width_text(g, width)))
    if how == "width":
        name = constant(g, *g.pick((8, 32), (32, 8), (16, 32), (4, 16)))
        return Made("%s += __%s((int)" % (target.name, g.pick("shfl", "shfl_down", "shfl_xor", "shfl_up")), g.integer(), ", %d, %s);" % (g.between(0, 3), name))
    if how == "loop":
        d = g.name("d")
        name = constant(g, *g.pick((16, 8), (8, 16), (16, 32), (4, 16)))
        return Made("for (int %s = %s; %s > 0; %s >>= 1) %s += __shfl_down(%s, %s);" % (d, name, d, d, target.name, target.name, d), defines=[d])
    name = constant(g, *g.pick((3, 40), (1, 8), (5, -1), (31, 0)))
    return Made("%s += __%s((int)" % (target.name, "shfl_down" if how == "down" else "shfl"), g.integer(), ", %s%s);" % (name, width_text(g, g.pick(8, g.warp))))


@production("stmt", 1, "passes")
def branch_by_constant(g):
    """Lanes below a number that is the warp's width in one pass only."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or g.lanes.is_wide:
        return None
    name = constant(g, *g.pick((32, 16), (16, 32), (32, 20), (64, 8)))
    cond = conditions.Cond(Node("cond", None, "(int)threadIdx.x < %s" % name))
    return Made("if (", cond.node, ") ", *one_operation(g, target, cond), *behind(g, target))


# --- numbers that wrap ---------------------------------------------------------------

@production("cond", 4, "wraps")
def multiple_below_zero(g):
    """threadIdx.x + a multiple of blockDim.x, which is not as large as it looks: it ran over."""
    bits, width = g.pick(1, 1, 2, 3), g.shape.x
    if 2 in g.fixed or not g.scope.kernel or g.shape.threads != width:
        return None
    below = (1 << 32) % (width << bits)  # of the threads, whose sum is below zero
    if not 0 < below < g.shape.threads or below % g.warp == 0:
        return None
    g.fixed[2] = ((1 << 32) - below) // (width << bits)
    number = Node("num", None, *g.pick(("(n * (int)blockDim.x)",), ("((int)blockDim.x * n)",)))
    kind = ("int", [g.fixed[2] * width] * len(g.shape.everyone()))
    op = g.pick("<<", "*") if g.options.get("wraps") else "<<"
    moved = ("int", [bits if op == "<<" else 1 << bits] * len(g.shape.everyone()))
    base = numbers.Number(Node("num", None, "(", number, " %s %d)" % (op, moved[1][0])), *values.binary(op, kind, moved))
    total = numbers.combine(base, "+", numbers.cast(numbers.built_in(g, "x"), "int"))
    return total and conditions.Cond(Node("cond", None, total.node, " < 0"), [v < 0 for v in total.values])


@production("stmt", 0.9, "wraps")
def final_break(g):
    """A loop over rows of the grid, with a break for who is past the end; the first row may begin below zero."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or not g.scope.kernel or g.scope.repeated or g.scope.group < g.warp or "grid" in g.flags:
        return None
    x = g.name("x")
    first = g.pick("blockDim.x", "%d" % g.shape.threads, "0xfffffff0", "0xfffffff0", "0xffffffe8", "0x7ffffff8")
    if 2 not in g.fixed:
        g.fixed[2] = g.pick(-4, -4, -20, 8, 40, 100)
    g.flags.add("blocks")
    with g.inner(loop=g.scope.loop + 1, repeated=True, block=False):
        inside = one_operation(g, target, conditions.Cond(Node("cond", None, "true"), same=True, barriers=False))
    return Made("int %s = threadIdx.x + blockIdx.x * %s;\nwhile (%s - threadIdx.x < n) {\n" % (x, first, x), *inside, "\nif (%s >= n) break;\n%s += blockDim.x;\n}" % (x, x),
                *behind(g, target), defines=[x])


GROWN = (("signed char", "= 127", "++{m}", "{m} < 8", "++{m}"), ("int", "= 0x6000000C", "{m} <<= 1", "{m} < 8", "{m} <<= 1"), ("short", "= 32767", "{m} += 1", "{m} < 4", "{m} += 4099"),
         ("int", "= 1", "", "{m} < 8", "{m} <<= 1"), ("int", "= 0", "", "{m} < 8", "++{m}"), ("signed char", "= 1", "", "{m} < 8", "{m} += 2"), ("unsigned char", "= 250", "{m} += 7", "{m} < 8", "++{m}"))


@production("stmt", 0.5, "wraps")
def grown_lane_mask(g):
    """A lane mask whose bound from above is all that is said of it."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or g.scope.group < 8:
        return None
    m = g.name("d")
    kind, start, first, bound, step = (part.replace("{m}", m) for part in g.pick(*GROWN))
    value = Node("int", "variable", target.name)
    return Made("%s %s %s;\n%s\nfor (; %s; %s) %s += __shfl_xor((int)" % (kind, m, start, first + ";" if first else "", bound, step, target.name), value,
                ", %s%s);" % (m, width_text(g, 8)), defines=[m])


@production("cond", 0.7, "wraps")
def of_few_bits(g):
    """A cast that keeps some bits of a number."""
    if g.lanes.is_wide:
        return None
    number, bits = numbers.linear(g), g.pick(2, 3, 3, 4, 5)
    kept = [v & ((1 << bits) - 1) for v in number.values]
    asked = g.pick(0, 0, 1)
    return conditions.Cond(Node("cond", None, "(unsigned _BitInt(%d))(" % bits, number.node, ") == %d" % asked), [v == asked for v in kept])


@production("stmt", 1, "wraps")
def told_to_leader(g):
    """A tree of shuffles whose sum one lane reads; or some lanes that a cast makes as good as it."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or g.scope.group < g.warp or g.lanes.is_wide:
        return None
    v, d = g.name("v"), g.name("d")
    number = g.pick("threadIdx.x", "(threadIdx.x & 31)")
    asks = g.pick("%s == 0" % number, "%s == 0" % number, "(unsigned char)%s == 0" % number, "(unsigned _BitInt(3))%s == 0" % number, "(unsigned _BitInt(5))%s == 0" % number,
                  "!(%s & 7)" % number)
    return Made("int %s = " % v, g.integer(), ";\nfor (int %s = 16; %s > 0; %s /= 2) %s += __shfl_down(%s, %s);\nif (%s) %s += %s;" % (d, d, d, v, v, d, asks, target.name, v),
                defines=[v, d])
