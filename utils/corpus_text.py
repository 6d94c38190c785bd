"""What the text of CUDA sources mentions, found without a compiler.

The other half of corpus.py: it must not share a mistake with coopify, so
nothing here comes from clang. Comments and string literals are skipped, but
for the PTX in them.
"""

import pathlib
import re

LEGACY = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__ballot", "__any", "__all"}
TOKEN = re.compile(
    r"""(?P<comment>//(?:\\\r?\n|[^\n])*|/\*.*?\*/)
      |(?P<raw>R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")
      |(?P<string>"(?:\\.|[^"\\\n])*")
      |(?P<char>'(?:\\.|[^'\\\n])*')
      |(?P<number>\d(?:'?[\w.])*)
      |(?P<name>[A-Za-z_]\w*)
      |(?P<other>[^\s\\])""",
    re.X | re.S,
)
# PTX ISA 9.7.9.6 and 9.7.13: without .sync since before 6.0.
PTX = re.compile(r"\b(shfl|vote)\.(?:up|down|bfly|idx|all|any|uni|ballot)\b")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.M)
# A name before the name: it is declared, not called.
NO_TYPES = {"return", "else", "do", "case", "and", "or", "not", "throw"}


class Mention:
    """One place. Asm statements reach from begin to end, calls are one name."""

    def __init__(self, name, begin, end, line, declares=False, macro=None):
        self.name, self.begin, self.end, self.line = name, begin, end, line
        self.declares, self.macro = declares, macro


def read(path):
    """Byte offsets must be right, whatever the encoding is."""
    return pathlib.Path(path).read_bytes().decode("latin-1")


def macro_bodies(text):
    """(begin, end, name) of each #define."""
    define = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\\\r?\n|[^\n])*", re.M)
    return [(m.start(), m.end(), m.group(1)) for m in define.finditer(text)]


def mentions(text):
    """The places that use a legacy warp operation, in the order of the text."""
    found, bodies = [], macro_bodies(text)
    before = last = None  # the two tokens before
    asm = None  # [begin, depth] of the asm statement that we are in
    for token in TOKEN.finditer(text):
        kind, spelled = token.lastgroup, token.group()
        if kind == "comment":
            continue
        if kind in ("string", "raw"):
            for ptx in PTX.finditer(spelled):
                begin = asm[0] if asm else token.start()
                found.append(mention(text, ptx.group(1), begin, token.end(), bodies))
        if spelled in ("asm", "__asm", "__asm__"):
            asm = [token.start(), 0]
        elif asm:
            asm[1] += (spelled == "(") - (spelled == ")")
            if spelled == ")" and asm[1] == 0:
                asm = None
        if spelled == "(" and last and last.group() in LEGACY:
            declared = before and before.lastgroup == "name" and before.group() not in NO_TYPES
            found.append(mention(text, last.group(), last.start(), last.end(), bodies, declared))
        before, last = last, token
    return found


def mention(text, name, begin, end, bodies, declares=False):
    line = text.count("\n", 0, begin) + 1
    macro = next((m for b, e, m in bodies if b <= begin < e), None)
    return Mention(name, begin, end, line, declares, macro)


def includes(path, folders):
    """The files that may be included, whatever branch the #include is in."""
    for spelled in INCLUDE.findall(read(path)):
        for folder in [path.parent, *folders]:
            if (folder / spelled).is_file():
                yield (folder / spelled).resolve()
                break


def closure(units, folders, root):
    """The units and all files below root that they may include, sorted.

    More than any compiler reads, since conditions are not looked at: what
    coopify is silent about must not be hidden by how it was configured.
    """
    todo = [u.resolve() for u in units]
    seen = set(todo)
    while todo:
        for file in includes(todo.pop(), folders):
            if file not in seen and root in file.parents:
                seen.add(file)
                todo.append(file)
    return sorted(seen)
