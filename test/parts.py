"""The parts of a test (//--- NAME), as split-file has them: its start takes longer than its work."""

import os
import re

BEGINS = re.compile(r"(?://|#)--- (.*)")


def split(test, folder):
    """Writes the parts of the file to the folder."""
    out = None
    with open(test, newline="") as file:
        for line in file:
            begins = BEGINS.match(line)
            if begins:
                path = os.path.join(folder, begins.group(1).strip())
                os.makedirs(os.path.dirname(path), exist_ok=True)
                if out:
                    out.close()
                out = open(path, "w", newline="")
            elif out:
                out.write(line)
    if not out:
        raise ValueError("%s has no parts" % test)
    out.close()
