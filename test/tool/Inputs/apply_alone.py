"""Applies each finding of a --json report alone to a copy of its files, and parses the copy.

usage: apply_alone.py REPORT FOLDER COPY [COMMAND...]

FOLDER has a compile_commands.json. COMMAND runs in the copy, and is to print a --json report without
a parse error. Without one, the report's own list of edits is applied.
"""

import json
import os
import shutil
import subprocess
import sys


def apply(edits, folder, copy):
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    database = os.path.join(copy, "compile_commands.json")
    text = open(database).read().replace(os.path.realpath(folder), os.path.realpath(copy))
    open(database, "w").write(text)
    for edit in reversed(edits):
        path = os.path.join(copy, os.path.relpath(edit["file"], os.path.realpath(folder)))
        code = open(path, "rb").read()
        begin, end = edit["offset"], edit["offset"] + edit["length"]
        open(path, "wb").write(code[:begin] + edit["text"].encode() + code[end:])


def errors(command, copy):
    out = subprocess.run(command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return [note for note in json.loads(out)["notes"] if note["kind"] == "parse-error"]


def main():
    report, folder, copy, *command = sys.argv[1:]
    said = json.load(open(report))
    if not command:
        return apply(said["edits"], folder, copy)
    findings, done, bad = said["findings"], {}, 0
    for finding in findings:
        if not finding["edits"]:
            continue
        key = json.dumps([[e["file"], e["offset"], e["length"], e["text"]] for e in finding["edits"]])
        if key not in done:
            apply(finding["edits"], folder, copy)
            done[key] = errors(command, copy)
        for error in done[key]:
            bad += 1
            print("%s:%d alone: %s" % (os.path.basename(finding["file"]), finding["line"], error))
    print(len([f for f in findings if f["edits"]]), "findings alone,", len(done), "different,", bad, "errors")


if __name__ == "__main__":
    main()
