#!/usr/bin/env -S python3 -S
"""without_cache.py ARGS...: coopify, after it has found the same with what is kept and without.

What a run would write and say must not depend on the cache: neither on precompiled headers nor on
what is kept of earlier runs. ./dev test --all runs the tests of rules and traps so.
COOPIFY is the program.
"""

import os
import subprocess
import sys

COOPIFY = os.environ["COOPIFY"]
DIFFERS = 99  # no exit status of coopify's
OTHER_WORK = ("--extract", "--link", "--explain", "--list-checks", "--emit-ninja", "--stats",
              "--install-runtime", "--add-nolint")
WRITES = ("--fix", "--out-dir", "--export-fixes", "--json", "--diff")


def found(options, rest):
    done = subprocess.run([COOPIFY, "--diff", *options, *rest], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    return done.returncode, done.stdout, done.stderr


def main():
    arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    names = [argument.split("=")[0] for argument in arguments[:end]]
    if not any(name in OTHER_WORK for name in names):
        options = [a for a, name in zip(arguments, names) if name not in WRITES]
        kept, anew = (found(extra, [*options, *arguments[end:]]) for extra in ([], ["--no-cache"]))
        if kept != anew:
            sys.stderr.write("without_cache.py: not the same\nkept: %d\n%s\n%s\nanew: %d\n%s\n%s\n" % (
                kept[0], kept[1].decode(errors="replace"), kept[2].decode(errors="replace"),
                anew[0], anew[1].decode(errors="replace"), anew[2].decode(errors="replace")))
            return DIFFERS
    return subprocess.run([COOPIFY, *arguments]).returncode


sys.exit(main())
