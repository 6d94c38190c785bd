"""Programs as trees: what the grammar makes, and what the reduction takes apart.

A node is what one production made: its kind (what it can stand for), the production's name and its
parts: text, nodes, and lists of nodes (statements, declarations), of which each can be left out.
Names that the generator makes end with a mark, so that they can be told from all other text; pretty()
takes it off.
"""

import copy
import re

NAME = re.compile(r"\b[A-Za-z]+[0-9]+q\b")


class Node:
    __slots__ = ("kind", "name", "parts", "defines")

    def __init__(self, kind, name, *parts, defines=()):
        self.kind, self.name, self.parts, self.defines = kind, name, list(parts), tuple(defines)

    def text(self):
        return "".join(_text(part) for part in self.parts)

    def children(self):
        for part in self.parts:
            if isinstance(part, Node):
                yield part
            elif isinstance(part, list):
                yield from part

    def walk(self):
        yield self
        for child in self.children():
            yield from child.walk()

    def copy(self):
        return copy.deepcopy(self)


def _text(part):
    if isinstance(part, str):
        return part
    if isinstance(part, Node):
        return part.text()
    return "\n".join(child.text() for child in part)


def names_in(text):
    return set(NAME.findall(text))


def undefined(root):
    """Names that are used and that no node defines: such a program does not compile."""
    defined = {name for node in root.walk() for name in node.defines}
    return names_in(root.text()) - defined


def pretty(text, shown):
    """The text with the names that are shown: SHOWN maps some, others lose their mark."""
    return NAME.sub(lambda match: shown.get(match.group(0), match.group(0)[:-1]), text)


def indented(text):
    """Lines by the braces around them; a line that is only spaces goes."""
    depth, lines = 0, []
    for line in text.splitlines():
        line = line.strip()
        if not line:
            continue
        closing = len(line) - len(line.lstrip("}")) if line[0] == "}" else 0
        lines.append(line if line[0] == "#" else "  " * max(0, depth - closing) + line)
        depth += line.count("{") - line.count("}")
    return "\n".join(lines) + "\n"
