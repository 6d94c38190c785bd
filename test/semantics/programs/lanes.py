"""The warp that programs are made for: 32 lanes, as CUDA has them, or 64, as HIP; and how they write it.

Of the programs for 64 lanes some were ported from CUDA without care: here and there they mean 32 lanes. Of the choices
nothing is drawn for 32 lanes, so that a number gives the same program as ever.
"""

import random

CARELESS = 0.2  # of the programs for 64 lanes


class Lanes:
    def __init__(self, count, seed):
        self.count, self.log = count, count.bit_length() - 1
        self.is_wide = count > 32
        self.random = random.Random("lanes %s" % seed)
        self.is_careless = self.is_wide and self.random.random() < CARELESS
        self.mask = "unsigned long long" if self.is_wide else "unsigned"
        self.one = "1ull" if self.is_wide else "1u"
        self.full = "0xffffffffffffffffull" if self.is_wide else "0xffffffffu"
        self.low_half = "0xffffffffull" if self.is_wide else "0xffffu"
        self.high_half = "0xffffffff00000000ull" if self.is_wide else "0xffff0000u"

    def _forgets(self):
        return self.is_careless and self.random.random() < 0.4

    @property
    def said(self):
        """How many lanes the program says that a warp has."""
        return 32 if self._forgets() else self.count

    @property
    def popc(self):
        return "__popc" if not self.is_wide or self._forgets() else "__popcll"

    def ffs(self, mask, of="unsigned long long"):
        """HIP has it for both widths of both signs, so what is converted is said."""
        if not self.is_wide or of.endswith("int") or of.endswith("unsigned"):
            return "__ffs(%s)" % mask
        return "__ffs((%s)%s)" % (self.random.choice(("int", "unsigned")), mask) if self._forgets() else "__ffsll(%s)" % mask

    def masks(self):
        """Full ones, as they are written."""
        return ("0xffffffffffffffffull", "~0ull", "0xffffffffffffffff", "-1ll") if self.is_wide else ("0xffffffffu", "~0u", "0xffffffff", "-1")

    def mask_types(self):
        """Of the variable that holds a ballot."""
        if self.is_wide and not self._forgets():
            return ("unsigned long long", "auto", "long long", "const unsigned long long")
        return ("unsigned", "unsigned int", "int", "const unsigned")

    def wider(self, *numbers):
        """Numbers of lanes as people choose them: beside 16, 32 and their like what a wide warp makes of them."""
        return (*numbers, *(2 * n for n in numbers if n >= 16)) if self.is_wide else numbers

    def sizes(self, *sizes):
        """Of groups, where 32 is the whole warp."""
        return (*(self.count if s == 32 else s for s in sizes), 32) if self.is_wide else sizes

    def below(self, *tops):
        """The same for numbers of lanes, of which 31 is the last."""
        return (*(self.count - 1 if t == 31 else t for t in tops), 31) if self.is_wide else tops

    def halves(self, said=None):
        """16, 8, 4, 2, 1"""
        count = said or self.said
        return [count >> i for i in range(1, count.bit_length())]
