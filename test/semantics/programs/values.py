"""Numbers of which the generator knows what each thread of the block has, with C's arithmetic.

So it knows which lanes a condition on them lets through, and can put what needs whole groups of lanes
under conditions of any form, right to the last wrap-around.
"""

import threading

BITS = {"int": (32, True), "unsigned": (32, False), "short": (16, True), "unsigned short": (16, False),
        "signed char": (8, True), "unsigned char": (8, False), "long long": (64, True),
        "unsigned long long": (64, False)}


def wrap(value, kind):
    bits, signed = BITS[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def promoted(kind):
    return "int" if BITS[kind][0] < 32 else kind


def common(left, right):
    left, right = promoted(left), promoted(right)
    if BITS[left][0] != BITS[right][0]:
        return left if BITS[left][0] > BITS[right][0] else right
    return left if not BITS[left][1] else right


def divide(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


ARITHMETIC = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
    "/": divide, "%": lambda a, b: a - b * divide(a, b),
}
COMPARISONS = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
}


class Undefined(Exception):
    """Signed overflow and the like: no program of ours computes it."""


class Language(threading.local):
    """What the program's flags say of signed overflow."""

    wraps = False  # -fwrapv


LANGUAGE = Language()


def binary(op, left, right):
    """(kind, values) of two such pairs."""
    (a, left), (b, right) = left, right
    if op in ("<<", ">>"):
        kind = promoted(a)
        moved = [x << y if op == "<<" else x >> y for x, y in zip(left, right)
                 if 0 <= y < BITS[kind][0]]
        if len(moved) != len(left):
            raise Undefined
    else:
        kind = common(a, b)
        if op in "/%" and not all(right):
            raise Undefined
        moved = [ARITHMETIC[op](wrap(x, kind), wrap(y, kind)) for x, y in zip(left, right)]
    wrapped = [wrap(x, kind) for x in moved]
    if BITS[kind][1] and wrapped != moved and op != "<<" and not LANGUAGE.wraps:  # bits are shifted (C++20 [expr.shift])
        raise Undefined
    return kind, wrapped


def compare(op, left, right):
    kind = common(left[0], right[0])
    return [COMPARISONS[op](wrap(x, kind), wrap(y, kind)) for x, y in zip(left[1], right[1])]


class Shape:
    """A block and its threads; values are lists over the threads of two blocks."""

    Blocks = 2

    def __init__(self, x, y=1, z=1, warp=32):
        self.x, self.y, self.z, self.warp = x, y, z, warp
        self.threads = x * y * z

    def __str__(self):
        return "x".join(str(n) for n in (self.x, self.y, self.z)[:3 if self.z > 1 else 2 if self.y > 1 else 1])

    def each(self, function):
        return [function(b, t % self.x, t // self.x % self.y, t // (self.x * self.y))
                for b in range(self.Blocks) for t in range(self.threads)]

    def everyone(self):
        return [True] * (self.Blocks * self.threads)

    def warps(self, active):
        """The lanes of each warp: lists of whether they are active."""
        for block in range(self.Blocks):
            threads = active[block * self.threads:(block + 1) * self.threads]
            for first in range(0, self.threads, self.warp):
                yield threads[first:first + self.warp]

    def group(self, active):
        """The largest W so that each aligned group of W lanes is whole in ACTIVE, or out of it."""
        size = self.warp
        while size > 1 and not all(self._is_split_by(lanes, size) for lanes in self.warps(active)):
            size //= 2
        return size

    @staticmethod
    def _is_split_by(lanes, size):
        groups = (lanes[i:i + size] for i in range(0, len(lanes), size))
        return all(not any(g) or (all(g) and len(g) == size) for g in groups)

    def active_warps(self, active):
        """How many warps of a block have an active lane, at most."""
        per = -(-self.threads // self.warp)
        alive = [any(lanes) for lanes in self.warps(active)]
        return max(sum(alive[i:i + per]) for i in range(0, len(alive), per))
