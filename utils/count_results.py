#!/usr/bin/env python3
"""Prints "PASSED FAILED SKIPPED" for a JSON file of gtest or lit, then a line for each reason to skip.

usage: count_results.py RESULTS STATUS

STATUS is the exit status of the program that wrote it: a crash that left no
file, or a failure that the file does not show, counts as one failed test.
"""

import collections
import json
import sys

LIT_PASSES = {"PASS", "XFAIL", "FLAKYPASS"}
LIT_SKIPS = {"UNSUPPORTED", "EXCLUDED", "SKIPPED"}


def count(results):
    if "testsuites" in results:  # gtest
        failed = results["failures"]
        off = results.get("disabled", 0) + sum(
            test.get("result") == "SKIPPED"
            for suite in results["testsuites"]
            for test in suite["testsuite"]
        )
        return results["tests"] - failed - off, failed, off
    codes = [test["code"] for test in results["tests"]]
    passed = sum(code in LIT_PASSES for code in codes)
    skipped = sum(code in LIT_SKIPS for code in codes)
    return passed, len(codes) - passed - skipped, skipped


NEEDS = "Test requires the following unavailable features: "


def reason(test):
    """Why lit or the compile gate has skipped it."""
    lines = (test.get("output") or "").splitlines()
    needs = next((line[len(NEEDS):] for line in lines if line.startswith(NEEDS)), None)
    return "needs " + needs if needs else "no reason given"


def skips(results):
    reasons = collections.Counter(reason(test) for test in results.get("tests", [])
                                  if isinstance(test, dict) and test["code"] in LIT_SKIPS)
    return ["skipped: %s (%d test%s)" % (why, number, "s" * (number > 1))
            for why, number in sorted(reasons.items())]


def main():
    path, status = sys.argv[1], int(sys.argv[2])
    try:
        with open(path) as file:
            results = json.load(file)
        (passed, failed, skipped), why = count(results), skips(results) if "testsuites" not in results else []
    except (OSError, ValueError):
        passed, failed, skipped, why = 0, 0, 0, []
    if status != 0 and failed == 0:
        failed = 1
    print(passed, failed, skipped)
    print(*why, sep="\n")


main()
