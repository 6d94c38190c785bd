"""What lanes of a warp tell each other by shared memory, and then go by (kind 'stmt')."""

from core import Made, production

from . import conditions
from .collectives import behind, one_operation, shuffle, vote
from .memory import is_one_warp, lane, own
from .patterns import ALONE
from .statements import statements


def declared(g, name):
    """An array, and how a warp names an element of its own, given which of a warp's elements it is."""
    kind = g.pick("volatile int", "volatile int", "volatile int", "int", "volatile unsigned")
    if "volatile" not in kind:
        g.flags.add("plain")  # nothing need say that lanes meet there
    form = g.weighted(slot=4, elements=2, rows=2, one=2 if is_one_warp(g) else 0.3, wrong=0.4)
    said = g.lanes.said
    warp = g.pick((own(g), " >> %d" % (said.bit_length() - 1)), (own(g), " / %d" % said), ("((int)threadIdx.x >> %d)" % (said.bit_length() - 1),)) if form != "wrong" else ("(int)threadIdx.x & 3",)
    if form == "elements":
        base = g.pick(("(", own(g), " & ~%d)" % (said - 1)), ("(", own(g), " - ", lane(g), ")"), ("%d * (" % said, own(g), " / %d)" % said))
        return "%s %s[%d]" % (kind, name, g.shape.threads + 2 * g.warp), lambda k: [name, "[", *base, " + ", *k, "]"]
    if form == "rows":
        return "%s %s[%d][%d]" % (kind, name, g.shape.threads // g.warp + 4, g.warp), lambda k: [name, "[", *warp, "][", *k, "]"]
    if form == "one":
        return "%s %s" % (kind, name), lambda k: [name]
    return "%s %s[%d]" % (kind, name, g.shape.threads // g.warp + 4), lambda k: [name, "[", *warp, "]"]


def told(g, element, which):
    """One lane writes it, or each its own of which one is read."""
    with g.inner(**ALONE):
        value = g.integer()
    how = g.weighted(one=5, all=2, adds=0.7, data=0.7)
    here = g.pick((lane(g),), (which,))
    if how == "all":
        return [*element((lane(g),)), " = ", value, ";\n"]
    if how == "adds":
        return ["if (", lane(g), " == %s) " % which, *element((which,)), g.pick(" += ", " ^= "), value, ";\n"]
    if how == "data":
        return ["if (", lane(g), " == %s && " % which, conditions.condition(g).node, ") ", *element((which,)), " = ", value, ";\n"]
    return ["if (", lane(g), " == %s) " % which, *element(here), " = ", value, ";\n"]


def between(g):
    roll = g.random.random()
    return [statements(g, 1), "\n"] if roll < 0.1 else ["__syncwarp();\n"] if roll < 0.15 and g.scope.group == g.warp else []


def by_all(g, target):
    return ["%s %s " % (target.name, g.pick("+=", "^=")), g.by(g.pick(shuffle, vote), "int") or g.by(vote, "int"), ";"]


@production("stmt", 2, "shared")
def slot_decides(g):
    """They all go by it, once or round by round."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target:
        return None
    name, round_, value = g.name("q"), g.name("i"), g.name("v")
    declaration, element = declared(g, name)
    which = str(g.pick(0, 0, g.lanes.said - 1, 5))
    read = element((which,))
    start = [*element((lane(g),)), " = 0;\n"] if g.chance(0.5) else []
    head = ["__shared__ %s;\n" % declaration]
    asked = g.pick(" & 1", " > 3", " & 3", " == 2", " < 9")
    form = g.weighted(branch=3, value=2, breaks=4, loop=2)
    if form in ("branch", "value"):
        said, cond = [], [*read, asked]
        if form == "value":
            said, cond = ["int %s = " % value, *read, ";\n"], [value, asked]
        with g.inner(block=False):
            inside = one_operation(g, target, conditions.Cond(conditions.Node("cond", None, *cond), same=True, barriers=False)) if g.chance(0.6) else ["{\n", statements(g, 2), "\n}"]
        return Made(*head, *start, *told(g, element, which), *between(g), *said, "if (", *cond, ") ", *inside, *behind(g, target),
                    defines=[name, value])
    with g.inner(loop=g.scope.loop + 1, repeated=True, block=False):
        write, middle = told(g, element, g.pick(which, which, round_)), between(g)
        if form == "loop":
            body = [*write, *middle, "if (", *read, asked, ") ", *by_all(g, target)] if g.chance(0.5) else [*write, *middle, statements(g, 1), "\n"]
            return Made(*head, *start, "int %s = 0;\ndo {\n" % round_, *body, "\n} while (", *read, asked, " && ++%s < 4);\n" % round_,
                        *behind(g, target), defines=[name, round_])
        leave = ["int %s = " % value, *read, ";\nif (", value, asked, ") %s;\n" % g.pick("break", "break", "break", "continue")]
        rest = [*by_all(g, target), "\n"] if g.chance(0.6) else [statements(g, 2), "\n"]
    return Made(*head, *start, "for (int %s = 0; %s < 4; ++%s) {\n" % (round_, round_, round_), *write, *middle, *leave, *rest, "}\n",
                *behind(g, target), defines=[name, round_, value])
