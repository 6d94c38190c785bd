"""The grammar: each module adds its productions to core.TABLE."""

from . import (collectives, conditions, expressions, functions, groups, halos, loops, memory, names, noise,  # noqa: F401
               numbers, patterns, program, slots, statements)
