"""What real code is full of (kind 'stmt'): tails, scans, exchanges, elections, match loops, flags.

Each is built of the same elements, targets, conditions and integers as everything else, so that its
parts come in all forms.
"""

from core import Made, Var, production

from . import conditions, numbers
from .expressions import bounded
from .memory import element_of, index, is_one_warp, lane, own, pair
from .statements import statements


def plain_array(g):
    return g.array(lambda a: not a.suffix or g.chance(0.3))


def at(array, *subscript):
    return [array.name, "[", *subscript, "]" + array.suffix]


def first_warp(g):
    """A condition that lets one warp through, or half of one, or a part of each."""
    import values
    warp = g.lanes.said
    bound = g.pick(warp, warp, warp, warp // 2, 8, warp + 16)
    number = g.pick(numbers.linear(g), numbers.built_in(g, "x"))
    mine = g.variable(lambda v: v.own and v.num)
    if mine and g.chance(0.5):
        number = numbers.Number(conditions.Node("num", "own", mine.name), *mine.num)
    if bound < warp and g.chance(0.5):
        op, lanes = g.pick(("&", warp - 1), ("%", warp))
        number = numbers.combine(number, op, numbers.constant(g, lanes)) or number
    truth = values.compare("<", number.num, ("int", [bound] * len(number.values)))
    return conditions.Cond(conditions.Node("cond", "first_warp", "(int)", number.node, " < %d" % bound), truth)


@production("stmt", 3, "shared")
def tail(g):
    """s[t] += s[t + d], d by d, in one warp."""
    array = g.array(lambda a: a.form != "rows")
    if not array:
        return None
    cond = None if is_one_warp(g) and g.chance(0.5) else first_warp(g)
    with g.inner(**(conditions.narrowed(g, cond) if cond else {})):
        made = _tail_steps(g, array)
    return ("if (", cond.node, ") {\n", made, "\n}") if cond else ("{\n", made, "\n}")


def _tail_steps(g, array):
    steps, all_of_them = [], g.chance(0.3)
    between = [d for d in g.lanes.halves() if all_of_them or g.chance(0.7)]
    usual = 20 if all_of_them and g.chance(0.7) else 5
    add, sign = [g.pick(" += ", " += ", " ^= ")], [g.pick(" + ", " + ", " ^ ")]
    if not all_of_them:
        add, sign = [" += ", " += ", " ^= "], [" + ", " + ", " ^ "]
    if array.form == "near":
        here, there = lambda: ["0"], lambda d: [str(d)]
    else:
        here, there = lambda: [own(g)], lambda d: [own(g), g.pick(*sign), str(d)]
    local = g.variable(lambda v: v.role == "data" and v.writable)
    for d in between:
        form = g.weighted(step=usual, through=1 if local else 0, value=1.5 if local else 0, moving=0.5 if local else 0, other=0.7, mixed=0.7)
        left, right = at(array, *here()), at(array, *there(d))
        if form == "step":
            parts = [*left, g.pick(*add), *right, ";"]
        elif form == "through":
            parts = [*left, " = %s = %s + " % (local.name, local.name), *right, ";"]
        elif form == "value":
            parts = ["%s %s " % (local.name, g.pick("=", "+=")), *right, "; ", *left, " %s %s;" % (g.pick("=", "+="), local.name)]
        elif form == "moving":  # what the step sets decides about it
            parts = ["if (%s > %d) " % (local.name, g.between(0, 9)), *left, g.pick(" = ", " += "), *right,
                     g.pick(" + (--%s);", " - %s++;", " + (%s -= 2);") % local.name]
        elif form == "mixed":
            parts = [*left, " = ", *left, g.pick(" + ", " - "), *right, " + ", g.integer(), ";"]
        else:
            made = g.make("stmt")
            if made is None:
                continue
            parts = [made]
        if form in ("step", "value", "mixed") and usual == 5 and g.chance(0.2):
            parts = ["if (", conditions.condition(g).node, ") { ", *parts, " }"]
        if g.chance(0.03):
            parts += [" // NOLINT\n"]
        steps.append(conditions.Node("stmt", "tail_" + form, *parts))
    return steps


@production("stmt", 1.2, "shared")
def part_of_warp(g):
    """Steps in a helper that a part of each warp comes to; perhaps not everywhere, or not alone."""
    array = g.array(lambda a: a.form == "flat" and a.pointer and not a.suffix and a.low == 0)
    if not array or not g.scope.kernel:
        return None
    f, lanes = g.name("few", local=False), g.pick(4, 8, g.warp // 2, g.warp // 2)
    sign = g.pick(" + ", " + ", " ^ ")
    steps = ["r[t] += r[t%s%d];" % (sign, d) for d in g.lanes.halves(g.warp) if d < 2 * lanes and g.chance(0.6)]
    g.globals.append(conditions.Node("decl", "part", "__device__ void %s(volatile int *r, int t) { " % f, " ".join(steps), " }", defines=[f]))
    call = lambda: ["%s((volatile int *)%s, " % (f, array.pointer), own(g), ");"]
    who = lambda: g.pick(["if (", own(g), " < %d) " % lanes], ["if (", lane(g), " < %d) " % lanes], ["if (%d > " % lanes, own(g), ") "],
                         ["if (", lane(g), " <= %d) " % (lanes - 1), "if (", conditions.condition(g).node, ") "])
    odd = g.pick([], [], [], ["if (", own(g), " < 12) "], ["if (", own(g), " < %d) " % g.warp], ["if (", own(g), " - %d < %d) " % (g.warp, lanes)],
                 ["if (", own(g), " >= %d) " % lanes], ["if (", conditions.condition(g).node, ") "])
    second = ["\n", *([sync(g), "\n"] if g.chance(0.5) else []), *odd, *call()] if odd else []
    return (*who(), *call(), *second)


@production("stmt", 1, "shared")
def whole_tail(g):
    """As everybody wrote it; and who looks at the elements behind it."""
    array = g.array(lambda a: a.form == "flat" and not a.suffix)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not array or not target:
        return None
    g.summed.add(array.of)
    local = g.name("p")
    pointer = array.pointer and g.chance(0.5)
    declared = ["%sint *%s = %s;\n" % ("volatile " if array.volatile else "", local, array.pointer)] if pointer else []
    name = local if pointer else array.name
    steps = []
    for d in g.lanes.halves():
        steps += ["%s[" % name, own(g), "] += %s[" % name, own(g), " + %d];\n" % d]
    after = g.pick(["0"], ["0"], None, None, None, [own(g)], [index(g, array)])
    look = ["%s += atomicAdd((int *)%s + " % (target.name, name), own(g), ", 0);\n"] if after is None else ["%s += %s[" % (target.name, name), *after, "];\n"]
    cond = first_warp(g) if not is_one_warp(g) else None
    inside, behind = (look, []) if g.chance(0.5) else ([], ["__syncthreads();\n", *look] if g.scope.block else look)
    head, end = (["if (", cond.node, ") {\n"], ["}\n"]) if cond else (["{\n"], ["}\n"])
    return Made(*declared, *head, *steps, *inside, *end, *behind, defines=[local] if pointer else [])


@production("stmt", 1.5, "shared")
def tail_loop(g):
    array = g.array(lambda a: a.form == "flat")
    if not array:
        return None
    cond = None if is_one_warp(g) else first_warp(g)
    d = g.name("d")
    with g.inner(loop=g.scope.loop + 1, repeated=True, **(conditions.narrowed(g, cond) if cond else {})) as scope:
        scope.vars.append(Var(d, "int", "slot", False, (1, g.warp // 2)))
        target = at(array, own(g))
        reference = not array.suffix and g.chance(0.3)
        r = g.name("r")
        step = ["%s" % r if reference else ""] if reference else target
        body = [*step, " += ", *at(array, own(g), " + " + d), ";"]
        if g.chance(0.3):
            body = ["if (", conditions.condition(g).node, ") ", *body]
        extra = statements(g, 1) if g.chance(0.3) else []
    head = "for (int %s = %d; %s > 0; %s %s) {\n" % (d, g.pick(g.lanes.said // 2, 8, 4), d, d, g.pick("/= 2", ">>= 1"))
    declared = ["%s &%s = " % ("volatile int" if array.volatile else "int", r), *target, ";\n"] if reference else []
    return Made(*(["if (", cond.node, ") {\n"] if cond else ["{\n"]), *declared, head, *body, "\n", extra, "\n}", "\n}", defines=[d, r])


@production("stmt", 1.5, "shared")
def scan(g):
    """if (lane >= d) s[t] += s[t - d], d by d."""
    array = g.array(lambda a: a.form == "flat" and a.low == 0)
    if not array:
        return None
    steps = []
    for d in [d for d in reversed(g.lanes.halves()) if g.chance(0.7)]:
        steps.append(conditions.Node("stmt", "scan_step", "if (", lane(g), " >= %d) " % d, *at(array, own(g)), " += ",
                                     *at(array, own(g), " - %d" % d), ";"))
    return "{\n", steps, "\n}"


@production("stmt", 3, "shared")
def exchange(g):
    """Write the own element, read another lane's; with or without something between."""
    array, target = plain_array(g), g.variable(lambda v: v.role == "data" and v.writable)
    if not array or not target:
        return None
    write = [*(at(array, own(g)) if array.form == "flat" else element_of(g, array)), " = ", g.integer(), ";\n"]
    between = ["%s\n" % sync(g)] if g.chance(0.3) else [statements(g, 1), "\n"] if g.chance(0.3) else []
    other = g.array() if g.chance(0.35) else array  # perhaps another name of it
    read = ["%s %s " % (target.name, g.pick("=", "+=", "^=")), *element_of(g, other), ";"]
    return (*write, *between, *read)


def sync(g):
    choices = ["__syncwarp();"] if g.scope.group == g.warp and g.scope.loop == 0 else [";"]
    choices += ["cooperative_groups::coalesced_threads().sync();", "__syncwarp(%s << (threadIdx.x & %d));" % (g.lanes.one, g.warp - 1)]
    g.flags.add("groups")
    if g.scope.block:
        choices += ["__syncthreads();"] * 3
    return g.pick(*choices)


@production("stmt", 2, "shared")
def ping_pong(g):
    """A scan from one array to the other and back; perhaps by names of their own, and who looks behind it."""
    first, second = pair(g, lambda a: a.form == "flat" and a.pointer and not a.suffix)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not first or not target or not is_one_warp(g):
        return None
    before = [*at(first, own(g)), " = ", g.integer(), ";\n"] if g.chance(0.5) else []
    after = ["\n%s += " % target.name, *at(first, own(g), g.pick(" ^ 1", " ^ 2", "")), ";"] if g.chance(0.6) else []
    p, q, d, t = g.name("p"), g.name("p"), g.name("d"), g.name("t")
    return Made(*before, "{\nvolatile int *%s = (volatile int *)%s, *%s = (volatile int *)%s;\nfor (int %s = 1; %s < %d; %s *= 2) {\n%s["
                % (p, first.pointer, q, second.pointer, d, d, g.lanes.said, d, q), own(g), "] = ", lane(g), " >= %s ? %s[" % (d, p), own(g),
                "] + %s[" % p, own(g), " - %s] : %s[" % (d, p), own(g), "];\nvolatile int *%s = %s; %s = %s; %s = %s;\n}\n}" % (t, p, p, q, q, t), *after,
                defines=[p, q, d, t])


@production("stmt", 1, "shared")
def one_lane_slot(g):
    """One lane writes what its warp reads."""
    array, target = g.array(lambda a: a.form == "flat"), g.variable(lambda v: v.role == "data" and v.writable)
    if not array or not target:
        return None
    slot = ["(", own(g), " >> %d)" % (g.lanes.said.bit_length() - 1)]
    first = g.pick(" == 0", " == %d" % (g.lanes.said - 1), " == 5")
    with g.inner(**ALONE):
        value = g.integer()
    return ("if (", lane(g), first + ") ", *at(array, *slot), " = ", value, ";\n", "%s += " % target.name, *at(array, *slot), ";")


ALONE = dict(group=1, block=False)  # where one lane is

# --- elections -------------------------------------------------------------------

@production("stmt", 2.5, "elections")
def election(g):
    """Counts those that are here; their leader adds for them; perhaps it tells where."""
    return _election(g)


@production("stmt", 0.5, "elections")
def election_at_own_place(g):
    """The leader of the lanes that come adds to a place that its own data names."""
    if not g.scope.counter:
        return None
    cond, mask = conditions.of_data(g), g.name("m")
    kind, asked = g.pick(*g.lanes.mask_types()), g.pick("__activemask()", "__activemask()", "__ballot(1)")
    with g.inner(**ALONE):
        value = g.integer()
    return Made("if (", cond.node, ") {\n%s %s = %s;\nif (" % (kind, mask, asked), lane(g), " == %s - 1) atomicAdd(%s + ((" % (g.lanes.ffs(mask, kind), g.scope.counter), value,
                ") & 7), %s(%s));\n}" % (g.lanes.popc, mask), defines=[mask])


@production("stmt", 0.7, "elections")
def election_by_wide_bits(g):
    """The mask is asked by functions of 64 bits, or for its last lane."""
    return None if g.lanes.is_wide else _election(g, wide_bits=True)


def wide_election(mask):
    """How many lanes of it there are, and its last one; of an int with lane 31 in it both are others."""
    return "__popcll", "63 - __clzll(%s)" % mask


def _election(g, wide_bits=False):
    if not g.scope.counter:
        return None
    mask, leader, rank, base = g.name("m"), g.name("e"), g.name("k"), g.name("b")
    kind = g.pick(*g.lanes.mask_types())
    popc, last = wide_election(mask) if wide_bits else (g.lanes.popc, "")
    if wide_bits and g.chance(0.3):
        popc, last = "__popc", "31 - __clz(%s)" % mask
    parts = ["%s %s = %s;\n" % (kind, mask, g.pick("__ballot(1)", "__activemask()", "__ballot(true)"))]
    before = "%s(%s & ((%s << " % (popc, mask, g.lanes.one), lane(g), ") - 1))"
    parts += _between(g)
    is_leader = g.pick((lane(g), " == %s" % leader), ("%s == " % leader, lane(g)), (*before, " == 0"))
    if last and g.chance(0.5):
        parts += ["int %s = %s;\n" % (leader, last)]
        is_leader, told_by = (lane(g), " == %s" % leader), leader
    elif any(isinstance(p, str) and leader in p for p in is_leader) or g.chance(0.5):
        parts += ["int %s = %s - 1;\n" % (leader, g.lanes.ffs(mask, kind))]
        told_by = leader
    else:
        told_by = "%s - 1" % g.lanes.ffs(mask, kind)
    parts += _between(g)
    parts += dead_text(g, mask, leader if told_by == leader else mask)
    region = len(g.regions)
    tells = g.scope.kernel and region < 5 and g.chance(0.5) and not g.lanes.is_careless  # forgotten lanes share a place
    # One that tells has a counter and memory of its own: others would come between in any order.
    where = "%s + %d" % (g.scope.counter, 8 + region if tells else g.between(0, 7))
    defines = [mask, leader, rank, base]
    if tells:
        g.regions.append(base)
        parts += ["int %s = 0;\n" % base]
    condition = [*is_leader]
    if g.chance(0.2):
        with g.inner(**ALONE):
            condition = ["(", *is_leader, ") && ", conditions.condition(g).node]
    add = ["%satomicAdd(%s, %s(%s));\n" % ("%s = " % base if tells else "", where, popc, mask)]
    if g.chance(0.15):
        with g.inner(**ALONE):
            add = ["{ ", *add, statements(g, 1), " }\n"]
    if g.chance(0.15):
        with g.inner(**ALONE):
            add = ["if (", conditions.condition(g).node, ") ", *add]
    chosen = ["if (", conditions.condition(g).node, ")\n"] if g.chance(0.15) else []
    parts += [*chosen, "if (", *condition, ") ", *add]
    if not tells:
        return Made(*parts, *_between(g), defines=defines)
    parts += _between(g)
    parts += ["%s = __shfl(%s, %s);\n" % (base, base, told_by)]
    if g.chance(0.25):
        parts += ["if (", conditions.condition(g).node, ") %s = %d;\n" % (base, g.between(16, 64))]
    parts += _between(g)
    value = g.pick((own(g),), (g.integer(),))
    if g.chance(0.3):
        parts += ["int %s = " % rank, *before, ";\n"]
        parts += _between(g)
        parts += ["bag[%d + ((%s + %s) & 1023)] = " % (1024 * region, base, rank), *value, ";"]
    else:
        parts += ["bag[%d + ((%s + " % (1024 * region, base), *before, ") & 1023)] = ", *value, ";"]
    return Made(*parts, defines=defines)


def _between(g):
    """What may stand between the parts of a pattern: mostly nothing."""
    if not g.chance(0.1):
        return []
    made = g.make("stmt")
    return [made, "\n"] if made else []


# --- loops that match --------------------------------------------------------------

@production("stmt", 1.5, "elections")
def peeling(g):
    """Which lanes have the same key: key by key."""
    key, left, peers, is_peer, first = g.name("k"), g.name("u"), g.name("m"), g.name("b"), g.name("e")
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target:
        return None
    _, inverted, number, _ = g.lanes.masks()
    start = g.pick(number, inverted, "__ballot(1)", number) if g.scope.group == g.warp else "__ballot(1)"
    with g.inner(loop=g.scope.loop + 1, repeated=True, **ALONE):  # from the second round on
        extra = [statements(g, 1), "\n"] if g.chance(0.2) else []
    hidden = dead_text(g, left, peers)
    parts = ["int %s = " % key, g.integer(), " & 3;\n%s %s = %s, %s;\nbool %s;\ndo {\n" % (g.lanes.mask, left, start, peers, is_peer),
             "int %s = __ffs%s(%s) - 1;\n%s = %s == __shfl(%s, %s);\n%s = __ballot(%s);\n%s ^= %s;\n"
             % (first, "ll" if g.lanes.is_wide else "", left, is_peer, key, key, first, peers, is_peer, left, peers), *extra, *hidden, "} while (!%s);\n" % is_peer,
             "%s += %s & 0xff;" % (target.name, peers)]
    if g.chance(0.15):
        parts.append("\n%s += %s & 0xf;" % (target.name, left))
    parts += dead_text(g, left)
    return Made(*parts, defines=[key, left, peers, is_peer, first])


def dead_text(g, *names):
    """Text that this configuration does not have; another one may, and may look at what stands around it."""
    if not g.chance(0.12):
        return []
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target:
        return []
    return ["\n#ifdef ALT\n%s += %s;\n#endif\n" % (target.name, g.pick("1", "2", *names))]


@production("stmt", 0.8, "elections")
def broadcasting(g):
    i, other, mask, value = g.name("i"), g.name("v"), g.name("m"), g.name("k")
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if g.scope.group < g.warp or not target:
        return None
    return Made("int %s = " % value, g.integer(), " & 7;\n%s %s = 0;\nfor (int %s = 0; %s < %d; %s++) {\nint %s = __shfl(%s, %s);\n"
                "if (%s == %s) %s |= %s << %s;\n" % (g.lanes.mask, mask, i, i, g.lanes.said, i, other, value, i, other, value, mask, g.lanes.one, i), *dead_text(g),
                "}\n%s ^= %s & 0xffff;" % (target.name, mask), defines=[i, other, mask, value])


# --- global memory that the kernel writes ------------------------------------------

@production("stmt", 1.2, "values")
def board_write(g):
    if not is_one_warp(g) or not g.scope.kernel:
        return None
    g.flags.add("board")
    at = g.between(0, 3)
    place = g.pick("board[%d]", "*(board + %d)", "rows[0][%d]", "rows[1][%d]") % at
    if "rows" in place:
        g.flags.add("rows")
    value = g.between(0, 3)
    g.written.append((place[:7] if "rows" in place else "board", at, value))
    return "if (", own(g), " == %d) %s = " % (g.between(0, g.warp - 1), place), str(value), ";"


@production("cond", 1.2, "values")
def board_read(g):
    place, at, value = g.scope.board, g.between(0, 3), g.between(0, 3)
    if g.scope.kernel and "board" in g.flags:
        place = g.pick("board", "rows[0]", "rows[1]")
    if g.written and g.chance(0.7):
        written, at, value = g.one_of(g.written)
        place = written if g.scope.kernel else place
    if not place:
        return None
    g.flags.update({"rows"} & {place[:4]})
    asked = g.pick("%s", "%s == {0}", "%s == {0}", "%s != {0}", "%s < 4").format(value)
    return conditions.Cond(conditions.Node("cond", None, asked % (g.pick("%s[%d]", "*(%s + %d)") % (place, at))), same=True, barriers=False)


@production("stmt", 1, "values")
def flag(g):
    """One lane says what all ask for behind it, here or in a function that is told that nobody writes."""
    from .collectives import behind, one_operation
    target = g.variable(lambda v: v.role == "data" and v.writable)
    said = target and g.by(board_write, "stmt")
    if not said:
        return None
    if g.chance(0.4):
        from .functions import call_of
        from .parameters import read_only
        call = g.by(lambda g: call_of(g, read_only), "int")
        return call and (said, "\n%s += " % target.name, call, ";", *behind(g, target))
    cond = g.by(board_read, "cond")
    return said, "\nif (", cond.node, ") ", *one_operation(g, target, cond), *behind(g, target)
