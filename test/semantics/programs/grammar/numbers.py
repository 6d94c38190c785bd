"""Numbers that tell threads apart (kind 'num'), of every integer type; their values are known."""

import dataclasses

import values
from core import Made, production
from tree import Node

# Some more than once: legacy code is full of 16 and 32.
NICE = (1, 2, 3, 4, 7, 8, 8, 12, 15, 16, 16, 16, 20, 24, 31, 32, 32, 32, 32, 33, 40, 48, 48, 60, 63, 64, 64, 96, 128)
CASTS = ("int", "unsigned", "unsigned", "short", "unsigned short", "signed char", "unsigned char",
         "long long", "int")


@dataclasses.dataclass
class Number:
    node: Node
    type: str
    values: list

    @property
    def num(self):
        return self.type, self.values


def built_in(g, axis, name="threadIdx"):
    at = {"x": 1, "y": 2, "z": 3}[axis]
    return Number(Node("num", name, "%s.%s" % (name, axis)), "unsigned",
                  g.shape.each(lambda *p: p[at]) if name == "threadIdx" else g.shape.each(lambda *p: p[0]))


def constant(g, value=None, unsigned=False):
    value = g.pick(*g.lanes.wider(*NICE)) if value is None else value
    return Number(Node("num", "constant", "%d%s" % (value, "u" if unsigned else "")),
                  "unsigned" if unsigned else "int", [value] * len(g.shape.everyone()))


def extent(g, axis):
    return Number(Node("num", "extent", "blockDim." + axis), "unsigned",
                  [getattr(g.shape, axis)] * len(g.shape.everyone()))


def combine(left, op, right):
    try:
        kind, result = values.binary(op, left.num, right.num)
    except values.Undefined:
        return None
    return Number(Node("num", None, "(", left.node, " %s " % op, right.node, ")"), kind, result)


def cast(number, kind, style="(%s)"):
    text = style % kind
    return Number(Node("num", None, text, number.node), kind, [values.wrap(v, kind) for v in number.values])


def linear(g):
    """threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), as long as it must be."""
    x = built_in(g, "x")
    if g.shape.threads == g.shape.x and g.chance(0.8):
        return x
    y = built_in(g, "y")
    if g.shape.z > 1 or g.chance(0.2):
        y = combine(y, "+", combine(extent(g, "y"), "*", built_in(g, "z")))
    return combine(combine(extent(g, "x"), "*", y), "+", x)


@production("num", 6)
def num_variable(g):
    found = g.variables(lambda v: v.num is not None)
    var = found and (found[-1] if g.chance(0.3) else g.one_of(found))
    return Number(Node("num", None, var.name), *var.num) if var else None


@production("num", 2)
def thread_index(g):
    if g.shape.z > 1 and g.chance(0.4):
        return flat_index(g)  # people wrote it for blocks of two dimensions
    return built_in(g, g.pick("x", "x", "x", "y", "z"))


@production("num", 1.6, "values")
def flat_index(g):
    """Right in blocks of two dimensions only."""
    return combine(combine(built_in(g, "y"), "*", extent(g, "x")), "+", built_in(g, "x"))


@production("num", 0.7, "values")
def grid_index(g):
    return combine(combine(built_in(g, "x", "blockIdx"), "*", extent(g, "x")), "+", built_in(g, "x"))


def lane_numbers(g):
    return g.shape.each(lambda b, x, y, z: (x + g.shape.x * (y + g.shape.y * z)) % g.warp)


@production("num", 0.5, "values")
def lane_register(g):
    name, lanes = g.name("l"), lane_numbers(g)
    if g.lanes.is_wide:
        return Number(Node("num", None, "__lane_id()"), "unsigned", lanes)
    return Number(Node("num", None, "[] { unsigned %s; asm(\"mov.u32 %%0, %%%%laneid;\" : \"=r\"(%s)); return %s; }()"
                       % (name, name, name), defines=[name]), "unsigned", lanes)


@production("num", 0.5, "values")
def of_library(g):
    """A function of a system header, which looks at threadIdx itself."""
    columns, first = g.pick(1, 1, 2, 16), g.pick(0, 0, 8)
    return Number(Node("num", None, "libraryThread(%d, %d)" % (columns, first)), "int",
                  g.shape.each(lambda b, x, y, z: first + columns * x))


@production("num", 0.5, "values")
def lane_assembly(g):
    """The lane's number, and what is computed of it in the same asm."""
    if g.lanes.is_wide:
        return None
    name = g.name("l")
    code, kind, result = computed_lane(g)
    return Number(Node("num", None, "[] { unsigned %s; asm(\"%s\" : \"=r\"(%s)); return %s; }()" % (name, code, name, name), defines=[name]), kind, result)


def computed_lane(g):
    """Assembly, and what it gives each thread."""
    word, op = g.pick(("shl.b32", "<<"), ("add.u32", "+"), ("and.b32", "&"), ("shr.u32", ">>"))
    right = g.pick(1, 2, 3, 4, 8, 16) if op in "+&" else g.pick(1, 2, 3)
    lanes = lane_numbers(g)
    kind, result = values.binary(op, ("unsigned", lanes), ("unsigned", [right] * len(lanes)))
    return "{ .reg .u32 l; mov.u32 l, %%%%laneid; %s %%0, l, %d; }" % (word, right), kind, result


@production("stmt", 0.6, "values")
def lane_in_variable(g):
    """An asm as a statement: the lane's number, or what is computed of it."""
    from core import Var
    name, lanes = g.name("l"), lane_numbers(g)
    if g.lanes.is_wide:
        g.scope.vars.append(Var(name, "unsigned", "slot", False, (0, max(lanes)), ("unsigned", lanes)))
        return Made("unsigned %s = __lane_id();" % name, defines=[name])
    code, kind, result = g.pick(("mov.u32 %0, %%laneid;", "unsigned", lanes), computed_lane(g), computed_lane(g))
    g.scope.vars.append(Var(name, kind, "slot", False, (min(result), max(result)), (kind, result)))
    return Made("unsigned %s;\nasm(\"%s\" : \"=r\"(%s));" % (name, code, name), defines=[name])


@production("num", 5)
def arithmetic(g):
    op = g.pick("+", "-", "-", "*", "/", "/", "%", "%", "&", "&", ">>", "<<", "^", "|")
    left = g.make("num", lambda: built_in(g, "x"))
    right = constant(g, g.pick(1, 2, 3, 4, 5) if op in ("<<", ">>") else None, g.chance(0.15))
    if op == "*" or g.chance(0.1):
        right = constant(g, g.pick(2, 3, 4, 8, 16))
    if op == "-" and g.chance(0.15):
        left, right = right, left
    return combine(left, op, right)


@production("num", 1.2, "values")
def which_tile(g):
    """Of so many threads: the quotient by a power of two, and the rest."""
    below = g.variables(lambda v: v.num is not None and min(v.num[1]) < 0)
    found = g.one_of(below) if below and g.chance(0.5) else g.variable(lambda v: v.num is not None)
    if not found:
        return None
    number, said = Number(Node("num", None, found.name), *found.num), g.lanes.said
    return combine(number, *g.pick(("/", constant(g, said)), (">>", constant(g, said.bit_length() - 1)), ("%", constant(g, said)), ("/", constant(g, 8)), ("/", constant(g, 16))))


@production("num", 1.2, "values")
def two_numbers(g):
    return combine(g.make("num", lambda: built_in(g, "x")), g.pick("+", "-", "^"),
                   g.make("num", lambda: built_in(g, "y")))


@production("num", 2.5, "values")
def converted(g):
    kind = g.pick(*CASTS)
    style = g.pick("(%s)", "static_cast<%s>") if g.chance(0.9) else "(%s) +"
    number = g.make("num", lambda: built_in(g, "x"))
    inner = Number(Node("num", "parens", "(", number.node, ")"), number.type, number.values)
    if style.endswith("+"):
        inner = Number(inner.node, values.promoted(number.type), number.values)
    return cast(inner, kind, style)


@production("num", 1.6, "values")
def assigned(g):
    """(x += 16), of a variable that is assigned only here, once."""
    if g.scope.repeated:
        return None
    var = g.variable(lambda v: v.num is not None and v.writable and v.role == "num")
    if not var:
        return None
    op = g.pick("+", "-", "^", "/", "&", "%")
    right = constant(g)
    try:
        kind, result = values.binary(op, var.num, right.num)
    except values.Undefined:
        return None
    form = g.pick("(%s %s= ", "(%s = %s %s ")
    text = form % ((var.name, op) if form.count("%s") == 2 else (var.name, var.name, op))
    var.num = (var.type, [values.wrap(v, var.type) for v in result])
    var.writable = False  # a second time its values would not be those
    return Number(Node("num", None, text, right.node, ")"), *var.num)


def declare(g, number, kind=None, const=None):
    """A variable that holds the number; its statement."""
    from core import Var
    kind = kind or g.pick("int", "int", "int", "unsigned", "unsigned", number.type, number.type, "short", "unsigned char")
    if kind != "int" and number.type == "unsigned" and max(number.values) > 1 << 31 and g.chance(0.6):
        kind = "int"  # int i = threadIdx.x - 32;
    name = g.name()
    const = g.chance(0.5) if const is None else const
    kept = [values.wrap(v, kind) for v in number.values]
    low, high = min(kept), max(kept)
    role = "slot" if const and low >= 0 else "num"
    g.scope.vars.append(Var(name, kind, role, not const, (low, high), (kind, kept)))
    form = g.pick("%s %s = ", "%s %s = ", "%s %s(") if not const else g.pick("const %s %s = ", "%s %s = ")
    return Made(form % (kind, name), number.node, ");" if form.endswith("(") else ";", defines=[name])
