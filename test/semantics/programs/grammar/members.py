"""What threads of a group do together: wait, exchange, vote, part; groups passed on; the lanes that are here."""

import dataclasses

from core import Group, Made, Var, production
from tree import Node

from . import conditions, handles, memory
from .groups import mask
from .handles import prefix, waiting
from .statements import statements


@production("stmt", 3, "groups")
def wait(g):
    group = waiting(g)
    return group and g.pick("%s.sync();" % group.name, "%s.sync();" % group.name, "%s::sync(%s);" % (prefix(g), group.name))


@production("stmt", 2.5, "groups")
def exchange_in_group(g):
    """What one thread stores and another one of its group reads, with the group's own sync between."""
    group, array = waiting(g), g.array(lambda a: a.form == "flat" and not a.suffix)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not group or not array or not target or group.kind == "part":
        return None
    reach = [d for d in g.lanes.wider(1, 2, 4, 8, 16) if group.span <= Group.BLOCK and g.shape.threads % g.warp == 0 or d < group.span]
    if array.volatile and g.scope.group == g.warp and g.chance(0.3):  # of another group, which this one's sync does not wait for
        reach = g.lanes.wider(1, 2, 4, 8, 16)
    other = " ^ %d" % g.pick(*reach) if reach else ""
    sync = "%s.sync();\n" % group.name
    before = sync if g.chance(0.8) else ""
    return (before, array.name, "[", memory.own(g), "] = ", g.integer(), ";\n" + sync, target.name, " += ", array.name,
            "[", memory.own(g), other + "];\n" + (sync if g.chance(0.8) else ""))


@production("int", 2.5, "groups")
def member(g):
    """A shuffle or a vote of a group whose type has them."""
    group = waiting(g, lambda h: h.kind in ("tile", "part"))
    if not group:
        return None
    name, top = group.name, max(group.span - 1, 0)
    value = g.pick("(int)", "(int)", "(int)", "(unsigned)", "(short)", "")
    if group.kind == "part":
        return g.pick(("%s.shfl((int)" % name, g.integer(), ", 0)"), ("%s.any((int)" % name, g.integer(), " & 1)"),
                      ("(int)%s.ballot((int)" % name, g.integer(), " > 3)"), ("%s.all((int)" % name, g.integer(), " != 2)"),
                      ("%s.shfl_down((int)" % name, g.integer(), ", 1)"))
    return g.pick(("(int)%s.shfl_xor(%s" % (name, value), g.integer(), ", %d)" % g.between(0, top)),
                  ("(int)%s.shfl(%s" % (name, value), g.integer(), ", %d)" % g.between(0, top)),
                  ("(int)%s.shfl_down(%s" % (name, value), g.integer(), ", %d)" % g.between(0, group.span)),
                  ("(int)%s.shfl_up(%s" % (name, value), g.integer(), ", 1)"),
                  ("%s.any((int)" % name, g.integer(), " & 1)"), ("%s.all((int)" % name, g.integer(), " > 1)"),
                  ("(int)%s.ballot((int)" % name, g.integer(), " > 3)"),
                  ("(int)%s.match_any((int)" % name, g.integer(), " & 3)"))


@production("stmt", 1, "groups")
def reduced_in_group(g):
    group = waiting(g, lambda h: h.kind == "tile" and h.span > 1)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not group or not target:
        return None
    i = g.name("i")
    how = g.pick("shfl_xor", "shfl_down", "shfl_xor")
    return Made("for (int %s = %s.size() / 2; %s > 0; %s %s) %s += %s.%s(%s, %s);" % (
        i, group.name, i, i, g.pick("/= 2", ">>= 1"), target.name, group.name, how, target.name, i), defines=[i])


@production("stmt", 1.2, "groups")
def tiles_in_loop(g):
    """A tile of another size in each round."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if g.scope.group < 8 or g.scope.loop or not target:
        return None
    s, t = g.name("i"), g.name("e")
    top, parent = g.scope.group, handles.parent_block(g)
    g.explicit += 1
    head = g.pick("for (unsigned %s = {t}; %s > 1; %s /= 2)", "for (int %s = 2; %s <= {t}; %s *= 2)").replace("{t}", str(top)) % (s, s, s)
    kind = g.pick("auto", "%s::thread_group" % prefix(g))
    with g.inner(loop=1, repeated=True) as scope:
        scope.groups.append(Group(t, "any", top, type="thread_group"))
        inside = statements(g, 1)
        behind = "\n%s.sync();\n}" % t if scope.group >= top else "\n}"  # some may have gone to the next round
    return Made(head + " {\n%s %s = %s::tiled_partition(%s, %s);\n%s += (int)%s.thread_rank();\n" % (kind, t, prefix(g), parent, s, target.name, t),
                inside, behind, defines=[s, t])


# --- parts of groups --------------------------------------------------------------

@production("stmt", 1.5, "groups")
def part_by_label(g):
    """Those that have the same label, or stand on one side of a condition."""
    group = waiting(g, lambda h: h.kind in ("tile", "part"))
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not group or not target:
        return None
    label, name, wide = g.name("v"), g.name("e"), g.pick(1, 3, 7)
    how = g.pick("labeled_partition" if not g.lanes.is_wide else "binary_partition", "binary_partition")  # HIP has no labels
    said = Made("const int %s = (int)" % label, g.integer(), " & %d;\n" % (1 if how == "binary_partition" else wide))
    g.scope.vars.append(Var(label, "int", "data", False))
    part = Group(name, "part", group.span, type="coalesced_group")
    made = handles.declared(g, part, ("%s::%s(%s, %s)" % (prefix(g), how, group.name, label),), g.pick("auto", "%s::coalesced_group" % prefix(g)))
    use = []
    if g.chance(0.5):  # only some parts go on
        use = ["\nif (%s == %d) " % (label, g.pick(0, 1)), target.name, " += ", g.pick("%s.shfl(%s, 0);" % (name, target.name), "(int)%s.size();" % name,
                                                                                     "%s.any(%s > 3);" % (name, target.name))]
    return Made(*said.parts, *made.parts, *use, defines=[label, name])


@production("stmt", 0.7, "groups")
def tile_of_part(g):
    """Its ranks in runs: a tile of a coalesced group or of a group of any kind."""
    group = waiting(g, lambda h: h.kind == "part")
    if not group:
        return None
    name = g.name("e")
    return handles.declared(g, Group(name, "part", group.span, type="coalesced_group"),
                            ("%s::tiled_partition(%s, %d)" % (prefix(g), group.name, g.pick(2, 4, 8)),), "auto")


# --- the lanes that are here --------------------------------------------------------

@production("stmt", 2, "groups")
def who_is_here(g):
    """Which these are, the hardware says; what is made of it is the same for all answers, or the program runs in lockstep only."""
    name = g.name("e")
    kind = g.pick("auto", "auto", "const auto", "%s::coalesced_group" % prefix(g))
    head = "%s %s = %s::coalesced_threads();\n" % (kind, name, prefix(g))
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target:
        return None
    how = g.weighted(added=3 if g.scope.counter else 0, own=2, waits=2, depends=1, nested=1)
    if how == "added":
        return Made("{\n" + head + "if (%s.thread_rank() == 0) atomicAdd(%s + %d, (int)%s.size());\n" % (name, g.scope.counter, g.between(0, 7), name),
                    g.pick("", "%s.sync();\n" % name), "}", defines=[name])
    if how == "own":
        return Made("{\n" + head, target.name, " += ", g.pick("%s.shfl(%s, %s.thread_rank())" % (name, target.name, name), "%s.any(1)" % name,
                    "(int)(%s.thread_rank() < %s.size())" % (name, name), "%s.all(1) + (%s.size() > 0)" % (name, name)), ";\n}", defines=[name])
    if how == "nested":
        cond, inner = conditions.condition(g), g.name("e")
        return Made("{\n" + head + "if (", cond.node, ") {\nauto %s = %s::coalesced_threads();\n%s.sync();\n%s += %s.any(1);\n}\n%s.sync();\n}"
                    % (inner, prefix(g), inner, target.name, inner, name), defines=[name, inner])
    if how == "waits":
        with g.inner():
            made = statements(g, 1)
        return Made("{\n" + head, made, "\n%s.sync();\n}" % name, defines=[name])
    g.flags.add("lockstep")
    return Made("{\n" + head, target.name, " += ", g.pick("%s.shfl(%s, 0)" % (name, target.name), "(int)%s.size()" % name, "(int)%s.thread_rank()" % name,
                "(int)%s.ballot(%s > 3)" % (name, target.name)), ";\n}", defines=[name])


# --- groups that are passed on --------------------------------------------------------

@production("stmt", 2.5, "groups")
def pass_group(g):
    """A function that takes a group."""
    from .functions import call_of
    from .parameters import group_parameter
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or not g.scope.groups or not g.scope.calls:
        return None
    made = call_of(g, group_parameter)
    return made and Made("%s += " % target.name, *made.parts, ";", defines=made.defines)


@production("stmt", 0.7, "groups")
def group_in_lambda(g):
    """Captured; the lambda waits for it."""
    group = waiting(g)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not group or not target:
        return None
    name = g.name("l")
    capture = g.pick("[&]", "[=]", "[%s]" % group.name, "[&%s]" % group.name, "[t = %s]" % group.name)
    inner = "t" if capture.startswith("[t") else group.name
    return Made("auto %s = %s(int v) { %s.sync(); return v + (int)%s.thread_rank(); };\n%s = %s((int)" % (name, capture, inner, inner, target.name, name),
                g.integer(), ");", defines=[name])


# --- named lanes beside groups ----------------------------------------------------------

VALUES = ("(long)", "(unsigned long)", "(char)", "(short)", "(unsigned char)", "(long long)", "(unsigned)", "(float)", "(bool)", "(unsigned short)", "(double)", "(signed char)", "(unsigned long long)", "")
WIDE_VALUES = tuple(value for value in VALUES if "char" not in value and "short" not in value and value != "(bool)")  # HIP gives back the type that it gets


def full_mask(g):
    """All lanes, by a number, a macro or a constant of the program."""
    if g.chance(0.7):
        return mask(g)
    if mask(g) is None:
        return None
    name = g.name("F", local=False)
    full, word = g.lanes.full, g.lanes.mask
    text = g.pick("\n#define %%s %s" % full, "\n#define %%s (%s)" % g.lanes.masks()[1], "constexpr %s %%s = %s;" % (word, g.lanes.masks()[2]), "static const %s %%s = -1;" % word,
                  "enum : %s { %%s = %s };" % (word, full) if not g.lanes.is_wide else "constexpr auto %%s = %s;" % full)
    g.globals.append(Node("decl", "mask", text % name, defines=[name]))
    return name


@production("int", 1.5, "sync")
def sync_typed(g):
    """A value of any type, in an expression that tells types apart."""
    named = full_mask(g) if g.shape.threads % g.warp == 0 else None
    if not named or named == "FULL":
        return None
    kind = g.pick("__shfl_sync", "__shfl_xor_sync", "__shfl_down_sync", "__shfl_up_sync")
    amount = str(g.pick(*g.lanes.below(0, 1, 2, 4, 8, 16, 31))) if g.chance(0.7) else "((int)%s & 15)" % memory.own(g).text()
    width = g.pick("", "", "", ", %d" % g.lanes.said, ", warpSize", ", 8")
    before, behind = g.pick(("(int)", ""), ("(int)(", " * 3 / 2)"), ("(int)(", " << 3 >> 2)"), ("(int)sizeof(", ")"), ("(int)(-", " / 2)"), ("(", " > -1)"), ("!", ""),
                            ("(int)(0.5f + ", ")"))
    value = g.pick(*(WIDE_VALUES if g.lanes.is_wide else VALUES))
    if "<<" in behind and value in ("(float)", "(double)"):
        value = "(short)"
    closing = ""
    if g.chance(0.15) and not g.lanes.is_wide:  # a class that converts, an enumeration
        name = g.name("W", local=False)
        text = g.pick("struct %s { int v; __device__ operator int() const { return v + 1; } };", "enum %s { };", "enum %s : short { };",
                      "struct %s { short v; __device__ operator short() const { return v; } };")
        g.globals.append(Node("decl", "value", text % name, defines=[name]))
        value, closing = ("%s{(short)" % name, "}") if "struct" in text else ("(%s)(" % name, " & 1)")
    return "%s%s(%s, %s" % (before, kind, named, value), g.integer(), closing + ", %s%s)%s" % (amount, width, behind)


@production("int", 0.8, "sync")
def sync_asked(g):
    named = full_mask(g) if g.shape.threads % g.warp == 0 else None
    if not named or named == "FULL":
        return None
    form = g.pick(g.lanes.popc + "(__ballot_sync(M, ", "(int)(__ballot_sync(M, ", "__any_sync(M, ", "!__any_sync(M, ", "(int)%s(__ballot_sync(M, " % ("__ffsll" if g.lanes.is_wide else "__ffs")).replace("(M,", "(%s," % named)
    value = g.pick("(long long)", "(float)", "(int)", "0.5f * (int)", "", "!")
    return form + value, g.integer(), ")" * (form.count("(") - form.count(")"))


@production("stmt", 0.5, "sync")
def partly_named(g):
    """A warp whose lanes come by two ways, each way with its own mask."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if g.scope.group < g.warp or g.scope.loop or not target:
        return None
    g.explicit += 1
    name, low, high = target.name, g.lanes.low_half, g.lanes.high_half
    return ("if ((", memory.own(g), " & %d) == 0) %s += __shfl_xor_sync(%s, %s, 1);\nelse { __syncwarp(%s); %s ^= __any_sync(%s, %s > 4); }"
            % (g.warp // 2, name, low, name, high, name, high, name))
