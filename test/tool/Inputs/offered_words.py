"""Runs the program with each word that completion offers: it has to take these, and no others.

usage: offered_words.py COOPIFY SCRIPT, beside a unit a.cu that is empty

Options that take any text say nothing of their words, so those are listed here.
"""

import re
import subprocess
import sys

OF_ANY_TEXT = {"--cache": "none", "--cuda-path": "embedded"}
RUN = ["--cuda-path=embedded", "a.cu", "--"]
ASKED = {"--explain": [], "--arch": RUN, "--min-arch": RUN, "--assume": RUN}


def refused(coopify, option, word):
    command = [coopify, "%s=%s" % (option, word), *ASKED.get(option, ["--list-checks"])]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return run.stdout if run.returncode == 2 else None


def main():
    coopify, script = sys.argv[1:]
    with open(script) as file:
        offered = re.findall(r"^  (-\S+)\) words='([^']*)'", file.read(), re.M)
    for option, words in offered:
        if not refused(coopify, option, "no-such-word") and words != OF_ANY_TEXT.get(option):
            sys.exit("%s takes any text, so are '%s' its words?" % (option, words))
        for word in words.split():
            why = refused(coopify, option, word)
            if why:
                sys.exit("%s=%s is offered, but refused:\n%s" % (option, word, why))
    print("%d words are right" % sum(len(words.split()) for _, words in offered))


main()
