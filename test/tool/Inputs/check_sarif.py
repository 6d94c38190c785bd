"""Checks a SARIF file, and prints a line for each of its results.

usage: check_sarif.py FILE ROOT

What is checked is what version 2.1.0 of the standard asks of the objects that coopify writes: which
properties each has to have and may have, the types, the enumerations, and what the text of the
standard says beyond its schema (indices, columns that are in the file, replacements that do not
overlap). With COOPIFY_SARIF_SCHEMA set to the official schema, and jsonschema in Python's path, that is
asked as well.
"""

import json
import os
import re
import sys
import urllib.parse

# Object: {property: type}; those with '!' are required. [X] is a list, {X} any value of a set.
TEXT, NUMBER, BOOL, ANY = str, int, bool, object
SHAPES = {
    "log": {"$schema": TEXT, "version!": {"2.1.0"}, "runs!": ["run"]},
    "run": {"tool!": "tool", "invocations": ["invocation"], "originalUriBaseIds": ANY,
            "columnKind": {"utf16CodeUnits", "unicodeCodePoints"}, "results": ["result"],
            "properties": ANY},
    "tool": {"driver!": "component"},
    "component": {"name!": TEXT, "semanticVersion": TEXT, "informationUri": TEXT, "rules": ["rule"]},
    "rule": {"id!": TEXT, "name": TEXT, "shortDescription": "text", "help": "text",
             "helpUri": TEXT, "defaultConfiguration": "configuration"},
    "configuration": {"level": {"none", "note", "warning", "error"}},
    "text": {"text!": TEXT, "markdown": TEXT},
    "invocation": {"executionSuccessful!": BOOL, "toolExecutionNotifications": ["notification"]},
    "notification": {"descriptor": "descriptor", "level": {"none", "note", "warning", "error"},
                     "message!": "text", "locations": ["location"]},
    "descriptor": {"id!": TEXT},
    "result": {"ruleId": TEXT, "ruleIndex": NUMBER,
               "kind": {"pass", "open", "informational", "notApplicable", "review", "fail"},
               "level": {"none", "note", "warning", "error"}, "message!": "text",
               "locations": ["location"], "relatedLocations": ["location"],
               "partialFingerprints": ANY, "suppressions": ["suppression"], "fixes": ["fix"],
               "properties": ANY},
    "location": {"id": NUMBER, "physicalLocation": "place", "message": "text"},
    "place": {"artifactLocation!": "artifact", "region": "region"},
    "artifact": {"uri!": TEXT, "uriBaseId": TEXT},
    "region": {"startLine!": NUMBER, "startColumn": NUMBER, "endLine": NUMBER, "endColumn": NUMBER},
    "suppression": {"kind!": {"inSource", "external"}},
    "fix": {"description": "text", "artifactChanges!": ["change"]},
    "change": {"artifactLocation!": "artifact", "replacements!": ["replacement"]},
    "replacement": {"deletedRegion!": "region", "insertedContent": "text"},
}


def fail(where, what):
    sys.exit("%s: %s" % (where, what))


def check(value, shape, where):
    if isinstance(shape, list):
        if not isinstance(value, list):
            fail(where, "is no list")
        for i, item in enumerate(value):
            check(item, shape[0], "%s[%d]" % (where, i))
    elif isinstance(shape, set):
        if value not in shape:
            fail(where, "%r is none of %s" % (value, sorted(shape)))
    elif isinstance(shape, type):
        if not isinstance(value, shape):
            fail(where, "%r is no %s" % (value, shape.__name__))
    else:
        known = {name.rstrip("!"): (kind, name.endswith("!")) for name, kind in SHAPES[shape].items()}
        for name in value:
            if name not in known:
                fail(where, "%s has no %s" % (shape, name))
            check(value[name], known[name][0], where + "." + name)
        for name, (_, required) in known.items():
            if required and name not in value:
                fail(where, "%s lacks %s" % (shape, name))


def path_of(artifact, root):
    uri = artifact["uri"]
    if re.search(r"[^\w\-.~!$&'()*+,;=:@/%]", uri) or re.search(r"%(?![0-9A-F]{2})", uri):
        fail(uri, "is no URI")
    if artifact.get("uriBaseId") == "%SRCROOT%":
        if uri.startswith(("/", "..", "file:")):
            fail(uri, "is not below its base")
        return os.path.join(root, urllib.parse.unquote(uri))
    if not uri.startswith("file:///"):
        fail(uri, "has no base")
    return urllib.parse.unquote(uri[len("file://"):])


class Texts:
    def __init__(self, root):
        self.root, self.lines = root, {}

    def of(self, artifact):
        path = path_of(artifact, self.root)
        if path not in self.lines:
            self.lines[path] = open(path, encoding="utf-8", errors="replace", newline="").read()
        return self.lines[path]

    def offset(self, text, line, column):
        lines = re.split(r"(?<=\n)", text)
        if not 1 <= line <= len(lines) or not 1 <= column <= len(lines[line - 1]) + 1:
            fail("%d:%d" % (line, column), "is not in the file")
        return sum(map(len, lines[: line - 1])) + column - 1

    def span(self, artifact, region):
        text = self.of(artifact)
        begin = self.offset(text, region["startLine"], region["startColumn"])
        end = self.offset(text, region["endLine"], region["endColumn"])
        if end < begin:
            fail(region, "ends before it begins")
        return text, begin, end


def apply(fix, texts):
    """The files that a fix makes, by path."""
    out = {}
    for change in fix["artifactChanges"]:
        text, done, new = texts.of(change["artifactLocation"]), 0, ""
        for replacement in change["replacements"]:
            _, begin, end = texts.span(change["artifactLocation"], replacement["deletedRegion"])
            if begin < done or (begin == done and done and begin == end):
                fail(replacement, "touches the one before")
            new += text[done:begin] + replacement.get("insertedContent", {}).get("text", "")
            done = end
        out[path_of(change["artifactLocation"], texts.root)] = new + text[done:]
    return out


def check_official(log):
    schema = os.environ.get("COOPIFY_SARIF_SCHEMA")
    if schema:
        import site

        site.main()  # tests run without what is installed
        import jsonschema

        jsonschema.validate(log, json.load(open(schema)))
        print("valid by the official schema")


def main():
    log, texts = json.load(open(sys.argv[1])), Texts(os.path.realpath(sys.argv[2]))
    check_official(log)
    check(log, "log", "log")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    if run["originalUriBaseIds"]["%SRCROOT%"]["uri"] != "file://%s/" % urllib.parse.quote(texts.root):
        fail(run["originalUriBaseIds"], "is another folder")
    for rule in rules:
        if len(rule["help"]["text"]) < 200:
            fail(rule["id"], "has no page")
    for result in run["results"]:
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            fail(result["ruleId"], "has another one's index")
        if result["kind"] != "fail" and result["level"] != "none":
            fail(result["ruleId"], "has a level that its kind has not")
        place = result["locations"][0]["physicalLocation"]
        text, begin, end = texts.span(place["artifactLocation"], place["region"])
        for related in result.get("relatedLocations", []):
            at = related["physicalLocation"]
            texts.span(at["artifactLocation"], at["region"])
        said = result["properties"]
        print(os.path.basename(path_of(place["artifactLocation"], texts.root)),
              place["region"]["startLine"], result["ruleId"], said["verdict"],
              said.get("reason", "-"), ",".join(said.get("assumptions", [])) or "-",
              "suppressed" if result["suppressions"] else "open", repr(text[begin:end]),
              [os.path.basename(p) for f in result.get("fixes", []) for p in apply(f, texts)])
    if len({r["partialFingerprints"]["coopify/v1"] for r in run["results"]}) != len(run["results"]):
        fail("fingerprints", "two are the same")
    for fix in (f for r in run["results"][:1] for f in r.get("fixes", [])):
        print("\n".join(apply(fix, texts).values()))


main()
