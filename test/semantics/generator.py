"""Random legacy kernels that are well-defined in lockstep.

A kernel is a tree, so that a failing one can be reduced: a statement is a Line, or a Block with a
head (an if, a loop) and statements inside. generate(seed) always gives the same kernel.
"""

import dataclasses
import random
import re

COLLECTIVE = re.compile(r"__(shfl|ballot|any|all)")


@dataclasses.dataclass
class Line:
    text: str

    def render(self, depth):
        return "  " * depth + self.text + "\n"


@dataclasses.dataclass
class Block:
    head: str
    body: list
    other: list = None  # of an if

    def render(self, depth):
        pad = "  " * depth
        text = pad + self.head + " {\n" + "".join(s.render(depth + 1) for s in self.body)
        if self.other:
            text += pad + "} else {\n" + "".join(s.render(depth + 1) for s in self.other)
        return text + pad + "}\n"


@dataclasses.dataclass
class Kernel:
    name: str
    helpers: dict  # name -> statements
    body: list
    linear: bool  # numbered linearly over x, y, z, or by threadIdx.x alone
    divergent: bool = False  # it has a collective where only some lanes of a warp may be

    def render(self):
        text = ""
        for helper, body in self.helpers.items():
            text += "__device__ int %s(int a, int b, int n) {\n%s  return a + b;\n}\n" % (
                helper, "".join(s.render(1) for s in body))
        tid = ("threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"
               if self.linear else "threadIdx.x")
        size = "blockDim.x * blockDim.y * blockDim.z" if self.linear else "blockDim.x"
        text += "__global__ void %s(int *out, const int *in, int n, int m) {\n" % self.name
        text += "  __shared__ int s[256];\n"
        text += "  int tid = %s;\n  int size = %s;\n  int lane = tid & 31;\n" % (tid, size)
        text += "  int gid = blockIdx.x * size + tid;\n"
        text += "  int a = in[gid], b = in[gid + 13];\n"
        text += "".join(s.render(1) for s in self.body)
        return text + "  out[2 * gid] = a;\n  out[2 * gid + 1] = b;\n}\n"


class Generator:
    """`where` is how the lanes of a block are at a point: 'block' (all of the block's threads),
    'warp' (all of the warp's), 'some' (some lanes)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = "k%d" % seed
        self.helpers = {}
        self.loops = 0
        self.in_kernel = True
        self.divergent = False
        # One call that cannot be migrated leaves its kernel without a result under independent
        # threads, so half of the kernels have no collective where lanes are missing.
        self.tame = self.random.random() < 0.5

    def pick(self, *choices):
        return self.random.choice(choices)

    def kernel(self, linear):
        linear = (self.random.random() < 0.5) or linear  # the seed's other choices stay
        count = self.random.randint(3, 7)
        body = []
        where = "block"
        if self.random.random() < 0.25:
            body.append(Line("if (gid >= n) return;"))
            where = "warp"  # of the lanes that are left; no block barrier after it
        body += self.statements(where, count, 0)
        return Kernel(self.name, self.helpers, body, linear, self.divergent)

    def statements(self, where, count, depth):
        return [self.statement(where, depth) for _ in range(count)]

    def note(self, where, text):
        """Text that is evaluated where these lanes are."""
        self.divergent |= where == "some" and bool(COLLECTIVE.search(text))
        return text

    # --- expressions ---

    def value(self):
        return self.pick("a", "b", "a + b", "a ^ 5", "b * 3", "a - 2 * b", "n", "7")

    def uniform(self, where):
        """A condition that all lanes of a warp agree on, and those of the block where it says so."""
        block = ["n > %d" % self.random.randint(0, 60), "blockIdx.x == 0", "n & 1",
                 "gridDim.x > 1"]
        if where == "block" or (where == "some" and self.tame):
            return self.pick(*block)
        warp = ["__any(%s > %d)" % (self.value(), self.random.randint(0, 30)),
                "__ballot(%s & 1) & 4" % self.value(), "!__all(%s)" % self.value()]
        if self.in_kernel:
            warp += ["(tid >> 5) & 1", "tid < 32", "tid / 32 == 1", "m > 9"]
        return self.pick(*block, *warp)

    def lanes_differ(self):
        choices = ["a > %d" % self.random.randint(0, 30), "b & 1", "(a ^ b) & 2", "a == b"]
        if self.in_kernel:
            choices += ["lane & 1", "lane < %d" % self.random.randint(1, 31), "tid < 40",
                        "lane == 0", "gid < n"]
        return self.pick(*choices)

    def shuffle(self):
        width = self.pick("", "", "", ", 32", ", 16", ", 8", ", 4")
        limit = int(width[2:]) if width else 32
        kind = self.pick("__shfl", "__shfl_up", "__shfl_down", "__shfl_xor")
        if kind == "__shfl":
            operand = self.pick("0", "3", "n & 31", "31", "b & 31", "a")
        elif kind == "__shfl_xor":
            operand = str(self.pick(*[1 << i for i in range(5) if 1 << i < limit]))
        else:
            operand = str(self.random.randint(0, limit + 1))
        return "%s(%s, %s%s)" % (kind, self.pick("a", "b", "a + b"), operand, width)

    def vote(self):
        return self.pick("(int)__popc(__ballot(%s))", "__any(%s)", "__all(%s)",
                         "(int)__ballot(%s)") % self.pick("a > 3", "b & 1", "a", "b > a")

    def collective(self):
        return self.shuffle() if self.random.random() < 0.6 else self.vote()

    # --- statements ---

    def statement(self, where, depth):
        roll = self.random.random()
        if depth < 3 and roll < 0.16:
            return self.branch(where, depth, uniform=True)
        if depth < 3 and roll < 0.28:
            return self.branch(where, depth, uniform=False)
        if depth < 2 and roll < 0.40:
            return self.loop(where, depth)
        if roll < 0.62:
            value = self.note(where, self.collective() if where != "some" else self.in_branch())
            return Line("%s %s %s;" % (self.pick("a", "b"), self.pick("=", "+=", "^="), value))
        if roll < 0.70 and self.in_kernel:
            return self.call(where)
        if roll < 0.80 and where == "block" and self.in_kernel:
            return self.exchange()
        return Line("%s %s %s;" % (self.pick("a", "b"), self.pick("=", "+=", "^="), self.value()))

    def in_branch(self):
        """Rarely a collective: each that cannot be migrated leaves its kernel without a result."""
        if self.tame or self.random.random() < 0.75:
            return self.value()
        return self.pick(self.vote(), "__shfl(a, __ffs(__ballot(1)) - 1)", "__popc(__ballot(1))",
                         "__shfl_up(a, 0)", self.value(), self.shuffle())

    def branch(self, where, depth, uniform):
        inner = where if uniform else "some"
        condition = self.note(where, self.uniform(where) if uniform else self.lanes_differ())
        if uniform and where == "block" and "blockIdx" not in condition:
            inner = "block"
        body = self.statements(inner, self.random.randint(1, 3), depth + 1)
        other = None
        if self.random.random() < 0.3:
            other = self.statements(inner, self.random.randint(1, 2), depth + 1)
        return Block("if (%s)" % condition, body, other)

    def loop(self, where, depth):
        self.loops += 1
        i = "i%d" % self.loops
        if self.random.random() < 0.6:
            head = "for (int %s = 0; %s < %s; ++%s)" % (
                i, i, self.pick("3", "1 + (n & 3)", "2"), i)
            inner = where
        else:
            head = "for (int %s = 0; %s < (a & 3); ++%s)" % (i, i, i)
            inner = "some"
        body = self.statements(inner, self.random.randint(1, 3), depth + 1)
        text = "".join(statement.render(0) for statement in body)
        if self.random.random() < 0.2 and not (self.tame and COLLECTIVE.search(text)):
            leaves = self.lanes_differ()
            body.append(Line("if (%s) break;" % leaves))
            # From the second round on only those that stayed are here.
            self.note("some", text)
            body = [Block("if (true)", self.only_some(body[:-1])), body[-1]]
        elif self.random.random() < 0.2 and not (self.tame and COLLECTIVE.search(text)):
            self.note("some", text)
            body = [self.half_leaves("continue"), *self.only_some(body)]
        return Block(head, body)

    def half_leaves(self, jump):
        """One side of a branch may leave, all of it: both sides come to what follows, or one."""
        inner = [Line("if (%s) %s;" % (self.uniform("some"), jump))]
        return Block("if (%s)" % self.lanes_differ(), inner + self.statements("some", 1, 3))

    def only_some(self, body):
        """Block barriers taken out: some threads have left."""
        kept = []
        for statement in body:
            if isinstance(statement, Block):
                statement.body = self.only_some(statement.body)
                statement.other = self.only_some(statement.other) if statement.other else None
                kept.append(statement)
            elif "__syncthreads" not in statement.text:
                kept.append(statement)
        return kept

    def exchange(self):
        step = self.random.randint(1, 40)
        return Line("s[tid] = a; __syncthreads(); b += s[(tid + %d) %% size]; __syncthreads();"
                    % step)

    def call(self, where):
        name = "%s_h%d" % (self.name, len(self.helpers))
        self.helpers[name] = []
        self.in_kernel = False
        body = []
        if self.random.random() < 0.2:
            body.append(Line("if (%s) return b;" % self.lanes_differ()))
        elif self.random.random() < 0.2:
            body.append(self.half_leaves("return b"))
        body += self.statements("warp" if not body and where != "some" else "some",
                                self.random.randint(1, 3), 2)
        self.in_kernel = True
        self.helpers[name] = body
        return Line("a += %s(a, b, n);" % name)


def generate(seed, linear=False):
    """In blocks of two and three dimensions only linear numbering tells the threads apart."""
    return Generator(seed).kernel(linear)


def smaller(kernel):
    """Kernels with one statement less, or with a block's inside in the block's place."""

    def lists(statements):
        yield statements
        for statement in statements:
            if isinstance(statement, Block):
                yield from lists(statement.body)
                if statement.other:
                    yield from lists(statement.other)

    import copy
    count = sum(len(l) for body in [kernel.body, *kernel.helpers.values()] for l in lists(body))
    for index in range(count):
        for unwrap in (False, True):
            copied = copy.deepcopy(kernel)
            left = index
            for statements in [l for body in [copied.body, *copied.helpers.values()]
                               for l in lists(body)]:
                if left < len(statements):
                    statement = statements.pop(left)
                    if unwrap and isinstance(statement, Block):
                        statements[left:left] = statement.body
                    elif unwrap:
                        copied = None
                    break
                left -= len(statements)
            if copied:
                yield copied
