"""Handles of groups: of blocks and tiles, of sizes that are known or asked for, copied, shadowed.

Which lanes a group waits for is known (Group.span), so that most programs wait where all of them are; what
is asked of a group is a number whose value is known (kind 'num').
"""

import re

import tree
from core import Group, Made, Var, production
from tree import Node

from . import conditions, numbers

SIZES = (2, 4, 8, 8, 16, 16, 32, 32, 32, 1)
SHADOWING = ("tile", "block", "warp", "part")


def prefix(g):
    """The namespace: by its name, or by one that the program gives it."""
    if g.prefix is None:
        g.prefix = "cooperative_groups"
        if g.chance(0.5):
            g.prefix = g.name("cg", local=False)
            g.globals.insert(0, Node("decl", "namespace", "namespace %s = cooperative_groups;" % g.prefix, defines=[g.prefix]))
    return g.prefix


def comes(g, group):
    """Whether all whom the group waits for come here, each time."""
    if group.span <= Group.BLOCK:
        return g.scope.block and (g.scope.grid or group.span == Group.BLOCK)
    return g.scope.group >= group.span and (g.scope.loop == 0 or g.chance(0.3))


def handle(g, fits=lambda h: True):
    found = [h for h in g.scope.groups if fits(h)]
    return g.one_of(found) if found else None


def waiting(g, fits=lambda h: True):
    """One that may be waited for here; who calls must bring its lanes."""
    found = handle(g, lambda h: fits(h) and comes(g, h))
    if found:
        g.explicit += 1
    return found


def block_group(g, name):
    return Group(name, "block", Group.BLOCK, ranks(g, g.shape.threads), [g.shape.threads] * len(g.shape.everyone()), "thread_block")


def ranks(g, size):
    return g.shape.each(lambda b, x, y, z: (x + g.shape.x * (y + g.shape.y * z)) % size)


def sizes(g, size, trimmed):
    """Of tiles: the last of a block is smaller, where that is looked at."""
    threads = g.shape.threads
    left = lambda t: min(size, threads - t // size * size) if trimmed else size
    return g.shape.each(lambda b, x, y, z: left(x + g.shape.x * (y + g.shape.y * z)))


def tile_group(g, name, size, kind):
    word = "thread_group" if kind == "any" else "thread_block_tile<%d>" % size
    return Group(name, kind, size, ranks(g, size), sizes(g, size, kind == "any"), word)


def declared(g, group, text, words):
    """The statement; sometimes its name hides an outer one."""
    group.home = g.scope
    outer = [g.called.get(h.name) for h in g.scope.groups if h.home is g.scope]
    used = tree.names_in(" ".join(part if isinstance(part, str) else part.text() for part in text))
    free = [name for name in SHADOWING if name not in outer and name not in {g.called.get(u) for u in used}]
    if free and g.chance(0.3):
        shown = g.called[group.name] = g.pick(*free)
        g.scope.groups = [h for h in g.scope.groups if g.called.get(h.name) != shown]
    g.scope.groups.append(group)
    before, behind = g.pick((" = ", ";"), (" = ", ";"), (" = ", ";"), ("(", ");"), ("{", "};"))
    if "&" in words:
        before, behind = " = ", ";"
    return Made("%s %s%s" % (words, group.name, before), *text, behind, defines=[group.name])


def parent_block(g):
    """The text of the block: a handle, or made on the spot."""
    found = handle(g, lambda h: h.kind == "block")
    return found.name if found and g.chance(0.8) else "%s::this_thread_block()" % prefix(g)


@production("stmt", 1, "groups")
def block_handle(g):
    group = block_group(g, g.name("b"))
    kind = "%s::thread_block" % prefix(g)
    return declared(g, group, ("%s::this_thread_block()" % prefix(g),), g.pick("auto", "auto", "const auto", kind, "const %s" % kind, "const %s &" % kind))


@production("stmt", 1.5, "groups")
def fixed_tile(g):
    """Of the block, or of a larger tile."""
    size = g.pick(*g.lanes.sizes(*SIZES))
    parent = handle(g, lambda h: h.kind == "tile" and h.span > size)
    of = parent.name if parent and g.chance(0.5) else parent_block(g)
    group = tile_group(g, g.name("e"), size, "tile")
    kind = "%s::thread_block_tile<%d>" % (prefix(g), size)
    words = g.pick("auto", "auto", "const auto", kind, "const %s" % kind)
    group.general = kind in words
    return declared(g, group, ("%s::tiled_partition<%d>(%s)" % (prefix(g), size, of),), words)


@production("stmt", 3, "groups")
def tile_of_size(g):
    """Its size is an argument: a number, a name, or computed."""
    size = g.pick(*g.lanes.sizes(*SIZES))
    parent = handle(g, lambda h: h.kind == "any" and h.span >= size and h.rank)
    of = parent.name if parent and g.chance(0.5) else parent_block(g)
    group = tile_group(g, g.name("e"), size, "any")
    before, text = size_text(g, size)
    kind = "%s::thread_group" % prefix(g)
    found = "::" not in of and g.chance(0.1)  # by the namespace of its argument
    made = declared(g, group, ("%stiled_partition(%s, %s)" % ("" if found else prefix(g) + "::", of, text),), g.pick("auto", "auto", "const auto", kind, kind, "const %s" % kind))
    made.parts = (*before.parts, *made.parts)
    made.defines = [*made.defines, *before.defines]
    return made


def size_text(g, size):
    """(a statement before, the size)"""
    how = g.weighted(number=8, const=1, variable=1, computed=1, macro=0.5, enumerator=0.5)
    name = g.name("n", local=how != "macro")
    if how == "const":
        return Made("%s %s = %d;\n" % (g.pick("const int", "constexpr unsigned"), name, size), defines=[name]), name
    if how == "variable":
        return Made("unsigned %s = %d;\n" % (name, size), defines=[name]), name
    if how == "computed":
        return Made(), g.pick("%d / %d" % (2 * g.warp, 2 * g.warp // size), "1 << %d" % (size.bit_length() - 1), "0x%x" % size, "%du" % size, "(%d)" % size, "min(%d, %d)" % (size, g.warp))
    if how == "macro":
        return Made("\n#define %s %d\n" % (name, size), defines=[name]), name
    if how == "enumerator":
        return Made("enum { %s = %d };\n" % (name, size), defines=[name]), name
    return Made(), str(size)


@production("stmt", 1.2, "groups")
def copied_handle(g):
    """By value, as a reference, or under the name of a group of any kind."""
    old = handle(g)
    if not old or not old.type:
        return None
    name = g.name("e")
    general = old.kind != "any" and old.general and g.chance(0.4)
    kind = "any" if general else old.kind
    group = Group(name, kind, old.span, old.rank, old.size, "thread_group" if general else old.type)
    word = "%s::%s" % (prefix(g), group.type)
    words = (word, "const " + word, "const %s &" % word) if general else ("auto", "const auto", "auto &", "const auto &", word, "const %s &" % word)
    words = g.pick(*words)
    group.general = general or old.general or word in words
    return declared(g, group, (old.name,), words)


@production("stmt", 0.6, "groups")
def one_of_two(g):
    """Which of two groups it is, an argument says."""
    tiles = [h for h in g.scope.groups if h.kind == "any" and h.rank and h.span > 0]
    if len(tiles) < 2:
        return None
    first, second = g.random.sample(tiles, 2)
    cond = conditions.same_in_block(g) if g.chance(0.7) else conditions.Cond(Node("cond", None, "n > 2"), same=True)
    group = Group(g.name("e"), "any", max(first.span, second.span), type="thread_group")
    return declared(g, group, ("(", cond.node, " ? %s : %s)" % (first.name, second.name)), g.pick("auto", "%s::thread_group" % prefix(g)))


# --- what is asked ----------------------------------------------------------------

def asked(g, group):
    """(text, type, values) of a question to a group."""
    how = g.weighted(rank=5, size=3, meta=1.5 if group.kind == "tile" else 0, free=0.5)
    text, word, values = question(g, group, how)
    if g.lanes.is_wide and word != "unsigned":  # HIP counts in 32 bits
        return "(unsigned)" + text, "unsigned", values
    return text, word, values


def question(g, group, how):
    if how == "meta":
        kind = g.pick("rank", "size")
        return "%s.meta_group_%s()" % (group.name, kind), "unsigned", None
    if how == "size":
        return "%s.%s()" % (group.name, g.pick("size", "size", "num_threads")), group.word, group.size
    if how == "free":
        return "%s::thread_rank(%s)" % (prefix(g), group.name), group.word, group.rank
    return "%s.thread_rank()" % group.name, group.word, group.rank


@production("num", 1.5, "groups")
def group_number(g):
    """The rank in a group, or its size: of 64 bits where its kind is not known."""
    group = handle(g, lambda h: h.rank)
    if not group:
        return None
    text, kind, values = asked(g, group)
    number = values and numbers.Number(Node("num", None, text), kind, values)
    return numbers.cast(number, g.pick("int", "int", "unsigned", "short")) if number and g.chance(0.3) else number


@production("int", 2.5, "groups")
def group_asked(g):
    """Arithmetic that tells 64 bits from 32, signed from unsigned."""
    group = handle(g)
    if not group:
        return None
    text = asked(g, group)[0]
    k = str(g.pick(1, 1, 2, 3, 5, g.warp - 1, g.warp))
    named = g.variable(lambda v: v.role == "same") or Var("m")
    form = g.pick("(X - K > 0xffffffffu)", "(X + 0xffffffffu > K)", "((long long)(X - K) < 0)", "(int)((S > 3 ? X : -1) >> 8)", "((S & 1 ? X : -1) < 0x100000000ull)",
                  "((X - K) / 1ll > 5)", "((float)(X - K) > 1e10f)", "((X - K) * 1.0 > 1e10)", "(X - K > S)", "(X == S)", "(int)(S - X)", "(int)((S - X) / 2)",
                  "(int)(S * X)", "(int)(X + (S, K))", "(int)((X > K) + X)", "(int)X / -2", "(int)(X / -2)", "(X < -K)", "(int)((X - K) % 7)", "(int)[&] { return X - K; }() / 2",
                  "(int)X", "(X < K)", "(X == K)", "(X - K < 3)", "(int)((X - K) >> 1)", "(int)(-X >> 3)", "(int)((X << 28) >> 30)",
                  "(int)((X - K) / 2)", "(int)sizeof(X)", "(int)(X * 3 + K)", "(~X > 100)", "(int)min((unsigned long long)X, 3ull)", "(int)(X % K)", "(1 << (X & 7))",
                  "(X + -1 < 4)", "(int)((X * 0x40000000) >> 31)", "(X > -1)", "(int)(X * K)", "((int)X - K)", "(X ? K : 3)", "(int)(X + K)",
                  "(int)(K - X)", "(X / 2 < K)", "(K + X * 2)", "(!X)", "(int)(X | K)", "(X >= K && X < 20)", "max((int)X, K)", "(X != K - 1)",
                  "(int)(X & (K - 1))", "__popcll(X - K)", "__popc(X)", "abs((int)X - K)", "((X + K) % 8 == 0)")
    words = {"X": text, "K": k, "S": named.name if named.name in ("n", "m") and g.scope.kernel else "7"}
    return re.sub(r"\b[XKS]\b", lambda m: words[m.group(0)], form)


@production("stmt", 1.5, "groups")
def rank_variable(g):
    group = handle(g)
    if not group:
        return None
    text, kind, values = asked(g, group)
    if values and g.chance(0.6):
        return numbers.declare(g, numbers.Number(Node("num", None, text), kind, values), g.pick(None, "int", kind))
    name = g.name()
    if g.chance(0.7):
        g.scope.vars.append(Var(name, "int", "data"))
        kind = g.pick("int", "int", "unsigned", "long long", "unsigned long long", "bool", "short")
        return Made("%s %s = %s%s;" % (kind, name, text, g.pick("", "", " - 1", " * 2", " + 1", " / 2", " == 0 ? -1 : 3")), defines=[name])
    target = g.variable(lambda v: v.role == "data" and v.writable)
    tail = g.pick(" - 2", "", " * 3", " >> 1")
    return target and Made("auto %s = %s%s;\n%s += (int)(%s >> 1);" % (name, text, tail, target.name, name), defines=[name])


@production("stmt", 0.6, "groups")
def overloads_of_rank(g):
    """Functions that tell types apart are given a rank."""
    group = handle(g)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not group or not target:
        return None
    text, name = asked(g, group)[0], g.name("f", local=False)
    made = g.pick("__device__ int {f}(unsigned v) { return 1 + (v > 2); }\n__device__ int {f}(unsigned long long v) { return 4 + (v > 2); }",
                  "__device__ int {f}(unsigned v) { return 1 + (int)v; }\n__device__ int {f}(unsigned long long v) { return (int)(v >> 1); }",
                  "template <class T> __device__ int {f}(T v) { return (int)((v - 1) >> 1); }",
                  "template <class T> __device__ int {f}(const T &v) { return sizeof(v); }", "__device__ int {f}(int v) { return v - 1; }",
                  "__device__ int {f}(long long v) { return v - 3 < 0; }", "__device__ int {f}(unsigned long long v) { return (int)(v >> 31); }")
    g.globals.append(Node("decl", "overloads", made.replace("{f}", name), defines=[name]))
    return "%s += %s(%s%s);" % (target.name, name, text, g.pick("", "", " - 1", " * 2", " + 1"))


@production("stmt", 0.8, "groups")
def handle_in_head(g):
    """A group that only a condition, or a loop, has."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not target:
        return None
    name, other, size, parent = g.name("e"), g.name("e"), g.pick(*g.lanes.sizes(*SIZES)), parent_block(g)
    made = g.pick("%s::tiled_partition(%s, %d)" % (prefix(g), parent, size), "%s::tiled_partition<%d>(%s)" % (prefix(g), size, parent))
    head = g.pick("if (auto E = T; E.thread_rank() < 4)", "for (auto E = T; C & 3; C++)", "switch (auto E = T; E.thread_rank() & 1) case 0:",
                  "for (auto E = T, F = E; C & 1; C ^= 1)")
    asked_of = g.pick("4 * (int)E.thread_rank()", "4 * (int)E.size()", "4 * (E.thread_rank() - 1 < 3)")
    words = {"C": target.name, "E": name, "T": made, "F": other}
    return Made(re.sub(r"\b[CETF]\b", lambda m: words[m.group(0)], head + " C += %s;" % asked_of), defines=[name, other])


@production("stmt", 1, "groups")
def by_rank(g):
    """A loop over an array in strides of the group's size, or over halves of it."""
    group = handle(g, lambda h: h.rank)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not group or not target:
        return None
    i, word = g.name("i"), g.pick("int", "unsigned", "auto")
    if g.chance(0.5):
        return Made("for (%s %s = %s.thread_rank(); %s < 64; %s += %s.size()) %s += in[gid + %s];"
                    % (word, i, group.name, i, i, group.name, target.name, i), defines=[i]) if g.scope.kernel else None
    return Made("for (%s %s = %s.size() / 2; %s > 0; %s /= 2) if (%s.thread_rank() < %s) %s += (int)%s;"
                % (word, i, group.name, i, i, group.name, i, target.name, i), defines=[i])
