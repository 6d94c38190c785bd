"""kill_at.py LIBRARY FOLDER COOPIFY ARGS...: is each file old or new as all others are, whenever a run is killed?

Runs `COOPIFY --fix ARGS` in copies of FOLDER, killed before the first step of writing, before the second one, and so on
until a run ends by itself. A run that does not write must find the files whole, or say so and end with 2. Then --recover,
or the next --fix, is to leave all files old or all new, and no other ones.
"""

import os
import shutil
import signal
import subprocess
import sys

library, folder, *command = sys.argv[1:]


def texts(where):
    return {os.path.relpath(os.path.join(place, name), where): open(os.path.join(place, name)).read()
            for place, _, names in os.walk(where) for name in names}


def run(where, *options, kill_at=None):
    environment = dict(os.environ, **({"LD_PRELOAD": library, "KILL_AT": str(kill_at)} if kill_at else {}))
    return subprocess.run([command[0], *options, *command[1:]], cwd=where, env=environment,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def fail(moment, what, said=""):
    sys.exit("killed before step %d: %s\n%s" % (moment, what, said))


old = texts(folder)
whole = folder + ".whole"
shutil.copytree(folder, whole)
run(whole, "--fix")
new = texts(whole)
assert set(new) == set(old) and all(new[name] != old[name] for name in old if not name.endswith(".json"))

moment, counts = 0, {"old": 0, "new": 0, "mixed": 0}
while True:
    moment += 1
    where = "%s.%d" % (folder, moment)
    shutil.copytree(folder, where)
    if run(where, "--fix", kill_at=moment).returncode != -signal.SIGKILL:
        break
    left = {name: text for name, text in texts(where).items() if name in old}
    state = "old" if left == old else "new" if left == new else "mixed"
    counts[state] += 1
    looked = run(where)
    if state == "mixed" and (looked.returncode != 2 or "was interrupted" not in looked.stderr):
        fail(moment, "half of the files were analyzed", looked.stderr)
    if {name: text for name, text in texts(where).items() if name in old} != left:
        fail(moment, "a run that does not write has written")
    settled = run(where, "--recover") if moment % 2 else run(where, "--fix")
    if settled.returncode == 2:
        fail(moment, "it was not settled", settled.stderr)
    after = texts(where)
    if after not in (old, new) or (moment % 2 == 0 and after != new):
        fail(moment, "files are neither all old nor all new: " + ", ".join(sorted(after)), settled.stderr)
    shutil.rmtree(where)
if counts["mixed"] == 0 or counts["old"] == 0 or texts(where) != new:
    sys.exit("the moments are not those of a run that writes files: %s" % counts)
print("all files old or all new: %s" % counts)
