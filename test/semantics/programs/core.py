"""The generator: a table of productions, what is in scope, and choices by seed.

A production is a function of the grammar that makes a node of its kind, or None where it does not fit.
make(kind) picks one by weight; all places of a kind take all productions of it.
"""

import collections
import random

import tree
from lanes import Lanes
from values import Shape

Production = collections.namedtuple("Production", "name weight area function")
TABLE = collections.defaultdict(list)


def production(kind, weight, area="base"):
    """Registers the function; AREA is what --only= asks for, 'base' is always there."""

    def register(function):
        TABLE[kind].append(Production(function.__name__, weight, area, function))
        return function

    return register


class Var:
    """A variable: what may be done with it, and what is known of its value.

    role: 'data' (anything), 'num' (values are known), 'slot' (stays in `range`, which subscripts ask
    for), 'same' (equal in the block). alias: another name for memory (a reference).
    """

    def __init__(self, name, type="int", role="data", writable=True, range=None, num=None, alias=False):
        self.name, self.type, self.role, self.writable = name, type, role, writable
        self.range, self.num, self.alias = range, num, alias
        self.own = self.lane = False  # the thread's own number, its lane
        self.cond = None  # of role 'cond': the condition that it holds


class Array:
    """Elements that a subscript in [low, high) reaches, as PREFIX[i]SUFFIX.

    form: 'flat' (one element for each thread and more), 'rows' (a column for each lane), 'near' (a pointer to the
    own element). pointer: text of a pointer to element 0, where there is one.
    """

    def __init__(self, name, low=0, high=95, form="flat", suffix="", type="int", volatile=False,
                 pointer=None, shared=True, record=None):
        self.name, self.low, self.high, self.form, self.suffix = name, low, high, form, suffix
        self.type, self.volatile, self.pointer = type, volatile, pointer
        self.shared, self.record = shared, record
        self.home = None    # the scope that declares the pointer, where it may be moved
        self.is_array = False  # not a pointer, nor a member
        self.moves = False  # it is swapped with others
        self.of = name.split(".")[0]  # the object that it leads to: others of it are other names, or its neighbours


class Group:
    """A handle of a group of threads.

    kind: 'block', 'tile' (its type says the size), 'any' (a thread_group), 'part' (a coalesced_group), 'grid'. span: the
    lanes that must come with it, as a tile's size; BLOCK and GRID for all of them. rank, size: of each thread, None where only data says.
    """

    BLOCK, GRID = 0, -1

    def __init__(self, name, kind, span, rank=None, size=None, type=None):
        self.name, self.kind, self.span, self.rank, self.size, self.type = name, kind, span, rank, size, type
        self.general = kind != "tile"  # it converts to a thread_group: its type names no parent
        self.home = None  # the scope that declares it

    @property
    def word(self):
        """Of what type its ranks are."""
        return "unsigned long long" if self.kind in ("any", "grid") else "unsigned"


class Scope:
    def __init__(self, parent=None):
        self.parent = parent
        self.boundary = parent is None  # of a function: what leaves it, leaves no more
        self.vars = list(parent.vars) if parent else []
        self.arrays = list(parent.arrays) if parent else []
        self.groups = list(parent.groups) if parent else []
        for name, default in (("active", None), ("group", None), ("block", True), ("grid", True), ("kernel", True),
                              ("loop", 0), ("depth", 0), ("returns", None), ("breakable", False),
                              ("repeated", False), ("calls", True), ("counter", None), ("board", None)):
            setattr(self, name, getattr(parent, name) if parent else default)


class Generator:
    def __init__(self, seed, weights=None, options=None):
        self.seed = seed
        self.random = random.Random("coopify %s" % seed)
        self.weights = weights or {}
        self.options = options or {}
        self.lanes = Lanes(self.options.get("lanes", 32), seed)
        self.warp = self.lanes.count
        self.names = 0
        self.fuel = 0
        self.scope = Scope()
        self.globals = []  # nodes of kind 'decl', in their order
        self.helpers = []  # functions that may be called again
        self.flags = set()  # what the comparison must know of the program
        self.shape = Shape(self.warp, warp=self.warp)
        self.local_names = []
        self.prefix = None  # the namespace of groups, as this program calls it
        self.unread = False  # the kernel is in a unit that coopify does not see
        self.file_scope = None  # an array that functions may name
        self.called = {}  # names that are shown as something else
        self.written = []  # places of the board that a lane wrote
        self.summed = set()  # objects of which the first element is the sum
        self.explicit = 0  # collectives that name their lanes: who calls them brings these
        self.regions = []  # parts of the memory that elections fill
        self.fixed = {}  # arguments that all launches pass, by index
        self.second = "int"  # what the second of them leads to
        self.distance = None  # words between what two parameters lead to; None: they lead to different memory
        self.objects = []  # with methods: (class, name, put, get, step)
        self.disabled = self._disabled()

    def _disabled(self):
        """Each program leaves some productions out: what is left comes more often, and alone."""
        swarm = random.Random("swarm %s" % self.seed)
        keep = swarm.choice((0.35, 0.6, 0.85))
        return {(kind, p.name) for kind, table in TABLE.items() for p in table
                if p.area != "base" and swarm.random() > keep}

    # --- choices ---

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        return self.random.choice(choices)

    def weighted(self, **weights):
        return self.random.choices(list(weights), list(weights.values()))[0]

    def between(self, low, high):
        return self.random.randint(low, high)

    def name(self, kind="v", local=True):
        self.names += 1
        name = "%s%dq" % (kind, self.names)
        if local:
            self.local_names.append(name)
        return name

    # --- the grammar ---

    def weight(self, kind, p):
        if (kind, p.name) in self.disabled:
            return 0
        only = self.options.get("only")
        factor = 4 if only and p.area in only else 1
        return p.weight * factor * self.weights.get(p.name, 1)

    def make(self, kind, default=None):
        """A node of that kind; where fuel is out or nothing fits, by `default`."""
        self.fuel -= 1
        table = TABLE[kind]
        tries = 6 if self.fuel > 0 and self.scope.depth < 7 else 0
        weights = [self.weight(kind, p) for p in table]
        for _ in range(tries):
            if not any(weights):
                break
            p = self.random.choices(table, weights)[0]
            self.scope.depth += 1
            made = self.by(p.function, kind)
            self.scope.depth -= 1
            if made is not None:
                return made
        return default() if default else None

    def by(self, function, kind):
        """A node that this production makes; None if it does not fit."""
        made = function(self)
        parts = made.parts if isinstance(made, Made) else made
        fits = made is not None and not (isinstance(parts, tuple) and None in parts)
        return self.named(made, kind, function.__name__) if fits else None

    @staticmethod
    def named(made, kind, name):
        if hasattr(made, "node"):
            made.node.kind, made.node.name = kind, name
            return made
        if isinstance(made, tree.Node):
            if made.name is None:
                made.kind, made.name = kind, name
            return made
        parts, defines = (made.parts, made.defines) if isinstance(made, Made) else (made, ())
        if isinstance(parts, str):
            parts = (parts,)
        return tree.Node(kind, name, *parts, defines=defines)

    # --- scopes ---

    def inner(self, **changes):
        return _Inner(self, changes)

    def variables(self, fits):
        return [v for v in self.scope.vars if fits(v)]

    def variable(self, fits):
        found = self.variables(fits)
        return self.one_of(found) if found else None

    def one_of(self, found):
        """One of what there is; what was made last is used most, as in real code."""
        return found[-1] if self.chance(0.3) else self.random.choice(found)


class Made:
    """What a production made, with the names that it defines."""

    def __init__(self, *parts, defines=()):
        self.parts, self.defines = parts, defines


class _Inner:
    def __init__(self, generator, changes):
        self.generator, self.changes = generator, changes

    def __enter__(self):
        self.outer = self.generator.scope
        self.generator.scope = Scope(self.outer)
        for name, value in self.changes.items():
            assert hasattr(self.generator.scope, name), name
            setattr(self.generator.scope, name, value)
        return self.generator.scope

    def __exit__(self, *_):
        self.generator.scope = self.outer
