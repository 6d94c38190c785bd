"""Statements (kind 'stmt') and lists of them; branches and early exits."""

from core import Made, Var, production
from tree import Node

from . import conditions, numbers
from .expressions import bounded


def statements(g, count):
    made = []
    for _ in range(count):
        statement = g.make("stmt", lambda: assign_plain(g))
        if statement is not None:
            made.append(statement)
    return made


def assign_plain(g):
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target:
        return None
    return Node("stmt", "assign", "%s %s " % (target.name, g.pick("=", "+=", "^=")), g.integer(), ";")


def body(g, count=None, **changes):
    """{ statements } in a scope of its own."""
    with g.inner(**changes):
        return "{\n", statements(g, count or g.between(1, 3)), "\n}"


@production("stmt", 6)
def assign(g):
    target = g.make("target")
    return target and (target, " %s " % g.pick("=", "=", "+=", "+=", "^=", "-="), g.integer(), ";")


@production("stmt", 2)
def declare(g):
    name, kind = g.name(), g.pick("int", "int", "unsigned", "long long", "auto", "short")
    node = Made("%s %s = " % (kind, name), g.integer(), ";", defines=[name])
    if kind != "auto":
        g.scope.vars.append(Var(name, kind, "data"))
    return node


@production("stmt", 0.7, "control")
def name_condition(g):
    name, cond = g.name("b"), conditions.condition(g)
    var = Var(name, "bool", "cond", False)
    var.cond = cond
    g.scope.vars.append(var)
    return Made("%s %s = " % (g.pick("bool", "const bool", "int"), name), cond.node, ";", defines=[name])


@production("stmt", 7)
def branch(g):
    cond = conditions.condition(g)
    then = body(g, **conditions.narrowed(g, cond))
    parts = ["if (", cond.node, ") ", *then]
    if g.chance(0.3):
        parts += [" else ", *body(g, **conditions.narrowed(g, cond.negated()))]
    return tuple(parts)


@production("stmt", 2, "shared")
def guarded(g):
    """One statement under a condition, or an assignment of several things."""
    cond = conditions.condition(g)
    with g.inner(**conditions.narrowed(g, cond)):
        if g.chance(0.5):
            return "if (", cond.node, ") ", assign_plain(g) or ";"
        made = statements(g, g.pick(1, 2))
    return "if (", cond.node, ") {\n", made, "\n}"


@production("stmt", 1.5, "shared")
def chain(g):
    """a = b = c, and two through one variable."""
    first, second = g.make("target"), g.make("target")
    if not first or not second:
        return None
    return first, " = ", second, " %s " % g.pick("=", "+="), g.integer(), ";"


@production("stmt", 1.2, "control")
def switch(g):
    cases = g.pick(2, 2, 3)
    if g.chance(0.5):
        value, inner = g.integer(), dict(group=1, block=False)
        value = Node("int", "masked", "(", value, " & 3)")
    else:
        var = g.variable(lambda v: v.role == "same")
        if not var:
            return None
        value, inner = Node("int", "same", "%s & 3" % var.name), {}
    parts = _switch_head(g, value, cases)
    for number in range(cases):
        with g.inner(breakable=True, **inner):
            made = statements(g, g.between(1, 2))
        parts += ["\ncase %s: " % parts[0][number], "{\n", made, "\n}", " break;" if g.chance(0.6) else ""]
    if g.chance(0.4):
        parts += ["\ndefault: ;"]
    return tuple(parts[1:] + ["\n}"])


def _switch_head(g, value, cases):
    if g.chance(0.5):
        kind = g.enumeration(cases)
        return [["%s::%s" % (kind, "ABC"[i]) for i in range(cases)], "switch (%s(" % kind, value, ")) {"]
    return [[str(i) for i in range(cases)], "switch (", value, ") {"]


@production("stmt", 0.8, "control")
def leave(g):
    """return, break, continue under a condition; what follows is for those that stay."""
    cond = conditions.condition(g)
    leaves_loop = g.scope.loop and g.chance(0.6)
    if leaves_loop:
        jump = g.pick("break", "continue")
    elif g.scope.returns is not None:
        jump = "return" + (" " + g.scope.returns if g.scope.returns else "")
    else:
        return None
    if g.chance(0.4):
        with g.inner(**conditions.narrowed(g, cond)):
            last = statements(g, g.between(1, 2))
        stay_only(g, cond, leaves_loop)
        return "if (", cond.node, ") {\n", last, "\n%s;\n}" % jump
    stay_only(g, cond, leaves_loop)
    return "if (", cond.node, ") %s;" % jump


def stay_only(g, cond, leaves_loop):
    """What follows, to the end of the function or of the loop, is for those that stay."""
    for name, value in conditions.narrowed(g, cond.negated()).items():
        setattr(g.scope, name, value)
    scope, loop = g.scope, g.scope.loop
    same, all_of_block = cond.same, cond.same and cond.barriers
    while not scope.boundary and scope.parent:
        inner, scope = scope, scope.parent
        if leaves_loop and scope.loop < loop:
            break
        # Who leaves is equal among those that are in a branch, which are not all.
        same = same and inner.group >= scope.group
        all_of_block = all_of_block and same and (inner.block or not scope.block)
        scope.grid = scope.grid and all_of_block and "blockIdx" not in cond.node.text()
        if not all_of_block:
            scope.group, scope.block = scope.group if same else 1, False


@production("stmt", 2.5)
def barrier(g):
    return g.pick("__syncthreads();", "__syncthreads();", "__syncthreads();") if g.scope.block else None


@production("stmt", 0.6, "sync")
def fence(g):
    return g.pick("__threadfence_block();", "__threadfence();")


@production("stmt", 0.5, "shared")
def counter(g):
    """An atomic on a counter of the own thread's, or of all whose sum only the host sees."""
    return g.scope.counter and ("atomicAdd(%s + %d, " % (g.scope.counter, g.between(0, 7)), g.pick("1", "2", "3"), ");")


@production("stmt", 0.6, "control")
def compound(g):
    return body(g)


@production("stmt", 0.8, "shared")
def tuple_of_reads(g):
    """Several elements read in one statement."""
    first, second = g.element(), g.element()
    target = g.variable(lambda v: v.role == "data" and v.writable)
    return first and target and ("%s %s " % (target.name, g.pick("=", "+=")), first, " %s " % g.pick("+", "-", "^"), second, ";")
