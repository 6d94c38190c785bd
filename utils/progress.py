#!/usr/bin/env python3
"""Forwards the output of ninja or lit without the lines that only report progress, and reports that.

usage: COMMAND | progress.py NAME [SECONDS]

A terminal shows one line that changes. A log gets a line every SECONDS (60), so that it shows that the
command still runs, and does not grow. Lines of failed tests, warnings and errors are forwarded.
"""

import re
import signal
import sys
import threading
import time

STEP = re.compile(rb"\[(\d+)/(\d+)\] |[A-Z]+: .* \((\d+) of (\d+)\)$")
FAILED = re.compile(rb"(FAIL|XPASS|UNRESOLVED|TIMEOUT): ")
SILENT = (b"ninja: no work to do.", b"ninja: Entering directory", b"-- Testing: ")
RULE = b"*" * 20
CLEAR = "\r\033[K"


class Progress:
    def __init__(self, name, out, every):
        self.name, self.out, self.every = name, out, every
        self.live = out.isatty()
        self.start = time.monotonic()
        self.done = self.total = 0
        self.in_failure = False
        self.lock, self.ended = threading.Lock(), threading.Event()

    def line(self):
        minutes, seconds = divmod(int(time.monotonic() - self.start), 60)
        passed = "%d:%02d" % (minutes, seconds)
        steps = "%d of %d, " % (self.done, self.total) if self.total else ""
        return "%s: %s%s" % (self.name, steps, passed)

    def show(self):
        with self.lock:
            self.out.write(CLEAR + self.line() if self.live else self.line() + "\n")
            self.out.flush()

    def show_often(self):
        while not self.ended.wait(1 if self.live else self.every):
            self.show()

    def take(self, line):
        if line.startswith(RULE):  # around the output of a failed test, which has any lines
            self.in_failure = line.strip() != RULE
        step = None if self.in_failure else STEP.match(line)
        if step:
            self.done, self.total = (int(number) for number in step.groups() if number)
        silent = not self.in_failure and line.startswith(SILENT)
        if (step and not FAILED.match(line)) or silent:
            return
        with self.lock:
            self.out.write(CLEAR if self.live else "")
            self.out.flush()
            self.out.buffer.write(line)
            self.out.buffer.flush()

    def run(self, lines):
        ticker = threading.Thread(target=self.show_often, daemon=True)
        ticker.start()
        for line in lines:
            self.take(line)
        self.ended.set()
        ticker.join()
        if self.live:
            self.out.write(CLEAR)
            self.out.flush()


def main():
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    every = float(sys.argv[2]) if len(sys.argv) == 3 else 60
    Progress(sys.argv[1], sys.stdout, every).run(sys.stdin.buffer)


main()
