"""Parameters of functions: a declaration, what is passed, and what it is inside."""

import dataclasses

from core import Array, Group, Var
from tree import Node

from . import handles, memory, numbers
from .expressions import bounded


@dataclasses.dataclass
class Parameter:
    text: str          # its declaration
    make: object       # () -> node of an argument, or None
    enter: object      # (scope) -> nothing; what it is inside
    names: tuple = ()  # if there are more than one
    optional: bool = False  # it has a default argument
    of: str = ""  # the object that it leads to


def by_value(g, name):
    if is_unread(g):
        return equal_number(g, name)
    kind = g.pick("int", "int", "unsigned", "short", "const int", "long long")
    writable = not kind.startswith("const")
    return Parameter("%s %s" % (kind, name), g.integer,
                     lambda s: s.vars.append(Var(name, kind, "data", writable)))


def by_reference(g, name):
    target = lambda: (lambda v: v and Node("int", "variable", v.name))(
        g.variable(lambda v: v.role == "data" and v.writable and v.type == "int"))
    if target() is None:
        return by_value(g, name)
    return Parameter("int &%s" % name, target, lambda s: s.vars.append(Var(name, "int", "data")))


def by_const_reference(g, name):
    return Parameter("const int &%s" % name, g.integer, lambda s: s.vars.append(Var(name, "int", "data", False)))


def thread_number(g, name):
    """A number of threads; `own` where it is the thread's own."""
    if g.chance(0.5) or is_unread(g):
        number, is_own = None, True
        g.flags |= {"threads"} if is_unread(g) else set()
        values = g.shape.each(lambda b, x, y, z: x + g.shape.x * (y + g.shape.y * z))
        argument = lambda: memory.own(g)
    else:
        number, is_own = g.make("num", lambda: numbers.built_in(g, "x")), False
        import values as v
        values = [v.wrap(n, "int") for n in number.values]
        argument = lambda: number.node.copy()
    def enter(scope):
        var = Var(name, "int", "slot" if min(values) >= 0 and is_own else "num", False, (min(values), max(values)), ("int", values))
        var.own = is_own
        scope.vars.append(var)
    return Parameter("%s %s" % (g.pick("int", "const int", "int"), name), argument, enter)


def equal_number(g, name):
    return Parameter("int " + name, lambda: Node("int", "same", (g.variable(lambda v: v.role == "same") or Var("2")).name),
                     lambda s: s.vars.append(Var(name, "int", "same", False)))


def small_number(g, name):
    """Within a range, also as a width or as a lane mask."""
    if g.chance(0.5):
        width = g.pick(*[w for w in g.lanes.sizes(2, 4, 8, 16, 32) if w <= max(g.scope.group, 2)])
        if g.chance(0.4):
            g.called[name] = "warpSize"
        return Parameter("int " + name, lambda: Node("int", "number", str(width)),
                         lambda s: s.vars.append(Var(name, "int", "width", False, (width, width))))
    top = g.pick(*g.lanes.below(3, 15, 31))
    return Parameter("int " + name, lambda: bounded(g, 0, top),
                     lambda s: s.vars.append(Var(name, "int", "slot", True, (0, top))))


def aliased(g, name):
    """What a reference says is constant, and a pointer by which it changes."""
    var = g.variable(lambda v: v.role == "start")
    if not var:
        return by_value(g, name)
    pointer = g.name("a")
    def enter(scope):
        scope.vars += [Var(name, "int", "same", False), Var("(*%s)" % pointer, "int", "data")]
    return Parameter("const int &%s, int *%s" % (name, pointer), lambda: Node("int", "aliased", "%s, &%s" % (var.name, var.name)), enter,
                     (name, pointer))


def array_pointer(g, name):
    word = g.pick("volatile int *", "volatile int *", "volatile int *", "volatile int *__restrict__ ")
    return _pointer(g, name, word, lambda a: a.form == "flat", lambda a: ("(volatile int *)(%s)" % a.pointer,),
                    lambda: Array(name, volatile=True, pointer=name))


def plain_pointer(g, name):
    if memory.volatile(g):
        return array_pointer(g, name)
    return _pointer(g, name, "int *", lambda a: a.form == "flat" and not a.volatile, lambda a: (a.pointer,),
                    lambda: Array(name, pointer=name))


def element_pointer(g, name):
    return _pointer(g, name, "volatile int *", lambda a: a.form == "flat",
                    lambda a: ("(volatile int *)(%s) + " % a.pointer, memory.own(g)),
                    lambda: Array(name, 0, g.warp - 1, "near", volatile=True, pointer=name))


def roundabout(g, kind, parts):
    """The same pointer, not as it is seen at a glance."""
    if not g.chance(0.15):
        return parts
    before, behind = g.pick(("Way<%s>{" % kind, "}.to"), ("wayTo(", ")"), ("(threadIdx.x > 4000 ? nullptr : ", ")"))
    return (before, *parts, behind)


def _pointer(g, name, word, fits, argument, inside):
    array = g.array(lambda a: a.pointer and not a.suffix and fits(a))
    if not array:
        return by_value(g, name)
    kind = word.split(" *")[0]
    return Parameter(word + name, lambda: Node("int", "pointer", *roundabout(g, kind, argument(array))), lambda s: at_home(s, inside(), array.of), of=array.of)


def at_home(scope, array, of):
    array.home = scope
    leads_to(scope, array, of)


def leads_to(scope, array, of):
    array.of = of
    scope.arrays.append(array)


def unrestricted(g, parameters):
    """What leads to one object by two names, or may, says so."""
    known = [p.of for p in parameters] + [g.file_scope.of if g.file_scope else ""]
    for p in parameters:
        if p.of and known.count(p.of) > 1:
            p.text = p.text.replace("__restrict__ ", "")


def element_reference(g, name):
    array = g.array(lambda a: not a.suffix)
    if not array:
        return by_value(g, name)
    word = "volatile int &" if array.volatile else "int &"
    return Parameter(word + name, lambda: Node("int", "element", array.name, "[", memory.index(g, array), "]"),
                     lambda s: s.vars.append(Var(name, "int", "reference", alias=True)), of=array.of)


def whole_array(g, name):
    """A reference to an array."""
    array = g.array(lambda a: a.form == "flat" and not a.suffix and a.pointer == a.name and "." not in a.name and a.is_array)
    if not array:
        return array_pointer(g, name)
    word = "volatile int" if array.volatile else "int"
    return Parameter("%s (&%s)[%d]" % (word, name, memory.size(g)), lambda: Node("int", "array", array.name),
                     lambda s: leads_to(s, Array(name, volatile=array.volatile, pointer=name), array.of), of=array.of)


def counter(g, name):
    if not g.scope.counter:
        return by_value(g, name)
    def enter(scope):
        scope.counter = name
    passed = g.scope.counter
    return Parameter("int *" + name, lambda: Node("int", "counter", passed), enter)


def read_only(g, name):
    """Memory that the helper says is read only; its caller may know better."""
    if not g.scope.kernel:
        return by_value(g, name)
    place = g.written[-1][0] if g.written else g.pick("board", "rows[0]", "in", "in")
    g.flags.update({"board", "rows"} & {place, place[:4]})
    def enter(scope):
        scope.board = name
    return Parameter("const int *__restrict__ " + name, lambda: Node("int", "read_only", place), enter)


def group_parameter(g, name):
    """By value or by reference, of its own type or as a group of any kind."""
    old = handles.handle(g, lambda h: h.type)
    if not old:
        return by_value(g, name)
    general = old.kind != "any" and old.general and g.chance(0.4)
    kind, word = ("any", "thread_group") if general else (old.kind, old.type)
    text = g.pick("%s::%s %s", "%s::%s %s", "const %s::%s &%s", "const %s::%s &%s", "const %s::%s %s") % (handles.prefix(g), word, name)

    def enter(scope):
        group = Group(name, kind, old.span, old.rank, old.size, word)
        group.home, group.general = scope, True
        scope.groups.append(group)

    return Parameter(text, lambda: Node("int", "group", old.name), enter)


PARAMETERS = ((by_value, 4), (by_reference, 1.2), (by_const_reference, 0.7), (thread_number, 3), (equal_number, 1.2),
              (small_number, 1.5), (array_pointer, 4), (plain_pointer, 1), (element_pointer, 1.5),
              (element_reference, 1.2), (whole_array, 0.7), (counter, 0.8), (read_only, 0.7), (aliased, 1), (group_parameter, 0.8))


# What a caller may pass that is not seen, if the assumptions are to be true.
FROM_UNREAD = (thread_number, equal_number, array_pointer, counter, aliased)


def is_unread(g):
    """Whether a call that is made now is one that coopify does not see."""
    return g.unread and g.scope.kernel
