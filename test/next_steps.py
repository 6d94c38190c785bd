"""The last lines of coopify's text: the sites that must change, and the next steps.

The steps repeat the command line, and so differ between machines and between two commands that do
the same. test/tool/next-steps.test and the unit tests of NextSteps have them.
"""

import re

BLOCK = re.compile(rb"^(?:(?:\d+ sites? (?:must change|of required checks)|left: ).*\n)?next: .*\n(?: {6}.*\n)*",
                   re.M)


def without_next_steps(text):
    return BLOCK.sub(b"", text)
