"""Integers (kind 'int') whose value nobody knows, and those that stay in a range (bounded)."""

from core import production
from tree import Node

from . import conditions, numbers


def leaf(g):
    data = g.variable(lambda v: v.role == "data")
    if data and g.chance(0.8):
        return Node("int", "variable", data.name)
    return Node("int", "number", str(g.between(0, 9)))


@production("int", 6)
def variable(g):
    found = g.variable(lambda v: v.role in ("data", "data", "same", "slot", "num"))
    return found and (found.name,)


@production("int", 1)
def literal(g):
    return g.pick("1", "2", "3", "5", "7", "0x11", "40", "100u", "true", "-1", "'c'", "(1 << 4)")


@production("int", 3)
def calculated(g):
    return "(", g.integer(), " %s " % g.pick("+", "+", "-", "^", "&", "|", "*" if g.chance(0.3) else "+"), g.integer(), ")"


@production("int", 1)
def of_thread(g):
    return (g.make("num", lambda: numbers.built_in(g, "x")).node,)


@production("int", 1, "values")
def narrowed_cast(g):
    return "%s(" % g.pick("(short)", "(unsigned char)", "int", "unsigned", "(signed char)", "bool"), g.integer(), ")"


@production("int", 1, "control")
def choice(g):
    condition = conditions.condition(g)
    with g.inner(**conditions.narrowed(g, condition)):
        first = g.integer()
    with g.inner(**conditions.narrowed(g, condition.negated())):
        second = g.integer()
    return "(", condition.node, " ? ", first, " : ", second, ")"


@production("int", 1, "control")
def truth(g):
    return "(", conditions.condition(g).node, " ? 1 : 0)"


@production("int", 1, "values")
def assignment(g):
    target = g.make("target")
    return target and ("(", target, " %s " % g.pick("=", "+=", "^=", "-="), g.integer(), ")")


@production("int", 0.6, "values")
def stepped(g):
    target = g.make("target")
    return target and g.pick(("(", target, "++)"), ("(++", target, ")"), ("(--", target, ")"))


@production("int", 0.5, "control")
def comma(g):
    target = g.make("target")
    return target and ("(", target, " += ", g.integer(), ", ", g.integer(), ")")


@production("int", 1)
def of_input(g):
    return ("in[%s + %d]" % (g.scope_gid(), g.between(0, 40)),) if g.scope.kernel else None


@production("int", 3, "shared")
def loaded(g):
    element = g.element()
    return element and (element,)


@production("int", 0.6, "shared")
def by_address(g):
    """A function of the toolkit that gets the place of the own element."""
    from .memory import own
    array = g.array(lambda a: a.form == "flat" and a.type == "int" and not a.suffix)
    return array and ("atomicAdd((int *)&%s[" % array.name, own(g), "], 0)")


@production("int", 0.6, "functions")
def immediate_lambda(g):
    with g.inner():
        body = g.integer()
    return "[&] { return ", body, "; }()"


@production("int", 0.5)
def library(g):
    return g.pick(("min((int)", g.integer(), ", (int)", g.integer(), ")"), ("__popc(", g.integer(), ")"),
                  ("abs((int)", g.integer(), ")"), ("max((int)", g.integer(), ", 3)")) if g.chance(0.7) else None


@production("target", 5)
def local(g):
    found = g.variable(lambda v: v.role == "data" and v.writable)
    return found and (found.name,)


@production("target", 4, "shared")
def element(g):
    found = g.element()
    return found and (found,)


# --- numbers that stay in a range --------------------------------------------

def bounded(g, low, high):
    """An integer in [low, high], both included."""
    slots = [v for v in g.scope.vars if v.role == "slot" and v.range[0] >= low and v.range[1] <= high]
    roll = g.random.random()
    if slots and roll < 0.45:
        return Node("bounded", "slot", g.random.choice(slots).name)
    ranks = [h for h in g.scope.groups if h.rank and 0 < h.span <= high + 1 and low <= 0]
    if ranks and g.chance(0.2):
        return Node("bounded", "rank", "(int)%s.thread_rank()" % g.one_of(ranks).name)
    size = 1
    while size * 2 <= high + 1 and low <= 0:
        size *= 2
    if roll < 0.6 and size > 1 and g.fuel > 0:
        return Node("bounded", "masked", "(", g.integer(), " & %d)" % (size - 1))
    if roll < 0.68 and g.fuel > 0:
        cond = conditions.condition(g)
        with g.inner(**conditions.narrowed(g, cond)):
            first = bounded(g, low, high)
        with g.inner(**conditions.narrowed(g, cond.negated())):
            second = bounded(g, low, high)
        return Node("bounded", "chosen", "(", cond.node, " ? ", first, " : ", second, ")")
    if roll < 0.78:
        moving = [v for v in slots if v.writable]
        if moving:
            var = g.random.choice(moving)
            top = min(var.range[1], high)
            return Node("bounded", "moved", "(%s = " % var.name, bounded(g, max(low, var.range[0]), top), ")")
    if roll < 0.86 and high - low > 1:
        middle = (high - low) // 2
        return Node("bounded", "sum", "(", bounded(g, low, low + middle), " + ", bounded(g, 0, high - low - middle), ")")
    return Node("bounded", "number", str(g.pick(low, high, g.between(low, high), g.between(low, high))))


@production("stmt", 1.6, "shared")
def offset_variable(g):
    """A number that subscripts may use, and that changes."""
    from core import Made, Var
    name, top = g.name("d"), g.pick(*g.lanes.below(3, 7, 15, 31, 31))
    node = Made("%s %s = " % (g.pick("int", "unsigned", "short"), name), bounded(g, 0, top), ";", defines=[name])
    g.scope.vars.append(Var(name, "int", "slot", True, (0, top)))
    return node


@production("stmt", 2, "shared")
def offset_moves(g):
    var = g.variable(lambda v: v.role == "slot" and v.writable)
    return var and ("%s = " % var.name, bounded(g, *var.range), ";")


@production("stmt", 1, "values")
def number_variable(g):
    made = g.make("num", lambda: numbers.built_in(g, "x"))
    return numbers.declare(g, made)
