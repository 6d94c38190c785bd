"""Code that is partly migrated: *_sync intrinsics, __syncwarp, cooperative groups."""

from core import production

from . import conditions
from .expressions import bounded


def all_come(g):
    """Whether whole warps come here each time: in a loop some may have left before."""
    return g.scope.group == g.warp and g.scope.loop == 0


def mask(g):
    if all_come(g):
        g.explicit += 1
        *most, last = g.lanes.masks()
        return g.pick(*most, "FULL" if g.chance(0.2) else last)
    return None


@production("int", 1, "sync")
def sync_shuffle(g):
    named = mask(g) if g.shape.threads % g.warp == 0 else None
    if not named or named == "FULL":
        return None
    g.explicit += 1
    kind = g.pick("__shfl_sync", "__shfl_xor_sync", "__shfl_down_sync", "__shfl_up_sync")
    return "%s(%s, (int)" % (kind, named), g.integer(), ", ", str(g.pick(*g.lanes.wider(1, 2, 4, 8, 16))), ")"


@production("int", 1, "sync")
def sync_vote(g):
    named = mask(g) if g.shape.threads % g.warp == 0 else None
    if not named or named == "FULL":
        return None
    g.explicit += 1
    kind = g.pick("__any_sync", "__all_sync", "__ballot_sync", g.lanes.popc + "(__ballot_sync")
    return "%s(%s, (int)" % (kind, named), g.integer(), " > 2)" + (")" if "popc" in kind else "")


@production("stmt", 1.5, "sync")
def warp_sync(g):
    if not all_come(g):
        return "__syncwarp(__ballot(1));" if g.chance(0.1) else None
    g.explicit += 1
    return g.pick("__syncwarp();", "__syncwarp();", "__syncwarp(%s);" % g.lanes.full if g.shape.threads % g.warp == 0 else "__syncwarp();")


@production("stmt", 2, "sync")
def group_sync(g):
    """Of tiles of every size, of those that are here, of the block."""
    g.flags.add("groups")
    block = "cooperative_groups::this_thread_block()"
    sizes = [w for w in g.lanes.sizes(32, 32, 16, 8, 4) if w <= g.scope.group and g.scope.loop == 0]
    g.explicit += 1
    if g.shape.threads % g.warp == 0 and sizes and g.chance(0.7):
        return "cooperative_groups::tiled_partition<%d>(%s).sync();" % (g.pick(*sizes), block)
    if g.scope.block and g.chance(0.5):
        return g.pick("%s.sync();" % block, "cooperative_groups::sync(%s);" % block)
    return "cooperative_groups::coalesced_threads().sync();"


@production("int", 0.8, "sync")
def group_member(g):
    g.flags.add("groups")
    block = "cooperative_groups::this_thread_block()"
    sizes = [w for w in g.lanes.sizes(32, 16, 8, 4) if w <= g.scope.group and g.scope.loop == 0]
    if g.shape.threads % g.warp or not sizes:
        return "(int)%s.thread_rank()" % block
    g.explicit += 1
    tile = "cooperative_groups::tiled_partition<%d>(%s)" % (g.pick(*sizes), block)
    return g.pick(("%s.shfl_xor((int)" % tile, g.integer(), ", %d)" % g.pick(1, 2)), ("%s.any((int)" % tile, g.integer(), " & 1)"),
                  ("(int)%s.thread_rank()" % tile,), ("(int)%s.ballot((int)" % tile, g.integer(), " > 3)"))


@production("stmt", 0.4, "sync")
def masked_syncwarp(g):
    """Waits for the own lane only."""
    from .memory import lane
    return "__syncwarp(%s << (" % g.lanes.one, lane(g), "));"


@production("int", 0.3, "sync")
def block_vote(g):
    return ("__syncthreads_count((int)", g.integer(), " & 1)") if g.scope.block else None
