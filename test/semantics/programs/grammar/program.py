"""A whole program: a kernel with its storage, what it calls, and the host code that launches it."""

import dataclasses

import tree
from core import Generator, Made, TABLE, Var, production
from tree import Node
from values import LANGUAGE, Shape

from . import memory, numbers, statements

ONE_WARP = ("32", "32", "32x1", "8x4", "4x4x2")
SHAPES = ("64", "64", "96", "128", "64x2", "32x3", "16x4", "48", "100", "33", "20", "40", "24", "48x2", "8x6x2", "12x4x2", "4x3x3", "24x4", "40x2")
WHOLE_WARPS = ("32", "64", "96", "64", "128")
WIDE_ONE_WARP = ("64", "64", "64x1", "8x8", "4x4x4")
WIDE_SHAPES = ("128", "128", "192", "128", "128x2", "64x3", "16x8", "96", "100", "65", "32", "48x4", "8x6x4", "12x8x2", "4x3x3", "24x8", "40x4")
WIDE_WHOLE_WARPS = ("64", "128", "192", "128", "256")
BUILT_IN_NAMES = ("warp", "block", "tile8", "tile16", "other", "other2", "value", "lanes", "branch", "active", "warpSize", "lane", "cg",
                  "group", "leader", "mask", "result", "tile", "rank", "sync")


@dataclasses.dataclass
class Program:
    seed: str
    root: Node          # [globals], kernel, [host]
    kernel: str
    shapes: list
    flags: set
    shown: dict
    fixed: dict = dataclasses.field(default_factory=dict)  # arguments that all launches pass, by index
    distance: int = None  # words between what the last two parameters lead to, if that is one array

    def text(self):
        return self._shown(self.root.text())

    def halves(self):
        """What a kernel calls, and the kernel: of a program whose kernels are in a unit that is not read."""
        texts = [part.text() if isinstance(part, tree.Node) else part if isinstance(part, str) else "\n".join(n.text() for n in part)
                 for part in self.root.parts]
        return self._shown(texts[0]), self._shown("".join(texts[1:]))

    def _shown(self, text):
        return "// program %s\n" % self.seed + tree.indented(tree.pretty(text, self.shown))

    @property
    def options(self):
        """What the comparison is told about its launches."""
        given = ["--shapes=%s:%s" % (self.kernel, ",".join(self.shapes))]
        given += ["--set=%s.%d=%d" % (self.kernel, at, value) for at, value in self.fixed.items()]
        if self.distance is not None:
            last = 8 + ("rows" in self.flags)
            given += ["--same=%s.%d=%d+%d" % (self.kernel, last, last - 1, self.distance)]
        if "grid" in self.flags:
            return [*given, "--grid=%s:2" % self.kernel]
        return [*given, "--blocks=%s:2" % self.kernel] if "blocks" in self.flags else given

    def with_root(self, root, seed):
        """The same program with another tree; its global names end with the new number."""
        shown = {name: text if text[:-len(self.seed)] + self.seed != text else text[:-len(self.seed)] + seed
                 for name, text in self.shown.items()}
        return Program(seed, root, self.kernel.replace("_" + self.seed, "_" + seed), self.shapes, self.flags, shown, self.fixed, self.distance)


def shape_of(g, text):
    return Shape(*(int(part) for part in text.split("x")), warp=g.warp)


def choose_shapes(g, assumed):
    one, all, whole = (WIDE_ONE_WARP, WIDE_SHAPES, WIDE_WHOLE_WARPS) if g.lanes.is_wide else (ONE_WARP, SHAPES, WHOLE_WARPS)
    if assumed:
        return [g.pick(*whole)]
    if g.chance(0.45):
        return [g.pick(*one)]
    shape = g.pick(*all)
    if g.chance(0.15):  # launched with another one as well
        return [shape, str(shape_of(g, shape).threads)]
    return [shape]


def generate(seed, assumed=False, options=None):
    LANGUAGE.wraps = bool((options or {}).get("wraps"))
    g = Generator(seed, (options or {}).get("weights"), options)
    shapes = choose_shapes(g, assumed)
    g.shape = shape_of(g, shapes[0])
    g.assumed, g.unread = assumed, bool(options and options.get("unread"))
    kernel = g.name("k", local=False)
    root = build(g, kernel, shapes)
    shown = show_names(g, root, str(seed))
    return Program(str(seed), root, tree.pretty(kernel, shown), shapes, g.flags, shown, g.fixed, g.distance)


def build(g, kernel, shapes):
    scope = g.scope
    scope.active = g.shape.everyone()
    scope.group = g.shape.group(scope.active)
    scope.returns, scope.counter = "", "cnt"
    g.fuel = g.between(30, 130)
    start = declare_threads(g)
    storage = []
    for _ in range(g.pick(0, 1, 1, 1, 2, 2)):
        made = g.make("storage")
        if made:
            storage.append(made)
    data = declare_data(g)
    # Of a small program all is migrated more often: what is left is compared in lockstep only.
    g.fuel = g.pick(g.between(6, 16), g.between(8, 30), g.between(15, 60), g.between(30, 110))
    made = calls(g) if g.unread else statements.statements(g, max(2, min(8, g.fuel // 6)))
    if g.explicit or g.fixed:  # whoever is named has to come, with every shape
        del shapes[1:]
    results = [Node("fixed", "result", "out[4 * gid + %d] = %s;" % (i, name)) for i, name in enumerate(g.data_names)]
    if storage and g.scope.arrays:
        results.append(Node("fixed", "result", "__syncthreads();\nout[4 * gid + 3] = ", *read_back(g), ";"))
    if not g.scope.block:
        results = [r for r in results if "__syncthreads" not in r.text()]
    parameters = "int *out, const int *%sin, int n, int m, int *cnt, int *bag, int *board" % g.pick("", "__restrict__ ")
    if "rows" in g.flags:
        parameters += ", int *const *__restrict__ rows"
    if "aliases" in g.flags:
        parameters += ", volatile int *one, %s *two" % g.second
    head = Node("fixed", "kernel", "__global__ void %s(%s) " % (kernel, parameters), "{\n", start, "\n", storage, "\n", data, "\n", made, "\n",
                results, "\n}\n", defines=[kernel])
    return Node("program", "program", g.globals, "\n", head, launch(g, kernel, shapes), "\n")


def calls(g):
    """Of functions whose unit is read, from a kernel that is not: as the assumptions about callers say."""
    from .classes import scan_by_one_thread
    from .functions import call_statement
    made = [g.by(scan_by_one_thread if g.chance(0.15) else call_statement, "stmt") for _ in range(g.between(1, 3))]
    made = [call for call in made if call]
    barrier = lambda: Node("stmt", "barrier", "__syncthreads();")
    return [node for call in made for node in (call, barrier())]


def read_back(g):
    array = g.scope.arrays[0]
    if array.form == "flat" and g.chance(0.8 if array.of in g.summed else 0.25):  # as a reduction is
        return (array.name, "[0]" + array.suffix)
    if array.form == "near":
        return (array.name, "[0]" + array.suffix)
    at = (memory.own(g), "][0") if array.form == "rows" and False else (memory.own(g),)
    if array.form == "rows":
        at = ("(", memory.own(g), " >> %d)][" % g.lanes.log, memory.own(g), " & %d" % (g.warp - 1))
    return (array.name, "[", *at, "]" + array.suffix)


def declare_threads(g):
    """The thread's number, and what is derived of it."""
    made = []
    number = numbers.linear(g)
    tid = g.name("t")
    word = g.pick("int", "int", "const int", "unsigned")
    made.append(Node("fixed", "tid", "%s %s = " % (word, tid), number.node, ";", defines=[tid]))
    kind, values = word.removeprefix("const "), number.values
    var = Var(tid, kind, "slot", False, (0, g.shape.threads - 1), (kind, values))
    var.own = True
    g.scope.vars.append(var)
    made.append(Node("fixed", "gid", "int gid = blockIdx.x * %d + %s;" % (g.shape.threads, tid)))
    if g.chance(0.6):
        lane = g.name("l")
        word, said = g.pick("int", "const unsigned", "int"), g.lanes.said
        made.append(Node("stmt", "lane", "%s %s = %s %s;" % (word, lane, tid, g.pick("& %d" % (said - 1), "%% %d" % said)), defines=[lane]))
        kind = word.removeprefix("const ")
        var = Var(lane, kind, "slot", False, (0, said - 1), (kind, [v % said for v in values]))
        var.lane = True
        g.scope.vars.append(var)
    for _ in range(g.pick(0, 0, 1, 1, 2)):
        made.append(numbers_variable(g))
    g.scope.vars += [Var("n", "int", "same", False), Var("m", "int", "same", False)]
    return [m for m in made if m]


def numbers_variable(g):
    made = numbers.declare(g, g.make("num", lambda: numbers.built_in(g, "x")))
    return Node("stmt", "number_variable", *made.parts, defines=made.defines)


def declare_data(g):
    made, g.data_names = [], []
    for i in range(3):
        name = g.name()
        made.append(Node("fixed", "data", "int %s = in[gid + %d];" % (name, 13 * i), defines=[name]))
        g.scope.vars.append(Var(name))
        g.data_names.append(name)
    if g.chance(0.8 if g.unread else 0.3):
        name = g.name()
        made.append(Node("stmt", "start", "int %s = n;" % name, defines=[name]))
        g.scope.vars.append(Var(name, "int", "start", False))
    return made


def passed(g, shapes):
    """The arguments of a launch, and what declares them: each leads to memory of its own, but for parameters that meet."""
    numbers = ["n", "m"]
    for i, name in enumerate("nm"):
        if len(shapes) == 1 and 2 + i not in g.fixed and g.chance(0.2):
            g.fixed[2 + i] = g.pick(1, 2, 3, 8, 16)
        if 2 + i in g.fixed and g.chance(0.7):
            numbers[i] = str(g.fixed[2 + i])
    pointers = ["p", "q", "c", "b", "d", *(["x"] if "aliases" in g.flags else [])]
    other = "y" if g.distance is None else "x + %d" % g.distance if g.distance else "x"
    last = ["x", "(float *)(%s)" % other if g.second == "float" else other] if "aliases" in g.flags else []
    pointers += ["y"] if last and g.distance is None else []
    given = ["p", "q", *numbers, "c", "b", "d", *(["r"] if "rows" in g.flags else []), *last]
    rows = "int *const *r, int n, int m"
    if g.lanes.is_wide or g.chance(0.3):
        return given, ", ".join("int *" + p for p in pointers) + ", " + rows, []
    made = "\n".join("cudaMalloc(&%s, 32768);" % p for p in pointers)
    return given, rows, [Node("fixed", "memory", "int %s;\n%s" % (", ".join("*" + p for p in pointers), made))]


def launch(g, kernel, shapes):
    """Host functions; none where the program's launches are not to be seen."""
    given, parameters, lines = passed(g, shapes)
    if g.assumed:
        return []
    run, f, rest = g.name("run", local=False), g.name("f"), ", ".join(given)
    dims = lambda s: s if "x" not in s else "dim3(%s)" % s.replace("x", ", ")
    direct = shapes[-1]
    if "grid" in g.flags and g.chance(0.4) and not g.lanes.is_wide:
        lines.append(cooperative(g, kernel, given, direct))
    elif g.chance(0.3):
        b = g.name("b")
        lines.append(Node("stmt", "launch", "dim3 %s(%s);\n%s<<<2, %s>>>(%s);" % (b, direct.replace("x", ", "), kernel, b, rest), defines=[b]))
    else:
        lines.append(Node("stmt", "launch", "%s<<<2, %s>>>(%s);" % (kernel, dims(direct), rest)))
    if len(shapes) > 1:
        how = g.pick("auto %s = %s;\n%s<<<2, %s>>>(%s);", "auto *%s = &%s;\n%s<<<2, %s>>>(%s);")
        lines.append(Node("stmt", "launch_pointer", how % (f, kernel, f, dims(shapes[0]), rest), defines=[f]))
    return [Node("fixed", "host", "void %s(%s) {\n" % (run, parameters), lines, "\n}", defines=[run])]


def cooperative(g, kernel, given, shape):
    """A launch by an array of pointers to the arguments."""
    a, named, declared = g.name("a"), [], []
    for i, argument in enumerate(given):
        if not argument.isidentifier():
            word = "int" if i in (2, 3) else g.second.replace("volatile ", "") + " *"
            declared.append("%s %s%d = %s;\n" % (word, "v", i, argument))
            argument = "v%d" % i
        named.append("&" + argument)
    return Node("stmt", "launch", "".join(declared) + "void *%s[] = {%s};\ncudaLaunchCooperativeKernel((void *)%s, dim3(2), dim3(%s), %s, 0, 0);"
                % (a, ", ".join(named), kernel, shape.replace("x", ", "), a), defines=[a])


def show_names(g, root, seed):
    """Names of the program's own end with its number; a few locals are called as the tool, or CUDA, calls things."""
    local = [name for name in g.local_names]
    names = tree.names_in(root.text())
    shown = {name: name[:-1] + "_" + seed for name in names if name not in set(local)}
    shown.update(g.called)
    pool = [name for name in BUILT_IN_NAMES if name not in g.called.values()]
    g.random.shuffle(pool)
    for name in g.random.sample(local, min(len(local), g.pick(0, 0, 1, 2, 4))):
        if pool and name in names and name[0] in "vabdlmek":
            shown.setdefault(name, pool.pop())
    return shown


# --- of the whole program, for all modules ----------------------------------------

def integer(self):
    from .expressions import leaf
    return self.make("int", lambda: leaf(self))


def element(self):
    return self.make("element") if self.scope.arrays else None


def array(self, fits=lambda a: True):
    found = [a for a in self.scope.arrays if fits(a)]
    return self.one_of(found) if found else None


def record(self):
    """The name of a struct of two numbers with operators."""
    kind = self.name("P", local=False)
    self.flags.add("records")
    word = self.pick("int", "unsigned")
    self.globals.append(Node("decl", "record", "struct %s {\n%s x, y;\n__device__ %s &operator+=(const %s &o) { x += o.x; y += o.y; return *this; }\n};"
                             % (kind, word, kind, kind), defines=[kind]))
    return kind


def enumeration(self, count):
    kind = self.name("E", local=False)
    self.globals.append(Node("decl", "enumeration", "enum class %s : int { %s };" % (kind, ", ".join("%s = %d" % ("ABC"[i], i) for i in range(count))),
                             defines=[kind]))
    return kind


def scope_gid(self):
    return "gid"


for method in (integer, element, array, record, enumeration, scope_gid):
    setattr(Generator, method.__name__, method)
