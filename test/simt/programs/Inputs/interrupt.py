"""Ends coopify while a program runs that it tries, and tells what is left of that.

usage: interrupt.py INT|TERM FOLDER COMMAND...
"""

import os
import signal
import subprocess
import sys
import time

PATIENCE = 120


def wait_for(what):
    """What it gives when that is something; None when it takes too long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := what():
            return value
        time.sleep(0.05)
    return None


def process_in(path):
    """The number that the program has written, when it has."""
    try:
        with open(path) as file:
            return int(file.read() or 0)
    except FileNotFoundError:
        return 0


def runs(process):
    """A zombie does not."""
    try:
        with open("/proc/%d/stat" % process) as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


how, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
note, scratch = os.path.join(folder, ".process"), os.path.join(folder, "tmp")
if os.path.exists(note):
    os.remove(note)
number = getattr(signal, "SIG" + how)
signal.signal(number, signal.SIG_DFL)
coopify = subprocess.Popen(command, cwd=folder, env={**os.environ, "TMPDIR": scratch},
                           start_new_session=True)
program = wait_for(lambda: process_in(note))
os.kill(coopify.pid, number)
ended = coopify.wait()
print("ended by", how if ended == -number else "itself: %d" % ended)
left = [name for name in os.listdir(scratch) if name.startswith("coopify-try")]
print("left:", "a process," if runs(program) else "no process,", "a folder" if left else "no folder")
