"""All blocks of a launch: this_grid(), its barrier, and barriers that programs make of a counter and a loop."""

from core import Group, Made, production
from tree import Node

from . import handles, memory
from .handles import prefix


def of_grid(g):
    """The program is launched with blocks that run together."""
    g.flags.add("grid")
    g.explicit += 1


def all_blocks(g):
    return g.scope.block and g.scope.grid and (g.scope.loop == 0 or g.chance(0.3))


@production("stmt", 1, "grids")
def grid_handle(g):
    of_grid(g)
    rank = g.shape.each(lambda b, x, y, z: b * g.shape.threads + x + g.shape.x * (y + g.shape.y * z))
    group = Group(g.name("e"), "grid", Group.GRID, rank, [2 * g.shape.threads] * len(rank), "grid_group")
    kind = "%s::grid_group" % prefix(g)
    return handles.declared(g, group, ("%s::this_grid()" % prefix(g),), g.pick("auto", "auto", "const auto", kind, "const " + kind))


@production("stmt", 1.5, "grids")
def grid_wait(g):
    if not all_blocks(g):
        return None
    of_grid(g)
    group = handles.handle(g, lambda h: h.kind == "grid")
    name = group.name if group else "%s::this_grid()" % prefix(g)
    return g.pick("%s.sync();" % name, "%s.sync();" % name, "%s::sync(%s);" % (prefix(g), name))


def barrier(g):
    """Text of a wait for all blocks, whatever makes it; None where not all come."""
    if not all_blocks(g):
        return None
    made = grid_wait(g) if g.chance(0.6) else None
    return made or own_barrier(g)


def own_barrier(g):
    """A counter that only grows: all blocks of a round have come when it is past a multiple of their number."""
    of_grid(g)
    count, ticket = g.name("n", local=False), g.name("i")
    g.globals.append(Node("decl", "counter", "__device__ unsigned %s;" % count, defines=[count]))
    poll = g.pick("*(volatile unsigned *)&%s" % count, "*(volatile unsigned *)&%s" % count, "atomicAdd(&%s, 0)" % count)
    loop = g.pick("while (P / gridDim.x == T / gridDim.x) ;", "do { } while (P / gridDim.x == T / gridDim.x);",
                  "for (;;) { if (P / gridDim.x != T / gridDim.x) break; }").replace("P", poll).replace("T", ticket)
    first = g.pick("threadIdx.x + threadIdx.y + threadIdx.z == 0", "!(threadIdx.x | threadIdx.y | threadIdx.z)")
    waits = "__syncthreads();\nif (%s) {\n__threadfence();\nunsigned %s = atomicAdd(&%s, 1);\n%s\n__threadfence();\n}\n__syncthreads();" % (
        first, ticket, count, loop)
    if g.chance(0.4):
        name = g.name("f", local=False)
        g.globals.append(Node("decl", "barrier", "__device__ void %s() {\n%s\n}" % (name, waits), defines=[name, ticket]))
        return Made("%s();" % name)
    return Made("{\n%s\n}" % waits, defines=[ticket])


@production("stmt", 1, "grids")
def home_made_barrier(g):
    return own_barrier(g) if all_blocks(g) else None


@production("stmt", 2, "grids")
def exchange_of_blocks(g):
    """What a thread of one block stores and one of the other block reads."""
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not g.scope.kernel or not target or g.scope.repeated:
        return None
    between, behind = barrier(g), barrier(g)
    if not between or not behind:
        return None
    between, behind = (g.named(made, "stmt", "barrier") for made in (between, behind))
    total, moved = 2 * g.shape.threads, g.pick(1, g.shape.threads, g.shape.threads + 1)
    word = g.pick("", "((volatile int *)out)")
    return ("out[4 * gid + 3] = ", g.integer(), ";\n", between, "\n%s += %s[4 * ((gid + %d) %% %d) + 3];\n" % (target.name, word or "out", moved, total), behind)


@production("stmt", 1, "grids")
def shared_over_grid(g):
    """The grid's barrier is one of the block as well."""
    array = g.array(lambda a: a.form == "flat" and not a.suffix)
    target = g.variable(lambda v: v.role == "data" and v.writable)
    if not array or not target:
        return None
    before, between = barrier(g), barrier(g)
    if not before or not between:
        return None
    before, between = (g.named(made, "stmt", "barrier") for made in (before, between))
    other = g.pick("%d - " % (g.shape.threads - 1), "")
    return (before, "\n", array.name, "[", memory.own(g), "] = ", g.integer(), ";\n", between, "\n%s += " % target.name, array.name, "[", other, memory.own(g), "];")
