"""simttry: the files that a unit reads, and under which names: from what -MD writes for make."""

import os
import re


def words(text):
    """make's words: '\\ ' is a blank, '\\#' a '#', '$$' a '$'."""
    text = text.replace("\\\n", " ")
    out = re.findall(r"(?:\\[\s#\\]|\$\$|[^\s])+", text)
    return [re.sub(r"\\([\s#])", r"\1", word).replace("$$", "$") for word in out]


def names(path, directory):
    """The files as the unit names them, from its directory; None where nothing is known."""
    if not os.path.exists(path):
        return None
    with open(path, errors="surrogateescape") as file:
        found = words(file.read())
    # What comes before the colon is the object.
    first = next((n for n, word in enumerate(found) if word.endswith(":")), -1)
    return [os.path.abspath(os.path.join(directory, word)) for word in found[first + 1:]]


def depends_on(path, directory, files):
    """Whether one of the files, by their real paths, is among them; so it is where nobody knows."""
    found = names(path, directory)
    return found is None or bool({os.path.realpath(name) for name in found} & set(files))
