"""Options that are not on the command line: of files and of the environment."""

import os
import shlex

import options
from request import Refused


def expand(arguments):
    """Files of options stand for their words, wherever they are named."""
    words, left, files = [], list(arguments), 0
    while left:
        word = left.pop(0)
        name, _, value = word.partition("=")
        if name.lstrip("-") in ("options-file", "optf") and name.startswith("-"):
            paths = options.split(value or (left.pop(0) if left else ""))
        elif word.startswith("@") and words[-1:] not in (["-Xcompiler"], ["--compiler-options"]):
            paths = [word[1:]]
        else:
            words.append(word)
            continue
        files += len(paths)
        left[:0] = [word for path in paths for word in read_options(path, files)]
    return words


def read_options(path, files):
    if files > 100:
        raise Refused("%s: files of options that name each other" % path)
    try:
        return options.words_of(path)
    except (OSError, ValueError) as why:
        raise Refused("%s: options cannot be read from it: %s" % (path, why))


def from_environment(name):
    return expand(shlex.split(os.environ.get(name, "")))
