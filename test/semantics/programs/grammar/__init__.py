"""The grammar: each module adds its productions to core.TABLE."""

from . import (aliases, barriers, classes, collectives, conditions, expressions, functions, grids, groups, halos, handles,  # noqa: F401
               loops, members, memory, names, noise, numbers, passes, patterns, program, slots, statements)
