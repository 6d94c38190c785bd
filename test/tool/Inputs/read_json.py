"""One line for each finding of a --json report."""

import json
import os
import sys

for finding in json.load(open(sys.argv[1]))["findings"]:
    verdict = finding["verdict"]
    print(os.path.basename(finding["file"]), finding["line"],
          "coopify-less" if not finding["check"].startswith("coopify-") else "?", verdict["kind"],
          verdict.get("applicability", verdict.get("reason")), len(finding["edits"]), "edits")
