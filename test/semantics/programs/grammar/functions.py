"""Functions: a core of parameters and a body, and the many forms in which one is declared and called."""

import dataclasses
import re

import tree
from core import Made, Scope, Var, production
from tree import Node

from . import memory, statements
from .parameters import (FROM_UNREAD, PARAMETERS, Parameter, aliased, by_const_reference, by_value, equal_number, is_unread, read_only,
                         small_number, unrestricted)


@dataclasses.dataclass
class Helper:
    call: object       # (arguments) -> parts
    parameters: list
    group: int
    block: bool
    active: list
    names: tuple = ()  # of its parameters, where it is written at its call
    plain: bool = False  # it can be called from anywhere in the kernel
    explicit: int = 0  # collectives that name their lanes: only those may call it


# --- forms -----------------------------------------------------------------------

def join(nodes):
    parts = []
    for node in nodes:
        parts += [", ", node] if parts else [node]
    return parts


def free(g, h):
    word = g.pick("", "", "static ", "inline ", "static inline ", "__forceinline__ ", "__noinline__ ")
    g.globals.append(Node("decl", "function", "__device__ %s%s %s(%s) " % (word, h.type, h.name, h.declared), *h.body, defines=[h.name, *h.names]))
    return lambda a: [h.name, "(", *join(a), ")"]


def static_member(g, h):
    kind = g.name("T", local=False)
    g.globals.append(Node("decl", "static_member", "struct %s { static __device__ %s %s(%s) " % (kind, h.type, h.name, h.declared),
                          *h.body, "};", defines=[kind, h.name, *h.names]))
    return lambda a: ["%s::%s(" % (kind, h.name), *join(a), ")"]


def functor(g, h):
    kind = g.name("T", local=False)
    name = g.pick("operator()", h.name)
    g.globals.append(Node("decl", "functor", "struct %s { __device__ %s %s(%s) const " % (kind, h.type, name, h.declared), *h.body, "};",
                          defines=[kind, h.name, *h.names]))
    dot = "" if name == "operator()" else "." + name
    return lambda a: ["%s{}%s(" % (kind, dot), *join(a), ")"]


def with_number(g, h):
    """A template over a number."""
    n = g.name("N")
    default = g.pick("", "", " = 3")
    g.globals.append(Node("decl", "template_number", "template <int %s%s> __device__ %s %s(%s) " % (n, default, h.type, h.name, h.declared), *h.body,
                          defines=[n, h.name, *h.names]))
    value = g.pick("1", "2", "4")
    return lambda a: ["%s<%s>(" % (h.name, "" if default and value == "1" else value), *join(a), ")"]


def with_type(g, h):
    t = g.name("T")
    g.globals.append(Node("decl", "template_type", "template <class %s> __device__ %s %s(%s) " % (t, t, h.name, h.declared), *h.body,
                          defines=[t, h.name, *h.names]))
    return lambda a: ["%s<%s>(" % (h.name, g.pick("int", "unsigned", "long long")), *join(a), ")"]


def through_macro(g, h):
    call, macro = free(g, h), g.name("M", local=False)
    letters = ", ".join("abcdefgh"[:len(h.parameters)])
    g.globals.append(Node("decl", "macro", "#define %s(%s) %s(%s)" % (macro, letters, h.name, letters), defines=[macro]))
    return lambda a: [macro + "(", *join(a), ")"] if not any("," in n.text() for n in a) else call(a)


def through_template(g, h):
    """Passed as a function object to a template that calls it."""
    functor_call, apply = functor(g, h), g.name("f", local=False)
    kind = functor_call([])[0].split("{")[0]
    dot = functor_call([])[0].split("}")[1][:-1]
    args = ["a%d" % i for i in range(len(h.parameters))]
    if g.chance(0.5):
        types = ["A%d" % i for i in range(len(args))]
        head = "template <class F%s> __device__ int %s(F f%s) " % (
            "".join(", class " + t for t in types), apply, "".join(", %s &&%s" % p for p in zip(types, args)))
    else:
        head = "template <class F, class... A> __device__ int %s(F f, A &&...a) " % apply
        args = ["a..."]
    plain = "{ return f%s(%s); }" % (dot, ", ".join(args))
    signature = ", ".join(_declared_type(p) for p in h.parameters)
    how = g.pick("plain", "plain", "requires", "detects")
    body = plain
    if how == "requires":
        body = "{ if constexpr (requires { f%s(%s); }) return f%s(%s); else return -1; }" % (dot, ", ".join(args), dot, ", ".join(args))
    if how == "detects" and not dot:
        can = g.name("C", local=False)
        g.globals.append(Node("decl", "detector",
                              "template <class F, class = void> struct %s { static constexpr bool value = false; };\n"
                              "template <class F> struct %s<F, decltype((void)(*(const F *)nullptr)(%s))> { static constexpr bool value = true; };"
                              % (can, can, ", ".join("valueOf<%s>()" % _declared_type(p) for p in h.parameters)), defines=[can]))
        g.flags.add("value")
        body = "{ if constexpr (%s<F>::value) return f(%s); else return -1; }" % (can, ", ".join(args))
    g.globals.append(Node("decl", "through_template", head + body, defines=[apply]))
    return lambda a: ["%s(%s{}" % (apply, kind), *[p for n in a for p in (", ", n)], ")"]


def _declared_type(parameter):
    return re.sub(tree.NAME.pattern + "(?!::)", "", parameter.text).strip()


def in_lambda(g, h):
    """Written where it is called."""
    how = g.pick("[&]", "[=]", "[&]", "[]")
    return lambda a: ["%s(%s) -> %s " % (how, h.declared, h.type), *h.body, "(", *join(a), ")"]


def overloaded(g, h):
    """Another function of that name takes something else."""
    g.globals.append(Node("decl", "overload", "__device__ int %s(%s) { return 1; }" % (h.name, ", ".join(["double"] * (len(h.parameters) + 1))), defines=[]))
    return free(g, h)


FORMS = ((free, 6), (static_member, 1.5), (functor, 1.5), (with_number, 1), (with_type, 1), (through_macro, 1),
         (through_template, 2), (in_lambda, 2), (overloaded, 0.7))


@dataclasses.dataclass
class Core:
    name: str
    type: str
    parameters: list
    names: list
    declared: str
    body: list


def make_helper(g, first=None):
    """A function; its first parameter is of that kind."""
    if g.scope.depth > 5 or len(g.helpers) > 5 or not g.scope.calls:
        return None
    count = g.between(1, 4)
    known = [(p, 4 * w if p is read_only and g.written else w) for p, w in PARAMETERS if not is_unread(g) or p in FROM_UNREAD]
    makers = g.random.choices([p for p, _ in known], [w for _, w in known], k=count)
    makers[:1] = [first or makers[0]]
    names = [g.name("a") for _ in makers]
    parameters = [maker(g, name) for maker, name in zip(makers, names)]
    form = free if is_unread(g) else g.random.choices([f for f, _ in FORMS], [w for _, w in FORMS])[0]
    if aliased in makers and form in (through_template, through_macro):
        form = free
    kind = g.pick("int", "int", "int", "unsigned", "short", "long long")
    unrestricted(g, parameters)
    explicit = g.explicit
    body = function_body(g, parameters)
    declared = [p.text for p in parameters]
    if makers[-1] in (by_value, small_number, equal_number) and form not in (through_template, through_macro):
        if g.chance(0.4):
            declared[-1] += " = " + default_argument(g)
            parameters[-1].optional = True
    names = [n for p, name in zip(parameters, names) for n in p.names or (name,)]
    core = Core(g.name("f", local=False), kind, parameters, names, ", ".join(declared), body)
    helper = Helper(form(g, core), parameters, g.scope.group, g.scope.block, g.scope.active, explicit=g.explicit - explicit)
    if form is in_lambda:
        helper.names = names
    elif not any(p.make is None for p in parameters) and g.scope.kernel:
        helper.plain = all(m in (by_value, equal_number, small_number, by_const_reference) for m in makers)
        g.helpers.append(helper)
    return helper


def default_argument(g):
    """A number, or a call of another function."""
    if g.chance(0.4):
        return g.pick("1", "2", "3")
    return "".join(p if isinstance(p, str) else p.text() for p in elsewhere(g))


def elsewhere(g):
    """A call of a plain function with numbers, which stands where no statement does."""
    plain = [h for h in g.helpers if h.plain and not h.explicit and (g.scope.block or not h.block)]
    waiting = [h for h in plain if h.block]
    helper = g.one_of(waiting if waiting and g.chance(0.3) else plain) if plain and g.chance(0.7) else one_line(g)
    return helper.call([Node("int", "number", "1") for _ in helper.parameters])


def one_line(g):
    """A function that says one thing about a number, mostly of the warp."""
    name, a, explicit = g.name("f", local=False), g.name("a"), g.explicit
    parameter = Parameter("int " + a, g.integer, lambda s: s.vars.append(Var(a, writable=False)))
    with g.inner() as scope:
        scope.vars, scope.arrays, scope.groups, scope.kernel, scope.calls, scope.loop, scope.counter, scope.board = [], [], [], False, False, 0, None, None
        parameter.enter(scope)
        value = g.make("int", lambda: Node("int", "variable", a))
        if g.chance(0.6):
            before, behind = g.pick((g.lanes.popc + "(__ballot(", "))"), ("__any(", ")"), ("__all(", ")"))
            value = Node("int", "vote", before, value, behind)
    word, barrier = g.pick("", "static ", "inline "), g.scope.block and g.chance(0.2)
    g.globals.append(Node("decl", "one_line", "__device__ %sint %s(int %s) { %sreturn " % (word, name, a, "__syncthreads(); " if barrier else ""), value, "; }",
                          defines=[name, a]))
    helper = Helper(lambda given: [name, "(", *join(given), ")"], [parameter], g.scope.group, barrier, g.scope.active, plain=True,
                    explicit=g.explicit - explicit)
    g.helpers.append(helper)
    return helper


def function_body(g, parameters):
    outer, fuel = g.scope, g.fuel
    g.scope = Scope()
    for name in ("active", "group", "block", "grid", "repeated", "depth"):
        setattr(g.scope, name, getattr(outer, name))
    g.scope.kernel, g.scope.returns, g.scope.loop, g.scope.calls = False, "7", 0, g.chance(0.4)
    if g.file_scope and g.chance(0.5):
        g.scope.arrays.append(g.file_scope)
    for parameter in parameters:
        parameter.enter(g.scope)
    g.fuel = g.between(6, 22)
    result = g.name()
    g.scope.vars.append(Var(result))
    first = Node("fixed", "declare", "int %s = %d;" % (result, g.between(0, 3)), defines=[result])
    asks = None
    if g.scope.board and g.written and g.chance(0.5):  # what a lane said
        from .patterns import board_read
        asked = g.by(board_read, "cond")
        asks = Node("stmt", "ask", "if (", asked.node, ") %s += %s(__ballot(" % (result, g.lanes.popc), g.integer(), "));")
    arrays = [a for a in g.scope.arrays if a.form == "flat" and not a.suffix]
    if g.scope.block and arrays and g.chance(0.1):  # what each thread has to say, and what another one said
        array = g.one_of(arrays)
        made = [Node("stmt", "say", array.name, "[", memory.own(g), "] = ", g.integer(), ";"), Node("stmt", "barrier", "__syncthreads();"),
                Node("stmt", "hear", "%s += " % result, array.name, "[", memory.index(g, array), "];")]
    elif len({a.of for a in arrays}) < len(arrays) and g.chance(0.3):  # the same memory by two names
        from .names import two_names
        made = [n for n in [g.by(two_names, "stmt")] if n]
    else:
        made = statements.statements(g, g.between(1, 4))
    if asks:
        made.insert(0, asks)
    elif g.scope.block and g.chance(0.13):  # a function of the whole block
        made.insert(g.between(0, len(made)), Node("stmt", "barrier", "__syncthreads();"))
    value = g.integer() if g.chance(0.5) else Node("int", "variable", result)
    g.scope, g.fuel = outer, fuel - 4
    return ["{\n", first, "\n", made, "\nreturn ", value, ";\n}\n"]


def arguments(g, helper):
    given = []
    for parameter in helper.parameters:
        if parameter.optional and g.chance(0.6):
            break
        argument = parameter.make()
        if argument is None:
            return None
        given.append(argument)
    return given


@production("int", 3, "functions")
def call(g):
    return call_of(g)


def call_of(g, first=None):
    helper = make_helper(g, first)
    given = helper and arguments(g, helper)
    return Made(*helper.call(given), defines=helper.names) if given is not None else None


@production("int", 1.5, "functions")
def call_again(g):
    """Where the lanes that it was made for are: or not, which is up to what is in it."""
    fits = [h for h in g.helpers if h.plain and (h.group <= g.scope.group or not h.explicit and g.chance(0.1)) and (g.scope.block or not h.block)]
    if not fits or not g.scope.calls:
        return None
    helper = g.random.choice(fits)
    g.explicit += helper.explicit
    given = arguments(g, helper)
    return Made(*helper.call(given), defines=helper.names) if given is not None else None


@production("int", 1.2, "functions")
def short_call(g):
    """A function of one line, called here and there."""
    if not g.scope.calls:
        return None
    helper = one_line(g)
    with g.inner(calls=False):
        argument = g.integer()
    return Made(*helper.call([argument]))


@production("stmt", 0.6, "functions")
def initialised_by_call(g):
    """A member whose initialiser calls a function wherever an object is made."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or not g.scope.calls:
        return None
    kind, member, name = g.name("T", local=False), g.name("m", local=False), g.name("o")
    g.globals.append(Node("decl", "initialised", "struct %s { int %s = " % (kind, member), *elsewhere(g), "; };", defines=[kind, member]))
    return Made("%s %s;\n%s += %s.%s;" % (kind, name, target.name, name, member), defines=[name])


@production("stmt", 2, "functions")
def call_statement(g):
    helper = make_helper(g)
    given = helper and arguments(g, helper)
    if given is None:
        return None
    target = g.variable(lambda v: v.role == "data" and v.writable)
    before = "%s %s " % (target.name, g.pick("+=", "=", "^=")) if target and g.chance(0.7) else "(void)"
    return Made(before, *helper.call(given), ";", defines=helper.names)


@production("stmt", 0.8, "functions")
def with_destructor(g):
    """An object whose destructor does it, where its scope ends."""
    if g.scope.depth > 5:
        return None
    target = g.variable(lambda v: v.role == "data" and v.writable and v.type == "int")
    if not target:
        return None
    kind, p, o = g.name("T", local=False), g.name("q"), g.name("o")
    inner = g.name("v")
    parameter = Parameter("", None, lambda s: s.vars.append(Var("(*%s)" % p, "int", "data")))
    body = function_body(g, [parameter])
    cut = [b for b in body]
    cut[-3:] = ["\n*%s += " % p, cut[-2], ";\n}\n"]
    # A destructor returns nothing.
    text = Node("decl", "destructor", "struct %s { int *%s; __device__ ~%s() " % (kind, p, kind), *cut, "};", defines=[kind, p, inner])
    for node in text.walk():
        node.parts = [part.replace("return 7", "return") if isinstance(part, str) else part for part in node.parts]
    g.globals.append(text)
    return Made("%s %s{&%s};" % (kind, o, target.name), defines=[o])


@production("stmt", 0.8, "functions")
def named_lambda(g):
    """A lambda in a variable; called here and there."""
    if g.scope.depth > 5:
        return None
    name, argument, q = g.name("l"), g.name("a"), g.name("q")
    capture = g.pick("[&]", "[=]", "[&, %s = " % q)
    extra = g.integer() if capture.endswith("= ") else None
    with g.inner(returns="7", loop=0, kernel=g.scope.kernel, boundary=True) as scope:
        if capture == "[=]":
            scope.vars = [_copied(v) for v in scope.vars if v.role != "start"]
        scope.vars.append(Var(argument))
        if extra:
            scope.vars.append(Var(q, writable=False))
        made, value = statements.statements(g, g.between(1, 2)), g.integer()
    helper = Helper(lambda a: [name, "(", *join(a), ")"], [Parameter("int " + argument, g.integer, None)],
                    g.scope.group, g.scope.block, g.scope.active)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    head = ["auto %s = %s" % (name, capture), extra, "]"] if extra else ["auto %s = %s" % (name, capture)]
    tail = ["\n%s += %s(" % (target.name, name), g.integer(), ");"] if target else []
    return Made(*head, "(%s %s) " % (g.pick("int", "auto"), argument), "{\n", made, "\nreturn (int)(", value, ");\n};", *tail,
                defines=[name, argument, q])


def _copied(var):
    copy = Var(var.name, var.type, var.role, False, var.range, var.num, var.alias)
    copy.own, copy.lane = var.own, var.lane
    copy.cond = var.cond
    return copy
