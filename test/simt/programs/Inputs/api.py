"""Compares the API functions that a document names with those that a library defines.

usage: api.py DOCUMENT LIBRARY
"""

import pathlib
import re
import subprocess
import sys

FUNCTION = re.compile(r"\b(?:cuda[A-Z]|cu[A-Z])\w+")


def listed(document):
    text = pathlib.Path(document).read_text()
    found = re.search(r"<!-- api -->(.*)<!-- end of api -->", text, re.S)
    return set(FUNCTION.findall(found[1] if found else text))


def defined(library):
    symbols = subprocess.run(["llvm-nm", "--defined-only", "-j", library], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.split()
    return {symbol for symbol in symbols if FUNCTION.fullmatch(symbol)}


def main(document, library):
    there, said = defined(library), listed(document)
    for what, names in (("not there", said - there), ("not listed", there - said)):
        for name in sorted(names):
            print("%s: %s" % (what, name))
    print("%d functions" % len(there))
    return said != there


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
