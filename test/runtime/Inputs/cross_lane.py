#!/usr/bin/env python3
"""cross_lane.py: reads nvdisasm's output, prints a line "kernel: instruction..." for each kernel.

Only the instructions that read other lanes, wait or call.
"""

import re
import sys

KERNEL = re.compile(r"^\.text\.(\w+):")
# SYNC alone is how divergence ended below sm_70, not a barrier.
INSTRUCTION = re.compile(r"\*/\s+(?:\{\s+)?(?:@!?P\d\s+)?"
                         r"((?:SHFL|VOTE|MATCH|BAR|WARPSYNC|J?CAL|PRET|BRX|YIELD)[.\w]*)")


def main():
    kernels, found = {}, None
    for line in sys.stdin:
        if name := KERNEL.match(line):
            found = kernels.setdefault(name[1], [])
        elif instruction := INSTRUCTION.search(line):
            found.append(instruction[1])
    for name in sorted(kernels):
        print("%s: %s" % (name, " ".join(kernels[name])))


main()
