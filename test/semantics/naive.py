"""What people do instead: the rewrites that compile and are wrong. The oracle must see it."""

import re

INTRINSIC = re.compile(r"\b(__shfl|__shfl_up|__shfl_down|__shfl_xor|__ballot|__any|__all)\s*\(")


def masked(text, mask):
    return INTRINSIC.sub(lambda match: "%s_sync(%s, " % (match.group(1), mask), text)


def full_mask(text):
    """__shfl(v, s) -> __shfl_sync(0xffffffff, v, s), everywhere."""
    return masked(text, "0xffffffffu")


def active_mask(text):
    """__shfl(v, s) -> __shfl_sync(__activemask(), v, s), everywhere."""
    return masked(text, "__activemask()")


def tile_all(text):
    """__all(p) -> warp.all(p), which asks for lanes that are not there."""
    return "#include <cooperative_groups.h>\n" + text.replace(
        "__all(", "cooperative_groups::tiled_partition<32>("
        "cooperative_groups::this_thread_block()).all(")


def sync_after_each(text):
    """A __syncwarp() after each statement between the lines `// tail` and `// end of tail`."""
    lines, inside = [], False
    for line in text.splitlines():
        if line.strip() in ("// tail", "// end of tail"):
            inside = line.strip() == "// tail"
        elif inside and line.rstrip().endswith(";"):
            line += " __syncwarp();"
        lines.append(line)
    return "\n".join(lines) + "\n"


def no_barrier(text):
    """Without block barriers, as if warps were all there is."""
    return text.replace("__syncthreads();", ";")


def nothing(text):
    """As it was, on a GPU whose threads are independent."""
    return text


REWRITES = {
    "nothing": nothing,
    "full-mask": full_mask,
    "active-mask": active_mask,
    "tile-all": tile_all,
    "sync-after-each": sync_after_each,
    "no-barrier": no_barrier,
}
