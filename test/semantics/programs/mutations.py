"""Changes of CUDA text that keep its meaning: each is a function of (text, random) that returns the new
text, or None where there is no place for it."""

import re

import source

INTRINSIC = re.compile(r"\b__(?:shfl|shfl_up|shfl_down|shfl_xor|ballot|any|all)\s*\(")
NAMES = ("warp", "block", "tile8", "other", "value", "lanes", "branch", "active", "warpSize", "lane", "cg", "result", "mask")
ALL = []


def mutation(function):
    ALL.append(function)
    return function


def replaced(text, start, end, new):
    return text[:start] + new + text[end:]


def at_top(text, new):
    """Behind the last #include at the beginning."""
    last = 0
    for match in re.finditer(r"^#\s*include[^\n]*\n", text, re.M):
        last = match.end()
    return text[:last] + new + "\n" + text[last:]


def fresh(text, stem):
    number = 1
    while "%s%d" % (stem, number) in text:
        number += 1
    return "%s%d" % (stem, number)


def a_statement(text, random, fits=lambda words: True):
    """(function, start, end) of one that fits."""
    found = [(f, s, e) for f in source.functions(text) for s, e in source.statements(text, f) if fits(text[s:e])]
    return random.choice(found) if found else None


def plain_statement(words):
    return not source.is_declaration(words) and "#" not in words


@mutation
def outline_intrinsic(text, random):
    plain = source.blanked(text)
    found = [m for m in INTRINSIC.finditer(plain) if source.closing(plain, m.end() - 1)]
    if not found:
        return None
    match = random.choice(found)
    end = source.closing(plain, match.end() - 1)
    depth, count = 0, 1
    for char in plain[match.end():end]:
        depth += (char in "([{") - (char in ")]}")
        count += char == "," and depth == 0
    name, word = fresh(text, "outlined"), match.group(0).rstrip("( \t")
    letters = "abc"[:count]
    helper = "template <%s> static __device__ inline auto %s(%s) { return %s(%s); }" % (
        ", ".join("class " + l.upper() for l in letters), name, ", ".join("%s %s" % (l.upper(), l) for l in letters), word, ", ".join(letters))
    return at_top(replaced(text, match.start(), match.end(), name + "("), helper)


@mutation
def outline_barrier(text, random):
    found = [m for m in re.finditer(r"\b__syncthreads\s*\(\s*\)", source.blanked(text))]
    if not found:
        return None
    match, name = random.choice(found), fresh(text, "synced")
    return at_top(replaced(text, match.start(), match.end(), name + "()"), "static __device__ void %s() { __syncthreads(); }" % name)


@mutation
def split_declaration(text, random):
    form = re.compile(r"((?:unsigned |signed )?(?:int|unsigned|float|bool|long|short|double)) (\w+) = ([^,;{}]*);$")
    place = a_statement(text, random, form.match)
    if not place:
        return None
    kind, name, value = form.match(text[place[1]:place[2]]).groups()
    return replaced(text, *place[1:], "%s %s; %s = %s;" % (kind, name, name, value))


@mutation
def wrap_variable(text, random):
    """int x = e; -> a member of a struct, and x a reference to it."""
    form = re.compile(r"((?:unsigned )?(?:int|unsigned|float)) (\w+) = ([^,;{}]*);$")
    place = a_statement(text, random, form.match)
    if not place:
        return None
    kind, name, value = form.match(text[place[1]:place[2]]).groups()
    holder = fresh(text, "holder")
    return replaced(text, *place[1:], "struct { %s it; } %s = {%s(%s)}; %s &%s = %s.it;" % (kind, holder, kind.replace("unsigned int", "unsigned"), value, kind, name, holder))


@mutation
def in_lambda(text, random):
    place = a_statement(text, random, plain_statement)
    return place and replaced(text, *place[1:], "[&] { %s }();" % text[place[1]:place[2]])


@mutation
def in_block(text, random):
    place = a_statement(text, random, plain_statement)
    form = random.choice(("{ %s }", "do { %s } while (0);", "if (true) { %s }", "for (int once = 0; once < 1; ++once) { %s }"))
    return place and replaced(text, *place[1:], form % text[place[1]:place[2]])


@mutation
def take_reference(text, random):
    form = re.compile(r"(\w+\[[^\[\]=(+]*(?:\+ *\w+)?\])\s*([-+^|&]?=)(?!=)([^;]*);$")
    place = a_statement(text, random, lambda words: plain_statement(words) and form.match(words))
    if not place:
        return None
    element, op, value = form.match(text[place[1]:place[2]]).groups()
    name = fresh(text, "ref")
    return replaced(text, *place[1:], "{ auto &%s = %s; %s %s%s; }" % (name, element, name, op, value))


@mutation
def name_number(text, random):
    found = [m for f in source.functions(text) for m in re.finditer(r"(?<![\w.])([1-9]\d?)(?![\w.])", source.blanked(text)[f.body[0]:f.body[1]])
             for m in [(f.body[0] + m.start(), f.body[0] + m.end())]]
    if not found:
        return None
    start, end = random.choice(found)
    name = fresh(text, "NUMBER")
    line = random.choice(("#define %s %s", "enum { %s = %s };", "static constexpr int %s = %s;", "constexpr unsigned char %s = %s;"))
    return at_top(replaced(text, start, end, name), line % (name, text[start:end]))


@mutation
def name_intrinsic(text, random):
    found = list(INTRINSIC.finditer(source.blanked(text)))
    if not found:
        return None
    match, name = random.choice(found), fresh(text, "OPERATION")
    word = match.group(0).rstrip("( \t")
    return at_top(replaced(text, match.start(), match.start() + len(word), name), "#define %s %s" % (name, word))


@mutation
def rename(text, random):
    """A parameter or local gets the name of something built in, or of what the output declares."""
    found = source.functions(text)
    if not found:
        return None
    function = random.choice(found)
    whole = text[function.parameters[0]:function.body[1]]
    names = set(re.findall(r"\b(?:int|float|unsigned|bool) \*?(\w+)(?=[,;)= ])", whole))
    free = [n for n in NAMES if not re.search(r"\b%s\b" % n, text)]
    if not names or not free:
        return None
    old = random.choice(sorted(names))
    new = random.choice(free)
    return replaced(text, function.parameters[0], function.body[1], re.sub(r"(?<![.\w>])%s\b" % old, new, whole))


@mutation
def dead_arm(text, random):
    """The statement is there twice in a configuration that nobody compiles."""
    place = a_statement(text, random, plain_statement)
    return place and replaced(text, place[2], place[2], "\n#ifdef NEVER_DEFINED\n%s\n#endif\n" % text[place[1]:place[2]])


@mutation
def name_condition(text, random):
    found = []
    for f in source.functions(text):
        plain = source.blanked(text)
        for m in re.finditer(r"(?<=[;{}])\s*\bif\s*\(", plain[f.body[0]:f.body[1]]):
            opened = f.body[0] + m.end() - 1
            end = source.closing(plain, opened)
            if end and "#" not in text[opened:end]:
                found.append((f.body[0] + m.start(), opened, end))
    if not found:
        return None
    start, opened, end = random.choice(found)
    name = fresh(text, "decided")
    return text[:start] + "\nconst bool %s = %s;\nif (%s" % (name, text[opened + 1:end], name) + text[end:]


@mutation
def thread_helper(text, random):
    found = list(re.finditer(r"\bthreadIdx\.x\b", source.blanked(text)))
    if not found:
        return None
    match = random.choice(found)
    if random.random() < 0.5:
        return replaced(text, match.start(), match.end(), random.choice(("(threadIdx.x + 0u)", "static_cast<unsigned>(threadIdx.x)", "(0u + threadIdx.x)")))
    name = fresh(text, "thread")
    return at_top(replaced(text, match.start(), match.end(), name + "()"), "static __device__ inline unsigned %s() { return threadIdx.x; }" % name)


@mutation
def by_const_reference(text, random):
    found = [(f, m) for f in source.functions(text) if not f.kernel
             for m in re.finditer(r"(?:(?<=^)|(?<=, ))(int|unsigned|float) (\w+)(?=,|$)", text[f.parameters[0]:f.parameters[1]])]
    if not found:
        return None
    function, match = random.choice(found)
    at = function.parameters[0]
    return replaced(text, at + match.start(), at + match.end(), "const %s &%s" % match.groups())


@mutation
def as_template(text, random):
    found = [f for f in source.functions(text) if not f.kernel and len(re.findall(r"\b%s\s*\(" % f.name, text)) > 1
             and re.search(r"(?:^|[;}/\n])\s*(?:static |inline )*$", text[:f.start])]
    if not found:
        return None
    function = random.choice(found)
    start = re.search(r"(?:static |inline )*$", text[:function.start]).start()
    return text[:start] + "template <int = 0> " + text[start:]
