"""CUDA text that others wrote: its functions, their statements, and who names whom. By tokens, no parser.

What is not understood is left alone; a change that does not compile is thrown away by those who ask.
"""

import dataclasses
import re

SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', re.S | re.M)
BOUNDS = r"__launch_bounds__\s*\((?:[^()]|\([^()]*\))*\)"
FUNCTION = re.compile(r"(?:\b__global__|\b__device__)(?:%s|[^;{}=])*?\b(?!__launch_bounds__)(operator\s*\(\s*\)|\w+)\s*\(" % BOUNDS)


def blanked(text):
    """The same length, with comments, strings and directives as spaces."""
    return SKIPPED.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def closing(text, at):
    """Where the bracket that opens at AT closes; None if it does not."""
    pairs, depth = {"(": ")", "{": "}", "[": "]"}, 0
    opened, closed = text[at], pairs[text[at]]
    for i in range(at, len(text)):
        depth += (text[i] == opened) - (text[i] == closed)
        if depth == 0:
            return i
    return None


@dataclasses.dataclass
class Function:
    name: str
    start: int
    parameters: tuple  # their range
    body: tuple        # from { to }
    kernel: bool


def functions(text):
    plain, found, at = blanked(text), [], 0
    for match in FUNCTION.finditer(plain):
        if match.start() < at:
            continue
        opened = match.end() - 1
        end = closing(plain, opened)
        brace = end and re.compile(r"\s*(?:const|noexcept|override|\s)*\{").match(plain, end + 1)
        if not brace:
            continue
        last = closing(plain, brace.end() - 1)
        if last is None:
            continue
        found.append(Function(match.group(1), match.start(), (opened + 1, end), (brace.end() - 1, last), "__global__" in match.group(0)))
        at = last
    return found


def beginning(text, start):
    """Where the declaration begins in which something stands: behind the last `;`, `}`, `{` or directive."""
    plain, last = blanked(text), 0
    for match in re.finditer(r"[;{}]", plain[:start]):
        last = match.end()
    directive = [m.end() for m in re.finditer(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*$", text[:start], re.M)]
    return max([last, *directive])


def statements(text, function):
    """Ranges of simple statements `...;` of a function, which stand where any statement may."""
    plain, (start, end) = blanked(text), function.body
    for match in re.finditer(r"(?<=[;{}])(\s*)([^;{}]+;)", plain[start:end]):
        at = start + match.start(2)
        words = match.group(2)
        if plain.count("(", start, at) != plain.count(")", start, at):
            continue  # of a for
        if re.match(r"\s*(for|if|else|while|do|case|default|return|break|continue|goto|using|typedef|switch|public|private)\b", words) or ":" in words.split("?")[0].replace("::", ""):
            continue
        yield at, at + len(match.group(2))


def after_statement(plain, at):
    """Where the statement ends that begins at AT: a block, a simple one, or one that has others; None if unclear."""
    at = re.compile(r"\s*").match(plain, at).end()
    if plain[at:at + 1] == "{":
        end = closing(plain, at)
        return end and end + 1
    head = re.compile(r"(if|for|while|switch)\s*\(").match(plain, at)
    if head:
        end = closing(plain, head.end() - 1)
        last = end and after_statement(plain, end + 1)
        other = last and head.group(1) == "if" and re.compile(r"\s*else\b").match(plain, last)
        return after_statement(plain, other.end()) if other else last
    if re.compile(r"(do|else|case|default|goto)\b").match(plain, at):
        return None
    depth = 0
    for i in range(at, len(plain)):
        depth += (plain[i] in "([{") - (plain[i] in ")]}")
        if depth < 0:
            return None
        if depth == 0 and plain[i] == ";":
            return i + 1
    return None


@dataclasses.dataclass
class Headed:
    """A statement with a condition or such in brackets: if, while, for."""

    word: str
    start: int
    opened: int  # the bracket
    closed: int
    body: tuple
    other: tuple = None  # behind else


def headed(text, function):
    plain = blanked(text)
    for match in re.finditer(r"(?<=[;{}])(\s*)\b(if|while|for)\s*\(", plain[function.body[0]:function.body[1]]):
        start, opened = function.body[0] + match.start(2), function.body[0] + match.end() - 1
        closed = closing(plain, opened)
        end = closed and after_statement(plain, closed + 1)
        if not end or re.search(r"\bdo\b", plain[function.body[0]:start]) or "#" in text[start:end]:
            continue
        other = match.group(2) == "if" and re.compile(r"\s*else\b").match(plain, end)
        last = other and after_statement(plain, other.end())
        if other and not last:
            continue
        yield Headed(match.group(2), start, opened, closed, (closed + 1, end), (other.end(), last) if other else None)


def is_declaration(words):
    return re.match(r"(?:const\s+|volatile\s+|static\s+|extern\s+|__shared__\s+|unsigned\s+|struct\s+)*[A-Za-z_]\w*(?:<[^;=]*>)?(?:\s*[*&]+\s*|\s+)(?:const\s+)?\w+\s*(?:[=;,\[({])", words) is not None


def reached(text, kernel, found):
    """Names of the functions that the kernel comes to, by what is named in bodies; its own too, and each
    operator(), which nobody names."""
    bodies = {}
    for function in found:
        bodies.setdefault(function.name, []).append(text[function.body[0]:function.body[1]])
    names = {kernel, *(name for name in bodies if name.startswith("operator"))}
    work = list(names)
    while work:
        for body in bodies.get(work.pop(), []):
            for name in set(re.findall(r"\w+", body)) & set(bodies) - names:
                names.add(name)
                work.append(name)
    return names
