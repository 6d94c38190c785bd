"""without_clang_headers.py COOPIFY ARGUMENT...: runs it where an empty folder stands above clang's headers."""

import os
import re
import subprocess
import sys

version = subprocess.run([sys.argv[1], "--version"], stdout=subprocess.PIPE, text=True).stdout
above = os.path.dirname(re.search(r"^clang's headers: (\S+)$", version, re.M)[1])
os.execvp("unshare", ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"', above, *sys.argv[1:]])
