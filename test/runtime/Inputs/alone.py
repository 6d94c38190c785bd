#!/usr/bin/env python3
"""alone.py INCLUDE -- COMMAND...: each public header must compile alone, and twice.

Runs COMMAND on one file per header of INCLUDE/coopify, which includes nothing else.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile


def compile_alone(command, folder, header):
    unit = pathlib.Path(folder) / (header.stem + ".cu")
    unit.write_text("#include <coopify/{0}>\n#include <coopify/{0}>\n".format(header.name))
    return header.name, subprocess.run([*command, str(unit)], text=True, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT)


def main():
    include, command = pathlib.Path(sys.argv[1]), sys.argv[3:]
    headers = sorted((include / "coopify").glob("*.h"))
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, run in pool.map(lambda h: compile_alone(command, folder, h), headers):
                if run.returncode != 0:
                    print("\n".join(run.stdout.splitlines()[:20]))
                    failed.append(name)
    print("%d headers, %d failed %s" % (len(headers), len(failed), " ".join(failed)))
    sys.exit(1 if failed or not headers else 0)


main()
