"""Shuffles and votes (kind 'int'), where the lanes that they ask are there."""

from core import Made, Var, production

from . import conditions
from .expressions import bounded
from .memory import lane


def width_text(g, width):
    return "" if width == g.warp else ", %d" % width


@production("int", 4, "warp")
def shuffle(g):
    """Of the lanes in groups of W, W as the scope says."""
    group = g.scope.group
    if group == 1:
        return None
    width = g.pick(*[w for w in g.lanes.sizes(2, 4, 8, 16, 32, 32, 32) if w <= group])
    kind = g.pick("shfl", "shfl_up", "shfl_down", "shfl_xor", "shfl_xor")
    value = g.integer()
    if kind == "shfl_xor":
        reach = g.pick(*[1 << i for i in range(g.lanes.log) if 1 << i < group])
        wide = g.pick("", "", width_text(g, width) if width > reach else "")
        return "(int)__shfl_xor((int)", value, ", %d%s)" % (reach, wide)
    if kind == "shfl":
        operand = g.pick("0", str(g.between(0, width - 1)), None)
        operand = operand or bounded(g, 0, width - 1)
        if group < g.warp and width == g.warp:
            return None
        return "(int)__shfl((int)", value, ", ", operand, width_text(g, width) + ")"
    if width == g.warp and group < g.warp:
        return None
    return "(int)__%s((int)" % kind, value, ", %d%s)" % (g.between(0, width), width_text(g, width))


@production("int", 1.8, "warp")
def shuffle_by_variable(g):
    """The operand or the width is a variable."""
    group = g.scope.group
    if group < 2:
        return None
    wide = [v for v in g.scope.vars if v.role == "width" and v.range[1] <= group]
    if wide and g.chance(0.5):
        var = g.one_of(wide)
        return "__%s((int)" % g.pick("shfl_down", "shfl_up", "shfl"), g.integer(), ", %d, %s)" % (g.between(0, 3), var.name)
    slots = g.variables(lambda v: v.role == "slot" and v.range[1] < 2 * g.warp and v.range[0] >= 0)
    if not slots:
        return None
    var = slots[-1] if g.chance(0.5) else g.random.choice(slots)
    if var.range[1] < group:
        return "__%s((int)" % g.pick("shfl_xor", "shfl"), g.integer(), ", %s%s)" % (
            var.name, g.pick("", *(width_text(g, w) for w in g.lanes.wider(4, 8, 16))) if group == g.warp and g.chance(0.6) else "" if group == g.warp else width_text(g, group))
    return "__shfl_xor((int)", g.integer(), ", %s, %d)" % (var.name, g.pick(*g.lanes.wider(8, 16))) if group == g.warp else None


@production("int", 3, "warp")
def vote(g):
    popc = g.lanes.popc
    text = g.pick(popc + "(__ballot(%))", "__any(%)", "__all(%)", "(int)__ballot(%)", popc + "(__ballot(%) & 0xff)").split("%")
    operand = conditions.condition(g).node if g.chance(0.4) else g.integer()
    return text[0], operand, text[1]


@production("stmt", 4, "warp")
def guarded(g):
    """One operation of the lanes that a condition lets through."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target:
        return None
    cond = conditions.on_number(g) if g.chance(0.6) else conditions.condition(g)
    return Made("if (", cond.node, ") ", *one_operation(g, target, cond), *(behind(g, target) if g.chance(0.3) else []))


def one_operation(g, target, cond):
    with g.inner(**conditions.narrowed(g, cond)):
        made = g.by(g.pick(shuffle, shuffle, vote, shuffle_by_variable), "int") or g.by(vote, "int")
    return ["%s %s " % (target.name, g.pick("+=", "+=", "^=", "=")), made, ";"]


def behind(g, target):
    """What all do behind it: who did not come before waits here."""
    made = g.by(g.pick(shuffle, vote, vote), "int") if g.chance(0.7) else None
    return ["\n%s ^= " % target.name, made, ";"] if made else []


@production("int", 0.8, "warp")
def from_leader(g):
    return "__shfl((int)", g.integer(), ", %s - 1)" % g.lanes.ffs("__ballot(1)")


@production("int", 0.4, "warp")
def counted(g):
    return g.lanes.popc + g.pick("(__ballot(1))", "(__ballot(true))")


@production("stmt", 2, "warp")
def reduction(g):
    """A loop or a ladder of shuffles."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    group = g.scope.group
    if group < 4 or not target:
        return None
    half = g.pick(*[h for h in g.lanes.wider(2, 4, 8, 16) if h < group])
    kind = g.pick("shfl_xor", "shfl_down" if group == g.warp or half * 2 <= group else "shfl_xor")
    wide = width_text(g, half * 2) if kind == "shfl_down" and half * 2 < g.warp or g.chance(0.2) else ""
    d = g.name("d")
    declared = g.chance(0.3)
    head = g.pick("%s = {h}; %s > 0; %s /= 2", "%s = {h}; %s; %s >>= 1", "%s = 1; %s <= {h}; %s <<= 1")
    if "= 1;" in head and kind == "shfl_down":
        head = "%s = {h}; %s > 0; %s >>= 1"
    head = head.replace("{h}", str(half)) % (d, d, d)
    text = "for (%s) %s += __%s(%s, %s%s);" % (("" if declared else "int ") + head, target.name, kind, target.name, d, wide)
    if declared:
        top = half * 2 if "<<=" in head else half
        g.scope.vars.append(Var(d, "int", "slot", False, (0, top)))
        return Made("int %s;\n%s" % (d, text), defines=[d])
    return Made(text, defines=[d])


@production("stmt", 1, "warp")
def shuffle_scan(g):
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if g.scope.group < g.warp or not target:
        return None
    d, t = g.name("d"), g.name("t")
    return Made("for (int %s = 1; %s < %d; %s *= 2) { int %s = __shfl_up(%s, %s); if (" % (d, d, g.lanes.said, d, t, target.name, d),
                lane(g), " >= %s) %s += %s; }" % (d, target.name, t), defines=[d, t])
