"""Changes of control flow and of expressions that keep the meaning of CUDA text; see mutations.py."""

import re

import source
from mutations import INTRINSIC, a_statement, at_top, fresh, mutation, plain_statement, replaced

VALUE = re.compile(r"((?:unsigned |signed )?(?:int|unsigned|float|bool|long|short|double)) (\w+) = ([^,;{}]*);$")
ASSIGNED = re.compile(r"(\w+(?:\[[^\[\]=]*\])?)\s*([-+^|&]?)=(?!=)\s*([^;=]*);$")
LEAVES = re.compile(r"\b(?:break|continue|return|goto|case|default)\b")


def a_headed(text, random, fits):
    found = [(f, h) for f in source.functions(text) for h in source.headed(text, f) if fits(f, h)]
    return random.choice(found) if found else (None, None)


def declared(text, function):
    """Names of parameters and locals, as far as they are declared plainly."""
    plain = source.blanked(text)[function.parameters[0]:function.body[1]]
    return set(re.findall(r"(?:[\w>*&]\s+|,\s*)[*&]*(\w+)\s*(?=[=;,)\[{(])", plain)) - {"return", "if", "for", "while", "else"}


@mutation
def early_return(text, random):
    """if (c) { ... } at the end of a kernel -> if (!(c)) return; ..."""
    plain = source.blanked(text)
    fits = lambda f, h: h.word == "if" and not h.other and f.kernel and not plain[h.body[1]:f.body[1]].strip()
    _, h = a_headed(text, random, fits)
    return h and "%sif (!(%s)) return;\n%s%s" % (text[:h.start], text[h.opened + 1:h.closed], text[h.body[0]:h.body[1]], text[h.body[1]:])


@mutation
def exchange_arms(text, random):
    _, h = a_headed(text, random, lambda f, h: h.word == "if")
    if not h:
        return None
    body, other = text[h.body[0]:h.body[1]], text[h.other[0]:h.other[1]] if h.other else ";"
    return "%sif (!(%s)) {%s}\nelse {%s}%s" % (text[:h.start], text[h.opened + 1:h.closed], other, body, text[(h.other or h.body)[1]:])


@mutation
def for_to_while(text, random):
    fits = lambda f, h: h.word == "for" and text[h.opened:h.closed].count(";") == 2 and not re.search(r"\bcontinue\b", text[h.body[0]:h.body[1]])
    _, h = a_headed(text, random, fits)
    if not h:
        return None
    first, condition, step = text[h.opened + 1:h.closed].split(";")
    return "%s{ %s; while (%s) { %s\n%s; } }%s" % (text[:h.start], first, condition.strip() or "true", text[h.body[0]:h.body[1]], step, text[h.body[1]:])


@mutation
def while_true(text, random):
    _, h = a_headed(text, random, lambda f, h: h.word == "while")
    return h and "%swhile (true) { if (!(%s)) break;\n%s }%s" % (text[:h.start], text[h.opened + 1:h.closed], text[h.body[0]:h.body[1]], text[h.body[1]:])


@mutation
def if_to_switch(text, random):
    fits = lambda f, h: h.word == "if" and not h.other and not LEAVES.search(text[h.body[0]:h.body[1]])
    _, h = a_headed(text, random, fits)
    return h and "%sswitch ((%s) ? 1 : 0) { case 1: {%s} default: break; }%s" % (text[:h.start], text[h.opened + 1:h.closed], text[h.body[0]:h.body[1]], text[h.body[1]:])


@mutation
def if_to_loop(text, random):
    """if (c) S -> for (bool once = c; once; once = false) S"""
    fits = lambda f, h: h.word == "if" and not h.other and not LEAVES.search(text[h.body[0]:h.body[1]])
    _, h = a_headed(text, random, fits)
    name = fresh(text, "once")
    return h and "%sfor (bool %s = (%s); %s; %s = false) {%s}%s" % (text[:h.start], name, text[h.opened + 1:h.closed], name, name, text[h.body[0]:h.body[1]], text[h.body[1]:])


@mutation
def choice_to_if(text, random):
    form = re.compile(r"(\w+(?:\[[^\[\]=]*\])?)\s*=(?!=)\s*([^;=?:]*|\([^;=]*\))\s*\?([^;?:]*):([^;?:]*);$")
    place = a_statement(text, random, lambda words: plain_statement(words) and form.match(words) and "::" not in words)
    if not place:
        return None
    target, condition, first, second = form.match(text[place[1]:place[2]]).groups()
    return replaced(text, *place[1:], "if (%s) { %s = %s; } else { %s = %s; }" % (condition, target, first, target, second))


@mutation
def outline_statement(text, random):
    """A statement becomes a function of references to what it names."""
    place = a_statement(text, random, lambda words: plain_statement(words) and "[&]" not in words)
    if not place:
        return None
    function, start, end = place
    words = text[start:end]
    plain = re.sub(r"(?:\.|->|::)\s*\w+", "", source.blanked(words))
    names = sorted(set(re.findall(r"[A-Za-z_]\w*(?!\w*\s*\()", plain)) & declared(text, function))
    name = fresh(text, "step")
    classes = ", ".join("class P%d" % i for i in range(len(names)))
    helper = "%sstatic __device__ %svoid %s(%s) { %s }" % (
        "template <%s> " % classes if names else "", random.choice(("", "__forceinline__ ", "__noinline__ ")), name,
        ", ".join("P%d &%s" % (i, n) for i, n in enumerate(names)), words)
    begin = before_function(text, function)
    return text[:begin] + helper + "\n" + text[begin:start] + "%s(%s);" % (name, ", ".join(names)) + text[end:]


def before_function(text, function):
    """Where a declaration may stand that names what the function may name."""
    return source.beginning(text, function.start)


@mutation
def value_lambda(text, random):
    place = a_statement(text, random, lambda words: plain_statement(words) and ASSIGNED.match(words))
    if not place:
        return None
    target, op, value = ASSIGNED.match(text[place[1]:place[2]]).groups()
    return replaced(text, *place[1:], "%s %s= [&] { return %s; }();" % (target, op, value))


@mutation
def compound(text, random):
    """a += b; <-> a = a + (b);"""
    place = a_statement(text, random, lambda words: plain_statement(words) and ASSIGNED.match(words) and ASSIGNED.match(words).group(2))
    if not place:
        return None
    target, op, value = ASSIGNED.match(text[place[1]:place[2]]).groups()
    return replaced(text, *place[1:], "%s = %s %s (%s);" % (target, target, op, value))


@mutation
def element_pointer(text, random):
    """s[i] = e; -> through a pointer to the first element."""
    form = re.compile(r"(\w+)(\[[^\[\]=]*\]\s*[-+^|&]?=(?!=)[^;]*;)$")
    place = a_statement(text, random, lambda words: plain_statement(words) and form.match(words))
    if not place:
        return None
    array, rest = form.match(text[place[1]:place[2]]).groups()
    name = fresh(text, "alias")
    return replaced(text, *place[1:], "{ auto *%s = &%s[0]; %s%s }" % (name, array, name, rest))


@mutation
def hoist_argument(text, random):
    """x = __shfl(v, ...) -> { auto hoisted = v; x = __shfl(hoisted, ...) }"""
    form = re.compile(r"(__(?:shfl|shfl_up|shfl_down|shfl_xor|ballot|any|all)\s*\()\s*([^(),?]+?)\s*([,)])")
    fits = lambda words: plain_statement(words) and form.search(words) and len(INTRINSIC.findall(words)) == 1 and not re.search(r"\?|&&|\|\|", words)
    place = a_statement(text, random, fits)
    if not place:
        return None
    words, name = text[place[1]:place[2]], fresh(text, "hoisted")
    match = form.search(words)
    return replaced(text, *place[1:], "{ const auto %s = %s; %s%s%s%s }" % (name, match.group(2), words[:match.end(1)], name, match.group(3), words[match.end():]))


@mutation
def declare_otherwise(text, random):
    place = a_statement(text, random, VALUE.match)
    if not place:
        return None
    kind, name, value = VALUE.match(text[place[1]:place[2]]).groups()
    alias = fresh(text, "Kind")
    form = random.choice(("auto {n} = static_cast<{k}>({v});", "const {k} {n} = {v};", "{k} {n}({v});", "{k} {n}{{static_cast<{k}>({v})}};",
                          "typedef {k} {a}; {a} {n} = {v};", "{k} {n} = ({k})({v});", "[[maybe_unused]] {k} {n} = ({v});", "decltype(({k})0) {n} = {v};"))
    return replaced(text, *place[1:], form.format(n=name, v=value, k=kind, a=alias))


@mutation
def turn_comparison(text, random):
    """a < b -> b > a, of names and numbers."""
    found = [(f.body[0] + m.start(), m) for f in source.functions(text)
             for m in re.finditer(r"(?<=\()\s*([\w.]+) (<|>|<=|>=|==|!=) ([\w.]+)\s*(?=\))", source.blanked(text)[f.body[0]:f.body[1]])]
    if not found:
        return None
    at, match = random.choice(found)
    first, op, second = match.groups()
    return replaced(text, at, at + len(match.group(0)), "%s %s %s" % (second, op.translate(str.maketrans("<>", "><")), first))


@mutation
def comma(text, random):
    place = a_statement(text, random, plain_statement)
    return place and replaced(text, *place[1:], random.choice(("(void)0, %s;", "(%s), (void)0;", "true ? (void)(%s) : (void)0;")) % text[place[1]:place[2] - 1])


@mutation
def through_macro(text, random):
    place = a_statement(text, random, plain_statement)
    if not place:
        return None
    name = fresh(text, "DO")
    return at_top(replaced(text, *place[1:], "%s(%s);" % (name, text[place[1]:place[2] - 1])),
                  "#define %s(...) %s" % (name, random.choice(("__VA_ARGS__", "do { __VA_ARGS__; } while (0)", "(void)(__VA_ARGS__)"))))


@mutation
def comment_inside(text, random):
    """Comments, line ends and spliced lines where a call is rewritten."""
    found = [m for m in re.finditer(r"\b__(?:shfl\w*|ballot|any|all|syncthreads)\b", source.blanked(text))]
    if not found:
        return None
    match = random.choice(found)
    return replaced(text, match.end(), match.end(), random.choice((" /* here */ ", "\n  // and now\n  ", " \\\n", "  ", " /* ( */ ")))


def helpers(text):
    """Functions at file scope that are called, and no templates."""
    return [f for f in source.functions(text) if not f.kernel and len(re.findall(r"\b%s\s*\(" % f.name, source.blanked(text))) > 1
            and not re.search(r"\btemplate\b|\boperator\b|~", text[source.beginning(text, f.start):f.body[0]])
            and source.blanked(text)[:f.start].count("{") == source.blanked(text)[:f.start].count("}")]


@mutation
def as_member(text, random):
    """A helper becomes a static member; who called it calls that."""
    found = helpers(text)
    if not found:
        return None
    function, name = random.choice(found), fresh(text, "Holder")
    start = source.beginning(text, function.start)
    own = re.sub(r"\bstatic\b", "", text[start:function.body[1] + 1])
    calls = re.sub(r"(?<![\w.:>])%s(?=\s*\()" % function.name, "%s::%s" % (name, function.name), text[function.body[1] + 1:])
    return "%s\nstruct %s { static %s };\n%s" % (text[:start], name, own.strip(), calls)


@mutation
def as_functor(text, random):
    """A helper is called by an object whose operator() it is."""
    found = helpers(text)
    if not found:
        return None
    function, name = random.choice(found), fresh(text, "Functor")
    kind = text[source.beginning(text, function.start):function.parameters[0] - 1]
    kind = re.sub(r"__\w+__|\b(?:static|inline|extern)\b|\b%s\s*$" % function.name, "", kind).strip()
    names = re.findall(r"(\w+)\s*(?:\[[^\]]*\])?\s*(?:,|$)", text[function.parameters[0]:function.parameters[1]])
    own = "\nstruct %s { __device__ %s operator()(%s) const { return %s(%s); } };\n" % (
        name, kind, text[function.parameters[0]:function.parameters[1]], function.name, ", ".join(names if names != ["void"] else []))
    calls = re.sub(r"(?<![\w.:>])%s(?=\s*\()" % function.name, name + "()", text[function.body[1] + 1:])
    return text[:function.body[1] + 1] + own + calls


@mutation
def in_namespace(text, random):
    found = helpers(text)
    if not found:
        return None
    function, name = random.choice(found), fresh(text, "inner")
    start = source.beginning(text, function.start)
    using = random.choice(("using namespace %s;" % name, "using %s::%s;" % (name, function.name)))
    return "%s\nnamespace %s {%s}\n%s\n%s" % (text[:start], name, text[start:function.body[1] + 1], using, text[function.body[1] + 1:])


@mutation
def one_more_parameter(text, random):
    found = [f for f in helpers(text) if "..." not in text[f.parameters[0]:f.parameters[1]]]
    if not found:
        return None
    function = random.choice(found)
    has = text[function.parameters[0]:function.parameters[1]].strip() not in ("", "void")
    at = function.parameters[1] if has else function.parameters[0]
    return replaced(text, at, function.parameters[1], random.choice(("%sint = 0", "%sunsigned unused = warpSize", "%sconst bool &all = true")) % (", " if has else ""))


@mutation
def bounds(text, random):
    """What the launches keep anyway."""
    found = [f for f in source.functions(text) if f.kernel and "__launch_bounds__" not in text[f.start:f.body[0]]]
    if not found:
        return None
    at = random.choice(found).start
    return text[:at] + re.sub(r"__global__", random.choice(("__global__ __launch_bounds__(1024)", "__launch_bounds__(1024, 1) __global__")), text[at:], count=1)


@mutation
def constant_parameter(text, random):
    found = [(f, m) for f in source.functions(text)
             for m in re.finditer(r"(?:(?<=^)|(?<=,))\s*((?:unsigned |int |float )(?:int )?)(\w+)(?=\s*(?:,|$))", text[f.parameters[0]:f.parameters[1]])]
    if not found:
        return None
    function, match = random.choice(found)
    return replaced(text, function.parameters[0] + match.start(), function.parameters[0] + match.start(), " const ")
