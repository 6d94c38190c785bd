"""simttry: what texts have in common that a program prints or writes in several runs.

A line that differs from run to run is compared by what does not: it may come elsewhere, or some
of its numbers may be times.
"""

import collections
import re

NUMBER = re.compile(r"(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)")


# What stands before or behind a number that tells how long something took, or how fast it was.
BEFORE_TIME = re.compile(r"(?i)\b(elapsed|took|tim(e|er|es|ing|ings)|duration|speed(up)?|throughput|"
                         r"bandwidth|fps)\b[^\w]*$")
BEHIND_TIME = re.compile(r"(?i)^\s*((n|u|µ|m|milli|micro|nano)?s(ec(ond)?s?)?\b(?!\s*[=:])|"
                         r"[kmgt]?i?(b|bytes?|bits?|flops?|keys|elements)?\s*(/|per)\s*s|fps\b)")


def line_of(lines, number):
    return lines[number] if number < len(lines) else None


def differing_lines(one, other):
    if one is other:
        return set()
    return {number for number in range(max(len(one), len(other)))
            if line_of(one, number) != line_of(other, number)}


def pieces(line):
    """Words and numbers by turns; how many blanks there are depends on the numbers."""
    return NUMBER.split(" ".join(line.split()))


def is_time(row, index):
    return bool(BEFORE_TIME.search(row[index - 1]) or BEHIND_TIME.search(row[index + 1]))


class Text:
    """What all runs of the old program agree on in one of their texts."""

    def __init__(self, first, others):
        self.first = first
        loose = {number for lines in others for number in differing_lines(first, lines)}
        self.times = set()
        self.count_differs = any(len(lines) != len(first) for lines in others)
        if self.count_differs:
            loose = set()
        # Lines that come elsewhere, and those that are nowhere else the same.
        self.moved = {number for number in loose if all(first[number] in lines for lines in others)}
        if any(self.bag(lines) != self.bag(first) for lines in others):
            self.moved = set()
        self.masks = {number: self.mask(number, others) for number in loose - self.moved}

    def bag(self, lines):
        return collections.Counter(lines[number] for number in self.moved)

    def mask(self, number, others):
        """Which pieces of the line are the same in all runs; none where they are not as many."""
        rows = [pieces(lines[number]) for lines in [self.first, *others]]
        if len({len(row) for row in rows}) > 1:
            return []
        return [index for index, column in enumerate(zip(*rows)) if len(set(column)) == 1]

    def differs(self):
        return self.count_differs or bool(self.moved) or bool(self.masks)

    def compared(self):
        """Of how many lines something is compared."""
        return 0 if self.count_differs else \
            len(self.first) - sum(not self.has_words(number) for number in self.masks)

    def has_words(self, number):
        row = pieces(self.first[number])
        return any(row[index].strip() for index in self.masks[number])

    def left_out(self):
        """What is not compared, as text; empty: all is."""
        if self.count_differs:
            return "how many lines there are, and those,"
        parts = sum(map(self.has_words, self.masks)) + len(self.times)
        return " and ".join([*counted("", len(self.masks) + len(self.times) - parts), *counted("numbers in ", parts)])

    def is_line_same(self, number, line):
        if number not in self.masks or line is None:
            return line == line_of(self.first, number) or self.is_other_time(number, line)
        old, new = pieces(self.first[number]), pieces(line)
        mask = self.masks[number]
        return not mask or len(old) == len(new) and all(old[i] == new[i] for i in mask)

    def is_other_time(self, number, line):
        """A coarse time may be the same in all runs of the old program, and is no result."""
        if None in (line_of(self.first, number), line):
            return False
        old, new = pieces(self.first[number]), pieces(line)
        if old[::2] != new[::2]:
            return False
        differing = [index for index in range(1, len(old), 2) if old[index] != new[index]]
        if not all(is_time(old, index) for index in differing):
            return False
        self.times.add(number)
        return True

    def difference(self, lines, name):
        """The first line that is another one, as text; empty: none is."""
        if self.count_differs:
            return ""
        for number in range(max(len(lines), len(self.first))):
            comes_elsewhere = number in self.moved and number < len(lines)
            if not comes_elsewhere and not self.is_line_same(number, line_of(lines, number)):
                return said(name, number, line_of(lines, number), "was " + shown(
                    line_of(self.first, number)))
        return self.line_too_many(lines, name)

    def line_too_many(self, lines, name):
        """As difference(), of the lines that come in any order."""
        more = self.bag(lines) - self.bag(self.first)
        for number in sorted(self.moved):
            if lines[number] in more:
                return said(name, number, lines[number], "was nowhere")
        return ""


def counted(what, count):
    return ["%s%d line%s" % (what, count, "" if count == 1 else "s")] if count else []


def shown(line):
    return "(nothing)" if line is None else "'%s'" % line


def said(name, number, line, was):
    text = "line %d of %s is %s, and %s" % (number + 1, name, shown(line), was)
    return text if text.isprintable() else "line %d of %s is another one" % (number + 1, name)
