"""simttry: the command that the user names, as words."""

import glob
import os
import shlex
import shutil

from request import Refused

OF_A_SHELL = "|&;<>`$"


def unquoted(command):
    """The letters that a shell would see."""
    quote, out, letters = None, [], iter(command)
    for letter in letters:
        if letter == "\\" and quote != "'":
            next(letters, None)
        elif letter == quote:
            quote = None
        elif quote is None and letter in "'\"":
            quote = letter
        elif quote is None or (quote == '"' and letter in "$`"):
            out.append(letter)
    return "".join(out)


def words_of(command, folder):
    """Refused is what only a shell understands, for there is none."""
    shell = sorted(set(unquoted(command)) & set(OF_A_SHELL))
    if shell:
        raise Refused("the command is a program and its arguments; it is not given to a shell, and "
                      "has a '%s'. --try-stdin=<file> is what it reads" % shell[0])
    try:
        words = shlex.split(command)
    except ValueError as why:
        raise Refused("the command ends within a quoted word (%s)" % why)
    if not words:
        raise Refused("the command is empty")
    if "=" in words[0]:
        raise Refused("the command begins with '%s'; set the variable for coopify itself" % words[0])
    for word in words[1:]:
        if set("*?[") & set(word) and set("*?[") & set(unquoted(command)) and \
                glob.glob(os.path.join(folder, word)):
            raise Refused("'%s' is a pattern, and no shell replaces it: name the files" % word)
    return words


def refuse_other_program(word, folder, units):
    """The first word is what the compile database builds, wherever that would be."""
    known = {os.path.realpath(folder)} | {os.path.realpath(unit["directory"]) for unit in units}
    found = shutil.which(word) if os.sep not in word else os.path.join(folder, word)
    if not found or not os.path.isfile(found):
        return
    at = os.path.dirname(os.path.realpath(found))
    if not any(os.path.commonpath([at, top]) == top for top in known):
        raise Refused("'%s' is %s, and not what the compile database builds: name that program, "
                      "with its arguments" % (word, found))
