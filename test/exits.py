#!/usr/bin/env python3
"""exits.py STATUS COMMAND...: runs the command and fails unless it exits with STATUS."""

import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
if status != int(sys.argv[1]):
    sys.exit("exit status %d, not %s: %s" % (status, sys.argv[1], " ".join(sys.argv[2:])))
