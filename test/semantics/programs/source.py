"""CUDA text that others wrote: its functions, their statements, and who names whom. By tokens, no parser.

What is not understood is left alone; a change that does not compile is thrown away by those who ask.
"""

import dataclasses
import re

SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', re.S | re.M)
BOUNDS = r"__launch_bounds__\s*\((?:[^()]|\([^()]*\))*\)"
FUNCTION = re.compile(r"(?:\b__global__|\b__device__)(?:%s|[^;{}=])*?\b(?!__launch_bounds__)(\w+)\s*\(" % BOUNDS)


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


def is_declaration(words):
    return re.match(r"(?:const\s+|volatile\s+|static\s+|extern\s+|__shared__\s+|unsigned\s+|struct\s+)*[A-Za-z_]\w*(?:<[^;=]*>)?(?:\s*[*&]+\s*|\s+)(?:const\s+)?\w+\s*(?:[=;,\[({])", words) is not None


def reached(text, kernel, found):
    """Names of the functions that the kernel comes to, by what is named in bodies; its own too."""
    bodies = {}
    for function in found:
        bodies.setdefault(function.name, []).append(text[function.body[0]:function.body[1]])
    names, work = {kernel}, [kernel]
    while work:
        for body in bodies.get(work.pop(), []):
            for name in set(re.findall(r"\w+", body)) & set(bodies) - names:
                names.add(name)
                work.append(name)
    return names
