"""Objects with volatile members, and methods that step through them; types that have a name of the program's own."""

from core import Array, Made, production
from tree import Node

from . import memory
from .memory import add, fill, is_one_warp, own, size


@production("storage", 1.3, "classes")
def object_with_methods(g):
    kind, name, d = g.name("T", local=False), g.name("s"), g.name("d", local=False)
    put, get, step = (g.name(n, local=False) for n in ("put", "get", "step"))
    g.globals.append(Node("decl", "class", "%s %s {%s volatile int %s[%d];\n__device__ void %s(int i, int v) { %s[i] = v; }\n__device__ int %s(int i) const { return %s[i]; }\n"
                          "__device__ void %s(int i, int o) { %s[i] %s= %s[i + o]; }\n};"
                          % (*g.pick(("struct", kind, ""), ("class", kind, " public:")), d, size(g), put, d, get, d, step, d, g.pick("+", "+", "^"), d),
                          defines=[kind, d, put, get, step]))
    array = Array("%s.%s" % (name, d), volatile=True, pointer="%s.%s" % (name, d))
    add(g, array)
    g.objects.append((kind, name, put, get, step))
    return Made("__shared__ %s %s;\n" % (kind, name), fill(g, array.name + "[%s]"), defines=[name])


@production("stmt", 7, "classes")
def methods(g):
    """Through the object, a reference or a pointer."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not g.objects or not target or not g.scope.kernel or not is_one_warp(g):
        return None
    g.flags.add("methods")
    kind, name, put, get, step = g.one_of(g.objects)
    alias = g.name("r")
    head, dot = g.pick(("", name + "."), ("", name + "."), ("%s &%s = %s;\n" % (kind, alias, name), alias + "."), ("%s *%s = &%s;\n" % (kind, alias, name), alias + "->"))
    parts = [head]
    for _ in range(g.between(2, 4)):
        parts += g.pick(["%s%s(" % (dot, put), own(g), ", ", g.integer(), ");\n"], ["%s%s(" % (dot, step), own(g), ", %d);\n" % g.pick(1, 2, 4, 8, 16)],
                        ["%s%s(" % (dot, step), own(g), ", %d);\n" % g.pick(1, 2, 4, 8, 16)], ["%s += %s%s(" % (target.name, dot, get), own(g), " ^ %d);\n" % g.pick(1, 2, 4)])
    return Made(*parts, "%s ^= %s%s(" % (target.name, dot, get), own(g), " ^ %d);" % g.pick(1, 2), defines=[alias] if head else [])


@production("stmt", 1.5, "classes")
def typed_tail(g):
    """A tail of elements whose type has a name, which another configuration makes wider."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target or not g.scope.kernel or not g.scope.block or g.scope.repeated:
        return None
    g.flags.add("spelled")
    kind, name, i = g.name("R", local=False), g.name("s"), g.name("i")
    narrow, wide, factor = g.pick(("float", "double", 1000003), ("float", "double", 1000003), ("unsigned char", "int", 1))
    form = g.pick("typedef {word} {name};", "using {name} = {word};")
    arms = [form.format(word=word, name=kind) for word in (wide, narrow)]
    g.globals.append(Node("decl", "spelled", "\n#ifdef ALT\n%s\n#else\n%s\n#endif\n" % tuple(arms), defines=[kind]))
    steps = []
    for d in g.lanes.halves(g.warp):
        if g.chance(0.6):
            steps += ["%s[" % name, own(g), "] += %s[" % name, own(g), " + %d];\n" % d]
    head = [] if is_one_warp(g) else ["if (", own(g), " < %d) " % g.warp]
    return Made("__shared__ volatile %s %s[%d];\nfor (int %s = " % (kind, name, size(g), i), own(g), "; %s < %d; %s += %d) %s[%s] = in[%s] * %d;\n__syncthreads();\n"
                % (i, size(g), i, g.shape.threads, name, i, i, factor), *head, "{\n", *steps, "}\n__syncthreads();\n%s += (int)%s[" % (target.name, name), own(g), "];",
                defines=[name, i])


@production("stmt", 0.8, "classes")
def scan_by_one_thread(g):
    """A function that one thread is meant to do something in."""
    array = g.array(lambda a: a.form == "flat" and a.pointer and not a.suffix and a.low == 0)
    if not array or not g.scope.kernel:
        return None
    f, s, number, before, now, i = (g.name(n, local=n != "f") for n in ("f", "s", "l", "v", "v", "i"))
    asks = g.pick("!%s", "%s == 0", "%s < 1") % number
    text = g.pick("const int %s", "int %s") % number
    g.globals.append(Node("decl", "one_thread", "__device__ void %s(volatile int *%s, %s, const int n) {\nif (%s) {\nint %s = %s[0], %s;\n%s[0] = 0;\n"
                          "for (int %s = 1; %s < n; ++%s) {\n%s = %s[%s];\n%s[%s] = %s + %s[%s - 1];\n%s = %s;\n}\n}\n}"
                          % (f, s, text, asks, before, s, now, s, i, i, i, now, s, i, s, i, before, s, i, before, now),
                          defines=[f, s, number, before, now, i]))
    return Made("%s((volatile int *)%s, " % (f, array.pointer), memory.own(g) if not is_one_warp(g) else memory.lane(g), ", %d);" % g.pick(4, 8, 16))
