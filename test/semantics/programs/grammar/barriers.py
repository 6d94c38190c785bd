"""Block barriers that threads reach separately (kind 'stmt'): legal where barriers count warps, as before Volta.

Lanes that are elsewhere do not hold such a barrier, so each of these ends in lockstep. What they leave is the same there
whichever warp is first, as long as warps do not look at each other's memory."""

from core import Made, production
from tree import Node

from . import conditions, numbers
from .collectives import behind, one_operation, reduction
from .loops import again, inside
from .memory import lane, own
from .statements import statements

WAIT = "__syncthreads();"


def may_wait(g):
    """Where all threads come; now and then elsewhere, too."""
    return g.scope.kernel and (g.scope.block or g.chance(0.1))


def data(g):
    return g.variable(lambda v: v.role == "data" and v.writable)


def after(g, target):
    """What all lanes do behind it, where those that are early wait if the rewrite makes them."""
    if g.chance(0.4) and g.scope.group == g.warp:
        made = g.by(reduction, "stmt")
        if made:
            return ["\n", made]
    return behind(g, target) if g.chance(0.7) else []


def some(g, most=2, **changes):
    """Up to so many statements, in a scope of their own."""
    with g.inner(**changes):
        made = statements(g, g.between(0, most))
    return [made, "\n"] if made else []


def asked(g, i):
    """A condition on data that is equal for all that have the same i."""
    return ["in[(%s * %d + %d) & 63] %s" % (i, g.pick(1, 3, 7), g.between(0, 9), g.pick("% 3 == 0", "& 1", "> 9", "& 3", "< 20"))]


@production("stmt", 1.6, "barriers")
def group_loop(g):
    """Groups of lanes with iterations of their own, of which some pass the barrier by."""
    target = data(g)
    sizes = [w for w in (4, 8, 8, 16, 16) if w <= g.scope.group]
    if not target or not sizes or not may_wait(g):
        return None
    size, i, found = g.pick(*sizes), g.name("i"), g.name("m")
    bits = size.bit_length() - 1
    bound = g.pick(str(g.between(5, 40)), "%d + (n & 15)" % g.between(3, 20), "%d + (in[1] & 7)" % g.between(3, 20))
    head = ["for (int %s = " % i, own(g), " >> %d; %s < %s; %s += %d) {\n" % (bits, i, bound, i, max(1, g.shape.threads // size))]
    with g.inner(**inside(g, group=size, block=False)):
        first = some(g, 1)
        said, cond = [], asked(g, i)
        if g.chance(0.5):  # what one of the group has found
            said = ["%s %s = __ballot(" % (g.lanes.mask, found), conditions.of_data(g).node, ");\n%s = (%s >> (" % (found, found), lane(g),
                    " & ~%d)) & %d;\n" % (size - 1, (1 << size) - 1)]
            cond = ["%s != 0" % found]
        own_way = g.chance(0.2)  # lane by lane
        if own_way:
            cond = [g.integer(), g.pick(" & 1", " > 8")]
        told = "%s += %s;\n" % (target.name, found if said else i) if g.chance(0.5) else ""
        leave = ["if (", *cond, ") {\n%s%s;\n}\n" % (told, g.pick("continue", "continue", "continue", "break"))]
        rest = some(g, 1, **({"group": 1} if own_way else {}))
        last = some(g, 1, **({"group": 1} if own_way else {}))
    return Made(*head, *first, *said, *leave, *rest, WAIT, "\n", *last, "}", *after(g, target), defines=[i, found])


@production("stmt", 1.6, "barriers")
def lane_loop(g):
    """From the thread's own number to a bound that no warp is a part of; or to one for each row."""
    target = data(g)
    if not target or not may_wait(g):
        return None
    i = g.name("i")
    row = "(int)threadIdx.y" if g.shape.y > 1 else "(int)threadIdx.x / %d" % g.warp
    start, step = g.pick(([own(g)], str(g.shape.threads)), (["(int)threadIdx.x"], "blockDim.x"), ([lane(g)], str(g.warp)))
    bound = g.pick(str(g.between(5, 90)), "40", "(n & 31) + 9", "min(m & 63, 40)", "(in[blockIdx.x] & 63)", "%d + %d * (%s)" % (g.between(5, 40), g.pick(8, 13), row),
                   "(in[%s] & 63)" % row, "(in[%s] & 31) + %d" % (row, g.between(1, 20)))
    with g.inner(**inside(g, group=1, block=False)):
        first, last = some(g, 1), some(g, 1)
    adds = "%s += in[%s & 63];\n" % (target.name, i) if g.chance(0.7) else ""
    return Made("for (int %s = " % i, *start, "; %s < %s; %s += %s) {\n" % (i, bound, i, step), adds, *first, WAIT, "\n", *last, "}", *after(g, target),
                defines=[i])


@production("stmt", 1, "barriers")
def in_both_arms(g):
    target = data(g)
    if not target or not may_wait(g):
        return None
    cond = conditions.condition(g)
    arms = []
    for each in (cond, cond.negated()):
        with g.inner(**{**conditions.narrowed(g, each), "block": False}):
            arms.append([*some(g, 1), WAIT, "\n", *some(g, 1)])
    second = [" else {\n", *arms[1], "}"] if g.chance(0.7) else []
    return Made("if (", cond.node, ") {\n", *arms[0], "}", *second, *after(g, target))


@production("stmt", 1, "barriers")
def left_before(g):
    """A break or a continue in front of a barrier."""
    target = data(g)
    if not target or not may_wait(g):
        return None
    i, cond = g.name("i"), again(g)
    changes = conditions.narrowed(g, cond.negated())
    with g.inner(**inside(g, **{**changes, "block": False})):
        first, rest, last = some(g, 1), some(g, 1), some(g, 1)
    return Made("for (int %s = 0; %s < %d; ++%s) {\n" % (i, i, g.pick(2, 3), i), *first, "if (", cond.node, ") %s;\n" % g.pick("break", "continue"), *rest,
                WAIT, "\n", *last, "}", *after(g, target), defines=[i])


@production("stmt", 1, "barriers")
def helper_of_groups(g):
    """A function with a barrier, called by a part of each warp, or as often as each group wants."""
    target = data(g)
    if not target or not may_wait(g) or g.scope.repeated:
        return None
    f, v, times, i = g.name("f", local=False), g.name("v"), g.name("a"), g.name("i")
    size = g.pick(8, 16)
    step = g.pick("%s += __shfl_xor(%s, 1, %d);" % (v, v, size), "%s += __any(%s > 9);" % (v, v), "%s ^= %s(__ballot(%s & 1));" % (v, g.lanes.popc, v), "%s += %s;" % (v, i))
    parts = [step, WAIT] if g.chance(0.6) else [WAIT, step]
    g.globals.append(Node("decl", "helper_of_groups", "__device__ %sint %s(int %s, int %s) {\nfor (int %s = 0; %s < %s; ++%s) {\n%s\n}\nreturn %s;\n}"
                          % (g.pick("", "__noinline__ ", "inline "), f, v, times, i, i, times, i, "\n".join(parts), v), defines=[f, v, times, i]))
    count = g.pick(["1 + (", own(g), " >> %d) %% 3" % (size.bit_length() - 1)], ["(in[", own(g), " >> %d] & 3)" % (size.bit_length() - 1)], ["(", g.integer(), " & 3)"], ["2"])
    call = ["%s += %s((int)" % (target.name, f), g.integer(), ", ", *count, ");"]
    if g.chance(0.6):
        call = ["if (", conditions.on_number(g).node, ") ", *call]
    return Made(*call, *after(g, target))


@production("stmt", 0.7, "barriers")
def vote_of_some(g):
    """__syncthreads_count and its like, by the threads that a condition lets through."""
    target = data(g)
    if not target or not may_wait(g):
        return None
    name = lambda: g.pick("__syncthreads_count", "__syncthreads_or", "__syncthreads_and")
    cond = conditions.condition(g)
    with g.inner(group=1, block=False):
        first, second = ["%s += !!%s(" % (target.name, name()), g.integer(), " & 1);"], ["%s ^= !!%s(" % (target.name, name()), g.integer(), " > 3);"]
    return Made("if (", cond.node, ") ", *first, *([" else ", *second] if g.chance(0.6) else []), *after(g, target))


# --- locks and flags ---------------------------------------------------------------

def critical(g):
    """What is done under a lock: a sum, whose order does not show. None where no counter is known."""
    at = "((volatile int *)%s)[%d]" % (g.scope.counter, 16 + g.between(0, 7))
    return ["%s = %s + (" % (at, at), g.integer(), ");\n"]


def lock(g):
    name = g.name("n", local=False)
    g.globals.append(Node("decl", "lock", "__device__ int %s;" % name, defines=[name]))
    return name


@production("stmt", 0.8, "locks")
def lock_of_leader(g):
    """One lane of each warp waits for the others' leaders; its own warp waits behind it."""
    target = data(g)
    if not target or not g.scope.kernel or not g.scope.counter or g.scope.repeated:
        return None
    name, leader = lock(g), g.pick(0, 0, 5)
    with g.inner(group=1, block=False):
        work = critical(g)
    wait = g.pick("while (atomicCAS(&%s, 0, 1) != 0) ;", "do { } while (atomicCAS(&%s, 0, 1));", "while (atomicExch(&%s, 1)) ;") % name
    return Made("if (", lane(g), " == %d) {\n%s\n__threadfence();\n" % (leader, wait), *work, "__threadfence();\natomicExch(&%s, 0);\n}" % name, *after(g, target))


@production("stmt", 0.8, "locks")
def lock_of_all(g):
    """Each lane takes the lock once; the loop goes round until it has."""
    target = data(g)
    if not target or not g.scope.kernel or not g.scope.counter or g.scope.repeated:
        return None
    name, done = lock(g), g.name("b")
    with g.inner(group=1, block=False):
        work = critical(g)
    loop = g.pick("while (!%s) {\n", "while (__any(!%s)) {\n") % done
    mine = g.pick("atomicCAS(&%s, 0, 1) == 0", "!atomicExch(&%s, 1)") % name
    return Made("bool %s = false;\n" % done, loop, "if (!%s && %s) {\n__threadfence();\n" % (done, mine), *work,
                "__threadfence();\n%s = true;\natomicExch(&%s, 0);\n}\n}" % (done, name), *after(g, target), defines=[done])


@production("stmt", 0.8, "locks")
def flags_of_warp(g):
    """The first warp tells the others, lane by lane."""
    target = data(g)
    if not target or not g.scope.kernel or not g.scope.block or g.scope.repeated or g.shape.threads <= g.warp:
        return None
    flag, cell, at = g.name("q"), g.name("s"), g.name("k")
    warp = ["(", own(g), " >> %d)" % g.lanes.log]
    with g.inner(block=False):
        said = ["%s[" % cell, lane(g), "] = ", g.integer(), ";\n"]
        first = one_operation(g, target, conditions.Cond(Node("cond", None, "true"), same=True, barriers=False)) if g.chance(0.5) else []
        last = one_operation(g, target, conditions.Cond(Node("cond", None, "true"), same=True, barriers=False)) if g.chance(0.6) else []
    other = g.pick("", " ^ 1", " ^ %d" % (g.warp // 2))
    return Made("__shared__ volatile int %s[%d], %s[%d];\nif (" % (flag, g.warp, cell, g.warp), own(g), " < %d) %s[" % (g.warp, flag), own(g), "] = 0;\n__syncthreads();\nif (",
                *warp, " == 0) {\n", *said, "__threadfence_block();\n%s[" % flag, lane(g), "] = 1;\n", *first, "\n} else {\nconst int %s = (" % at, lane(g), ")%s;\n" % other,
                "while (%s[%s] == 0) ;\n__threadfence_block();\n%s += %s[%s];\n" % (flag, at, target.name, cell, at), *last, "\n}", *after(g, target),
                defines=[flag, cell, at])
