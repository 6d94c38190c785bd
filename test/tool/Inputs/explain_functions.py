"""usage: explain_functions.py COOPIFY WarpIntrinsics.def

Fails unless --explain prints a check's page for each function of the table that speaks to other
lanes or waits for them.
"""

import re
import subprocess
import sys

OTHERS = {"Fence", "Clock", "Atomic"}

coopify, table = sys.argv[1:]
rows = re.findall(r"^WARP_INTRINSIC\((\w+), *(\w+)", open(table).read(), re.M)
functions = [name for name, family in rows if family not in OTHERS]
assert "__shfl_down" in functions
for name in functions:
    run = subprocess.run([coopify, "--explain=" + name], text=True, stdout=subprocess.PIPE)
    begin = "'%s' is reported by " % name
    if run.returncode != 0 or not run.stdout.startswith(begin) or "\n# " not in run.stdout:
        sys.exit("no page for " + name)
