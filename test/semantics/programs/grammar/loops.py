"""Loops of every kind; each ends, whatever the data."""

from core import Made, Var, production

from . import conditions
from .collectives import shuffle_by_variable
from .statements import body, statements


def inside(g, **changes):
    """The scope of a loop's body: what was known of numbers that change may be wrong there."""
    return dict(loop=g.scope.loop + 1, repeated=True, **changes)


def again(g):
    """A condition that is decided anew by those that are left."""
    with g.inner(group=1, block=False):
        return conditions.condition(g)


@production("stmt", 2.5, "loops")
def counted(g):
    i, top = g.name("i"), g.pick(2, 2, 3)
    with g.inner(**inside(g)) as scope:
        scope.vars.append(Var(i, "int", "slot", False, (0, top - 1)))
        made = statements(g, g.between(1, 3))
    head = g.pick("int %s = 0; %s < %d; ++%s" % (i, i, top, i), "int %s = %d; %s-- > 0;" % (i, top, i),
                  "unsigned %s = 0; %s != %d; %s++" % (i, i, top, i))
    return Made("for (%s) {\n" % head, made, "\n}", defines=[i])


@production("stmt", 1.2, "loops")
def by_step(g):
    """d = 16, 8, 4, 2, 1 and its like; the variable may live on behind the loop."""
    d, top = g.name("d"), g.pick(2, 4, 8, 16)
    outside = g.chance(0.5)
    down = g.chance(0.4)
    with g.inner(**inside(g)) as scope:
        scope.vars.append(Var(d, "int", "slot", False, (1, top)))
        made = statements(g, g.between(1, 2))
    step = "%s = %d; %s > 0; %s /= 2" % (d, top, d, d) if down else "%s = 1; %s <= %d; %s <<= 1" % (d, d, top, d)
    if not outside:
        return Made("for (int %s) {\n" % step, made, "\n}", defines=[d])
    g.scope.vars.append(Var(d, "int", "slot", False, (0, 0) if down else (2 * top, 2 * top)))
    target = g.variable(lambda v: v.role == "data" and v.writable)
    behind = g.by(shuffle_by_variable, "int") if target and g.chance(0.4) else None
    used = ["\n%s += " % target.name, behind, ";"] if behind else []
    return Made("int %s;\nfor (%s) {\n" % (d, step), made, "\n}", *used, defines=[d])


@production("stmt", 0.8, "loops")
def same_count(g):
    var = g.variable(lambda v: v.role == "same")
    if not var:
        return None
    i = g.name("i")
    with g.inner(**inside(g)) as scope:
        scope.vars.append(Var(i, "int", "slot", False, (0, 3)))
        made = statements(g, g.between(1, 2))
    return Made("for (int %s = 0; %s < 1 + (%s & 1); ++%s) {\n" % (i, i, var.name, i), made, "\n}", defines=[i])


@production("stmt", 1, "loops")
def lane_count(g):
    i = g.name("i")
    with g.inner(group=1, block=False):
        count = g.integer()
    return Made("for (int %s = 0; %s < (" % (i, i), count, " & 3); ++%s) " % i,
                *body(g, **inside(g, group=1, block=False)), defines=[i])


@production("stmt", 1.2, "loops")
def counted_from(g):
    """From where each lane starts, as many rounds for all; or nearly so."""
    first, i, n = g.name("first"), g.name("i"), g.pick(2, 3)
    with g.inner(group=1, block=False):
        start = g.integer()
    kind = g.pick("equal", "equal", "equal", "end", "wraps", "step", "moves")
    names = dict(f=first, i=i, n=n)
    declared = ["const int %s = (" % first, start, ") & 7;\n"]
    if kind in ("equal", "end"):
        head = g.pick("int %(i)s = %(f)s; %(i)s < %(f)s + %(n)d; ++%(i)s", "int %(i)s = %(f)s + %(n)d; %(f)s < %(i)s; %(i)s--",
                      "int %(i)s = %(f)s; %(i)s - %(f)s < %(n)d; %(i)s += 1", "int %(i)s = 2 * %(f)s; %(i)s <= %(f)s + %(f)s + 2; %(i)s = %(i)s + 2")
        if kind == "end":
            head = "int %(i)s = %(f)s; %(i)s != last%(f)s; ++%(i)s"
            declared.append("const int last%(f)s = %(f)s + %(n)d;\n" % names)
        made = body(g, **inside(g))
        return Made(*declared, "for (%s) " % (head % names), *made, defines=[first, i, "last" + first])
    if kind == "wraps":  # below zero for the first lanes, and then no round at all
        head = "unsigned %(i)s = %(f)s - 2u; %(i)s < %(f)s - 2u + %(n)du; ++%(i)s"
    elif kind == "step":
        head = "int %(i)s = %(f)s; %(i)s < %(f)s + %(n)d; %(i)s += 1 + (%(f)s & 1)"
    else:
        declared.append("int last%(f)s = %(f)s + %(n)d;\n" % names)
        head = "int %(i)s = %(f)s; %(i)s < last%(f)s; ++%(i)s, last%(f)s -= %(f)s & 1"
    return Made(*declared, "for (%s) " % (head % names), *body(g, **inside(g, group=1, block=False)),
                defines=[first, i, "last" + first])


@production("stmt", 1, "loops")
def while_condition(g):
    """While a condition holds, and at most some times."""
    i, cond = g.name("i"), again(g)
    changes = conditions.narrowed(g, cond)
    return Made("int %s = 0;\nwhile (%s++ < 2 && (" % (i, i), cond.node, ")) ", *body(g, **inside(g, **changes)), defines=[i])


def rounds(g, cond):
    """Changes of the scope where all come once, and again those that COND keeps."""
    changes = conditions.narrowed(g, cond)
    changes.pop("active", None)
    return changes


@production("stmt", 0.8, "loops")
def do_while(g):
    i, cond = g.name("i"), again(g)
    changes = rounds(g, cond)
    return Made("int %s = 0;\ndo " % i, *body(g, **inside(g, **changes)), " while (++%s < 2 && (" % i, cond.node, "));", defines=[i])


@production("stmt", 1.2, "loops")
def endless(g):
    """A loop that only its break leaves, with something to do in front of it."""
    i, cond = g.name("i"), again(g)
    # Lanes leave one by one, so who comes round again is as many as those that stay.
    with g.inner(**inside(g, **rounds(g, cond.negated()))) as scope:
        scope.vars.append(Var(i, "int", "slot", False, (0, 3)))
        first = statements(g, g.between(0, 2))
        with g.inner(**conditions.narrowed(g, cond)):
            last = statements(g, g.between(1, 2))
        rest = statements(g, g.between(0, 2))
    leaving = ("if (%s >= 2 || (" % i, cond.node, ")) {\n", last, "\nbreak;\n}\n")
    counted, closed = g.pick(("for (int %s = 0;; ++%s) {\n" % (i, i), "\n}"),
                             ("for (int %s = 0; true; ++%s) {\n" % (i, i), "\n}"),
                             ("int %s = 0;\nwhile (true) {\n" % i, "\n++%s;\n}" % i),
                             ("int %s = 0;\ndo {\n" % i, "\n++%s;\n} while (true);" % i))
    # A continue would pass by the step of all but the first two.
    if not counted.startswith("for"):
        counted, closed = counted + "const int now%s = %s++;\n" % (i, i), closed.replace("\n++%s;" % i, "")
        leaving = ("if (now%s >= 2 || (" % i, *leaving[1:])
    return Made(counted, first, "\n", *leaving, rest, closed, defines=[i, "now" + i])


@production("stmt", 0.5, "loops")
def left_by_goto(g):
    """A loop whose condition always holds when it is asked: behind it nobody comes back."""
    i, out, cond = g.name("i"), g.name("out"), again(g)
    changes = inside(g, **rounds(g, cond.negated()))
    changes["loop"] = 0  # a break would come to the trap
    with g.inner(**changes) as scope:
        scope.vars.append(Var(i, "int", "slot", False, (0, 3)))
        first = statements(g, g.between(0, 2))
        with g.inner(**conditions.narrowed(g, cond)):
            last = statements(g, g.between(1, 2))
        rest = statements(g, g.between(0, 2))
    return Made("{\nfor (int %s = 0; %s < 40; ++%s) {\n" % (i, i, i), first, "\nif (%s >= 2 || (" % i, cond.node, ")) {\n", last,
                "\ngoto %s;\n}\n" % out, rest, "\n}\n__trap();\n}\n%s:;" % out, defines=[i, out])


@production("stmt", 0.8, "loops")
def vote_loop(g):
    """while (__any(p)): the warp goes round together."""
    i = g.name("i")
    return Made("for (int %s = 0; %s < 3 && __any(" % (i, i), g.integer(), " > %s); ++%s) " % (i, i),
                *body(g, **inside(g, block=False)), defines=[i])


@production("stmt", 0.6, "loops")
def strided(g):
    """Over an array, by threads of the block."""
    from .memory import own
    i = g.name("i")
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or not g.scope.kernel:
        return None
    return Made("for (int %s = " % i, own(g), "; %s < %d; %s += %d) " % (i, g.pick(64, 100, 128), i, g.shape.threads),
                *body(g, **inside(g, group=1, block=False)), defines=[i])
