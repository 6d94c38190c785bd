"""The grammar: each module adds its productions to core.TABLE."""

from . import (collectives, conditions, expressions, functions, grids, groups, halos, handles, loops, members, memory,  # noqa: F401
               names, noise, numbers, patterns, program, slots, statements)
