"""Shared memory: what it is (kind 'storage'), ways to its elements (kind 'stmt' that make views), and
elements themselves (kind 'element')."""

from core import Array, Group, Made, Var, production
from tree import Node

from . import conditions, numbers
from .expressions import bounded


def size(g):
    """Elements of an array: one for each thread, and room for steps beyond."""
    return g.shape.threads + 2 * g.warp


def rows(g):
    return size(g) // g.warp + 1


def is_one_warp(g):
    return g.shape.active_warps(g.scope.active) <= 1


def rank_of(g, span):
    """The rank in a group of that span, where there is a handle and it is asked now and then."""
    found = [h for h in g.scope.groups if h.rank and h.span == span]
    return "(int)%s.thread_rank()" % g.one_of(found).name if found and g.chance(0.25) else None


def own(g):
    rank = rank_of(g, Group.BLOCK)
    if rank:
        return Node("own", "own", rank)
    var = g.variable(lambda v: v.range and v.own)
    return Node("own", "own", var.name) if var else Node("own", "own", "(int)(", numbers.linear(g).node, ")")


def lane(g):
    rank = rank_of(g, g.warp)
    if rank:
        return Node("own", "lane", rank)
    var = g.variable(lambda v: v.lane)
    if var and g.chance(0.8):
        return Node("own", "lane", var.name)
    said = g.lanes.said
    if g.lanes.is_wide and said == g.warp and g.chance(0.2):
        return Node("own", "lane", "(int)__lane_id()")
    return Node("own", "lane", "(", own(g), g.pick(" & %d" % (said - 1), " %% %d" % said), ")")


def index(g, array):
    made = _near(g, array) if array.form == "near" else _row(g) if array.form == "rows" else _flat(g, array)
    return Node("index", array.form, *made)


def _near(g, array):
    if not is_one_warp(g) and g.chance(0.85):
        return ("0",)
    return (bounded(g, array.low, min(array.high, g.warp - 1)),)


def _row(g):
    row = ("(", own(g), " >> %d)" % g.lanes.log) if not is_one_warp(g) or g.chance(0.6) else (bounded(g, 0, rows(g) - 1),)
    column = g.pick((lane(g),), (lane(g), " ^ %d" % g.pick(1, 2, 4, 8, g.warp // 2, 3)), ("%d - " % (g.warp - 1), lane(g)),
                    ("(", lane(g), " + ", bounded(g, 0, g.warp - 1), ") & %d" % (g.warp - 1)))
    return (*row, "][", *column)


def _flat(g, array):
    alone = is_one_warp(g)
    distance = g.pick(*g.lanes.below(1, 1, 2, 2, 4, 8, g.warp // 2, 3, 5, 31))
    roll = g.random.random()
    if roll < 0.38:
        return (own(g),)
    if roll < 0.55:
        return (own(g), " ^ %d" % distance)
    if roll < 0.6:
        return (own(g), " ^ ", bounded(g, 0, g.warp - 1))
    if roll < 0.65:
        return ("(", own(g), " & ~%d) + ((" % (g.warp - 1), own(g), " + %d) & %d)" % (distance, g.warp - 1))
    if roll < 0.70 and array.low == 0:
        lowest = min((t % g.shape.threads for t, a in enumerate(g.scope.active) if a), default=0)
        if lowest >= distance:
            return (own(g), " - %d" % distance)
    if not alone and g.chance(0.9):
        return (own(g), " ^ %d" % distance)
    if roll < 0.82:
        return (own(g), " + %d" % distance)
    if roll < 0.87:
        return (own(g), " + ", bounded(g, 0, g.warp - 1))
    if roll < 0.91:
        mirrored = ("%d - " % (g.shape.threads - 1), own(g))
        return g.pick(("2 * (", own(g), ")"), mirrored) if g.shape.threads <= 2 * g.warp else mirrored
    return (bounded(g, 0, size(g) - 1),)


@production("element", 6)
def subscript(g):
    array = g.array()
    return array and element_of(g, array)


def element_of(g, array):
    at = index(g, array)
    if array.pointer and array.form != "rows" and not array.suffix and g.chance(0.15):
        return g.pick(("*(", array.pointer, " + (", at, "))"), ("(&", array.name, "[", at, "])[0]"))
    return array.name, "[", at, "]" + array.suffix


@production("element", 2)
def alias(g):
    var = g.variable(lambda v: v.alias)
    return var and (var.name,)


@production("element", 0.5, "views")
def chosen(g):
    """One of two addresses, by a condition or not known before."""
    flat = lambda a: a.form == "flat" and a.pointer and not a.suffix
    first, second = g.array(flat), g.array(flat)
    if not first or not second:
        return None
    cond = conditions.condition(g).node
    cast = "(volatile int *)"
    return g.pick(("*(", cond, " ? %s&%s[" % (cast, first.name), index(g, first), "] : %s&%s[" % (cast, second.name), index(g, second), "])"),
                  ("(", cond, " ? %s%s : %s%s)[" % (cast, first.pointer, cast, second.pointer), index(g, first), "]"))


@production("element", 0.6, "views")
def cast_view(g):
    array = g.array(lambda a: a.form == "flat" and a.pointer and not a.suffix)
    if not array:
        return None
    at = index(g, array)
    return g.pick(
        ("((volatile int *)%s)[" % array.pointer, at, "]"),
        ("(*(volatile int (*)[%d])(%s))[" % (size(g), array.pointer), at, "]"),
        ("*(volatile int *)((char *)(%s) + 4 * (" % array.pointer, at, "))"),
        ("reinterpret_cast<volatile int (&)[%d]>(*(%s))[" % (size(g), array.pointer), at, "]"),
        ("((volatile unsigned *)(%s))[" % array.pointer, at, "]"))


# --- what it is ----------------------------------------------------------------

def fill(g, text):
    """All elements from the input, a barrier behind it."""
    i = g.name("i")
    return Node("fixed", "fill", "for (int %s = " % i, own(g), "; %s < %d; %s += %d) %s = in[%s];\n__syncthreads();"
                % (i, size(g), i, g.shape.threads, text % i, i), defines=[i])


def add(g, *arrays):
    g.scope.arrays.extend(arrays)


def volatile(g):
    is_volatile = g.chance(g.options.get("volatile", 0.75))
    g.flags |= set() if is_volatile else {"plain"}
    return is_volatile


@production("storage", 5, "base")
def plain(g):
    name, is_volatile = g.name("s"), volatile(g)
    word = "volatile " if is_volatile else ""
    array = Array(name, volatile=is_volatile, pointer=name)
    array.is_array = True
    add(g, array)
    return Made("__shared__ %sint %s[%d];\n" % (word, name, size(g)), fill(g, name + "[%s]"), defines=[name])


@production("storage", 2.5, "storage")
def at_file_scope(g):
    name, is_volatile = g.name("s", local=False), volatile(g)
    g.globals.append(Node("decl", "file_scope", "__shared__ %sint %s[%d];" % ("volatile " if is_volatile else "", name, size(g)),
                          defines=[name]))
    g.file_scope = Array(name, volatile=is_volatile, pointer=name)
    g.file_scope.is_array = True
    add(g, g.file_scope)
    return (fill(g, name + "[%s]"),)


@production("storage", 1.5, "storage")
def dynamic(g):
    if "dynamic" in g.flags:
        return None
    g.flags.add("dynamic")
    name = g.name("s")
    add(g, Array(name, volatile=True, pointer=name))
    return Made("extern __shared__ volatile int %s[];\n" % name, fill(g, name + "[%s]"), defines=[name])


@production("storage", 1.5, "storage")
def two_dimensions(g):
    name, is_volatile = g.name("s"), volatile(g)
    add(g, Array(name, form="rows", volatile=is_volatile, pointer="&%s[0][0]" % name))
    return Made("__shared__ %sint %s[%d][%d];\n" % ("volatile " if is_volatile else "", name, rows(g), g.warp),
                _fill_rows(g, name), defines=[name])


def _fill_rows(g, name):
    i = g.name("i")
    return Node("fixed", "fill", "for (int %s = " % i, own(g), "; %s < %d; %s += %d) %s[%s / %d][%s %% %d] = in[%s];\n__syncthreads();"
                % (i, g.warp * rows(g), i, g.shape.threads, name, i, g.warp, i, g.warp, i), defines=[i])


@production("storage", 2.5, "storage")
def members(g):
    """struct { int a[]; int b[]; }, one object of it."""
    kind, name, a, b = g.name("T", local=False), g.name("s"), g.name("a", local=False), g.name("b", local=False)
    word = "volatile " if volatile(g) else ""
    g.globals.append(Node("decl", "record", "%s %s { int %s[%d]; int %s[%d]; };"
                          % (g.pick("struct", "struct", "union"), kind, a, size(g), b, size(g)), defines=[kind, a, b]))
    arrays = [Array("%s.%s" % (name, m), volatile=bool(word), pointer="%s.%s" % (name, m)) for m in (a, b)]
    add(g, *arrays)
    return Made("__shared__ %s%s %s;\n" % (word, kind, name), fill(g, arrays[0].name + "[%s]"), "\n",
                fill(g, arrays[1].name + "[%s]"), defines=[name])


@production("storage", 1.5, "storage")
def records(g):
    """An array of structs that are also assigned as a whole."""
    kind, name = g.record(), g.name("s")
    g.flags.add("plain")  # operators of a struct are not for volatile objects
    add(g, *(Array(name, suffix="." + m, record=kind) for m in ("x", "y")))
    return Made("__shared__ %s %s[%d];\n" % (kind, name, size(g)), fill(g, name + "[%s].x"), "\n",
                fill(g, name + "[%s].y"), defines=[name])


@production("storage", 0.8, "storage")
def shared_number(g):
    """One for the whole block, which one thread sets; subscripts may use it."""
    name, top = g.name("d"), g.pick(3, 7, 15)
    if g.chance(0.2) and "warpSize" not in g.called.values():
        g.called[name] = "warpSize"
    word = g.pick("", "volatile ")
    g.scope.vars.append(Var(name, "int", "slot", False, (0, top)))
    return Made("__shared__ %sint %s;\nif (" % (word, name), own(g), " == 0) %s = in[0] & %d;\n__syncthreads();" % (name, top), defines=[name])


# --- ways to it ------------------------------------------------------------------

@production("stmt", 2, "views")
def view(g):
    array = g.array(lambda a: a.pointer and not a.suffix)
    if not array:
        return None
    name = g.name("p")
    flat = "near" if array.form == "near" else "flat"
    made, word = Array(name, array.low, array.high, flat, volatile=True, pointer=name), g.pick("", "const ")
    made.home, made.of = None if word else g.scope, array.of
    g.scope.arrays.append(made)
    return Made("volatile int *%s%s = (volatile int *)" % (word, name), array.pointer, ";", defines=[name])


@production("stmt", 1.5, "views")
def own_element_pointer(g):
    array = g.array(lambda a: a.pointer and a.form == "flat" and not a.suffix)
    if not array:
        return None
    name = g.name("p")
    made = Array(name, 0, g.warp - 1, "near", volatile=True, pointer=name)
    made.of = array.of
    form = g.pick("volatile int *%s = (volatile int *)(%s) + ", "volatile int *%s = (volatile int *)&%s[")
    parts = (form % (name, array.pointer if form.endswith("+ ") else array.name), own(g))
    if g.chance(0.5) and is_one_warp(g):
        moving = g.variable(lambda v: v.role == "slot" and v.writable and v.range[1] < g.warp)
        parts += (" + ", moving.name) if moving and g.chance(0.6) else (" + ", bounded(g, 0, 15))
    g.scope.arrays.append(made)  # it is not set yet where its own initialiser is
    return Made(*parts, "];" if form.endswith("[") else ";", defines=[name])


@production("stmt", 1.5, "views")
def reference(g):
    array = g.array(lambda a: not a.suffix)
    if not array:
        return None
    name = g.name("r")
    node = Made("%s &%s = " % ("volatile int" if array.volatile else "int", name), array.name, "[", index(g, array), "];", defines=[name])
    g.scope.vars.append(Var(name, "int", "reference", True, alias=True))
    return node


def pair(g, fits=lambda a: True):
    """Two that are not one; often of one object."""
    first = g.array(fits)
    others = [a for a in g.scope.arrays if first and a is not first and fits(a)]
    near = [a for a in others if a.of == first.of]
    if not others:
        return None, None
    return first, g.one_of(near if near and g.chance(0.6) else others)


@production("stmt", 2, "views")
def one_of_two(g):
    row = g.array(lambda a: a.form == "rows")
    if row and g.chance(0.5):
        rows = ["&%s[(int)(" % row.name, own(g), ") >> %d][0]" % g.lanes.log], ["&%s[((int)(" % row.name, own(g), ") >> %d) + 1][0]" % g.lanes.log]
        name, cond = g.name("p"), conditions.condition(g)
        g.scope.arrays.append(Array(name, 0, g.warp - 1, "near", volatile=True, pointer=name))
        return Made("volatile int *%s = (volatile int *)" % name, *rows[0], ";\nif (", cond.node, ") %s = (volatile int *)" % name, *rows[1], ";", defines=[name])
    first, second = pair(g, lambda a: a.pointer and a.form == "flat" and not a.suffix)
    if not first:
        return None
    name, cond = g.name("p"), conditions.condition(g)
    made = Array(name, 0, min(first.high, second.high), "flat", volatile=True, pointer=name)
    made.of = first.of
    g.scope.arrays.append(made)
    one, two = ("(volatile int *)" + a.pointer for a in (first, second))
    return g.pick(
        Made("volatile int *%s = %s;\nif (" % (name, one), cond.node, ") %s = %s;" % (name, two), defines=[name]),
        Made("volatile int *%s = " % name, cond.node, " ? %s : %s;" % (one, two), defines=[name]))


@production("stmt", 0.8, "views")
def swapped(g):
    arrays = [a for a in g.scope.arrays if a.moves]
    if len(arrays) < 2:
        return _two_pointers(g)
    a, b = g.random.sample(arrays, 2)
    t = g.name("t")
    return Made("volatile int *%s = %s; %s = %s; %s = %s;" % (t, a.name, a.name, b.name, b.name, t), defines=[t])


def _two_pointers(g):
    first, second = pair(g, lambda a: a.pointer and a.form == "flat" and not a.suffix)
    if not first:
        return None
    names = g.name("p"), g.name("p")
    for name in names:
        array = Array(name, volatile=True, pointer=name)
        array.moves, array.of = True, first.of
        g.scope.arrays.append(array)
    return Made("volatile int *%s = (volatile int *)%s, *%s = (volatile int *)%s;"
                % (names[0], first.pointer, names[1], second.pointer), defines=names)


@production("stmt", 2.5, "views")
def moved_pointer(g):
    """p = p + own: from here on it leads to the own element."""
    found = [a for a in g.scope.arrays if a.home is g.scope and a.form == "flat"]
    if not found or g.scope.repeated:
        return None
    array = g.random.choice(found)
    array.form, array.low, array.high = "near", 0, g.warp - 1
    return array.name + g.pick(" += ", " = %s + " % array.name), own(g), ";"


@production("stmt", 0.7, "views")
def held_pointer(g):
    """A pointer in a struct, or in an array of them."""
    array = g.array(lambda a: a.pointer and a.form == "flat" and not a.suffix)
    if not array:
        return None
    name = g.name("h")
    if g.chance(0.5):
        g.scope.arrays.append(Array(name + ".p", volatile=True, pointer=name + ".p"))
        return Made("struct { volatile int *p; } %s = {(volatile int *)%s};" % (name, array.pointer), defines=[name])
    g.scope.arrays.append(Array(name + "[1]", volatile=True, pointer=name + "[1]"))
    return Made("volatile int *%s[2] = {(volatile int *)%s, (volatile int *)%s};" % (name, array.pointer, array.pointer), defines=[name])


@production("stmt", 0.8, "views")
def returned_pointer(g):
    """A pointer that a function gives."""
    array = g.array(lambda a: a.pointer and a.form == "flat" and not a.suffix)
    if not array or array.high < 40:
        return None
    f, p, name = g.name("f", local=False), g.name("a"), g.name("p")
    moved = g.pick(0, 0, 4, 16) if is_one_warp(g) else 0
    value = g.pick("%s + %d", "&%s[%d]") % (p, moved) if moved or g.chance(0.5) else p
    if g.chance(0.3):
        value = "*" + p if value == p else value.replace(p, "(*%s)" % p)
        g.globals.append(Node("decl", "returns_pointer", "__device__ volatile int *%s(volatile int **%s) { return %s; }" % (f, p, value), defines=[f, p]))
        q = g.name("q")
        text = Made("volatile int *%s = (volatile int *)%s, *%s = %s(&%s);" % (q, array.pointer, name, f, q), defines=[q, name])
    else:
        g.globals.append(Node("decl", "returns_pointer", "__device__ volatile int *%s(volatile int *%s) { return %s; }" % (f, p, value), defines=[f, p]))
        text = Made("volatile int *%s = %s((volatile int *)%s);" % (name, f, array.pointer), defines=[name])
    g.scope.arrays.append(Array(name, 0, array.high - moved, "flat", volatile=True, pointer=name))
    return text


@production("stmt", 2, "storage")
def record_step(g):
    """Structs assigned as a whole, by operators and by reference."""
    array = g.array(lambda a: a.record)
    if not array:
        return None
    here, there = index(g, array), index(g, array)
    local = g.name("v")
    return g.pick(
        (array.name, "[", here, "] = ", array.name, "[", there, "];"),
        (array.name, "[", here, "] += ", array.name, "[", there, "];"),
        Made("%s %s = " % (array.record, local), array.name, "[", there, "];\n%s.x += 1; " % local, array.name, "[", here, "] = %s;" % local, defines=[local]),
        ("if (", conditions.condition(g).node, ") ", array.name, "[", here, "] = ", array.name, "[", there, "];"))
