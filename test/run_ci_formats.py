#!/usr/bin/env python3
"""What --junit, --code-quality and --annotations write is read back by parsers that are not ours, and says the same as
--json: the violations with their lines and messages, nothing for what holds, and never nothing for what is not known.
"""
import json
import os
import re
import sys
import xml.etree.ElementTree

import harness
from formats import Run, execute, runs
from harness import PROGRAMS, expect, temporary_folder
from tasks import PROPERTIES

ANNOTATION = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")
# What GitHub's runner turns back, in its order.
ESCAPES = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))

# Two lines with the same text, both violated.
TWINS = """#include <assert.h>
int zero;
int nondet_int(void);
int main(void)
{
    if (nondet_int())
        assert(zero == 1);
    else
        assert(zero == 1);
    return 0;
}
"""

EXTRA = [Run("twins", ["--all", "t.c"], "FALSE", files={"t.c": TWINS}),
         Run("percent and colon", ["a,b:50%.c"], "FALSE",
             files={"a,b:50%.c": "#include <assert.h>\nint main(void) { assert(0 && \"100%: a,b\"); return 0; }\n"})]


def message_of(violation):
    parts = [violation["message"], violation["explanation"]]
    return "; ".join(part for part in parts if part)


def plain_path(location, start):
    """As tools name files: from the folder in which raddle was started, if they are below it."""
    path = os.path.normpath(start / location["file"])
    return os.path.relpath(path, start) if path.startswith(f"{start}{os.sep}") else path


def check_junit(path, run, report, start):
    root = xml.etree.ElementTree.parse(path).getroot()
    expect(root.tag == "testsuites" and [child.tag for child in root] == ["testsuite"], "there is not one suite")
    suite = root[0]
    tests = suite.findall("testcase")
    expect(int(suite.get("tests")) == len(tests), f"{suite.get('tests')} tests are promised, {len(tests)} are there")
    for attribute, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        found = len(suite.findall(f"testcase/{element}"))
        expect(int(suite.get(attribute)) == found, f"{attribute} is {suite.get(attribute)}, there are {found}")
    names = [test.get("name") for test in tests]
    expect(names and all(name in PROPERTIES for name in names), f"the tests are {names}")
    results = {test.get("name"): [child.tag for child in test] for test in tests}
    violated = {violation["property"] for violation in report["violations"]}
    expected = {"TRUE": [], "UNKNOWN": ["error"], "FALSE": ["skipped"]}[run.verdict]
    for name, result in results.items():
        expect(result == (["failure"] if name in violated else expected), f"{name} has {result}")
    expect(violated <= set(names), f"{violated} are violated, the tests are {names}")
    for violation in report["violations"]:
        test = next(test for test in tests if test.get("name") == violation["property"])
        body = test.find("failure").text
        expect(f":{violation['location']['line']}:" in body, f"the failure does not name line {violation['location']}")
    for name in violated:
        first = next(violation for violation in report["violations"] if violation["property"] == name)
        test = next(test for test in tests if test.get("name") == name)
        place = (test.get("file"), int(test.get("line")))
        wanted = (plain_path(first["location"], start), first["location"]["line"])
        expect(place == wanted, f"the place is {place}, expected {wanted}")
        told = test.find("failure").get("message")
        expect(told == message_of(first), f"the message is {told!r}")


def check_code_quality(path, run, report, start):
    issues = json.loads(path.read_text(encoding="utf-8"))
    prints = [issue["fingerprint"] for issue in issues]
    expect(len(set(prints)) == len(prints), f"a fingerprint is there twice: {prints}")
    if run.verdict == "UNKNOWN":
        expect([(issue["severity"], issue["check_name"]) for issue in issues] == [("info", "unknown")], f"{issues}")
        expect(report["reason"] in issues[0]["description"], f"{issues}")
        return
    found = [(issue["check_name"], issue["location"]["path"], issue["location"]["lines"]["begin"],
              issue["description"], issue["severity"]) for issue in issues]
    wanted = [(violation["property"], plain_path(violation["location"], start), violation["location"]["line"],
               f"{violation['property']}: {message_of(violation)}", "critical") for violation in report["violations"]]
    expect(found == wanted, f"found {found}, expected {wanted}")


def unescape(text):
    for escape, character in ESCAPES:
        text = text.replace(escape, character)
    return text


def read_annotations(path):
    annotations = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = ANNOTATION.fullmatch(line)
        expect(match, f"the runner does not understand {line!r}")
        values = dict(pair.split("=", 1) for pair in match.group(2).split(","))
        annotations.append((match.group(1), {key: unescape(value) for key, value in values.items()},
                            unescape(match.group(3))))
    return annotations


def check_annotations(path, run, report, start):
    annotations = read_annotations(path)
    if run.verdict == "UNKNOWN":
        expect([level for level, _, _ in annotations] == ["warning"], f"{annotations}")
        expect(annotations[0][2].startswith(f"UNKNOWN({report['reason']})"), f"{annotations}")
    elif run.verdict == "TRUE":
        expected = len(report["vacuous"]) + len(report["weak_orders"]) + int(report["bounded"])
        expect([level for level, _, _ in annotations] == ["notice"] * expected, f"{annotations}")
    else:
        wanted = [("error", {"file": plain_path(violation["location"], start),
                             "line": str(violation["location"]["line"]), "col": str(violation["location"]["column"]),
                             "title": f"raddle: {violation['property']}"}, message_of(violation))
                  for violation in report["violations"]]
        expect(annotations == wanted, f"found {annotations}, expected {wanted}")


CHECKS = {"junit": check_junit, "code-quality": check_code_quality, "annotations": check_annotations}


def check_run(run, arguments):
    with temporary_folder() as directory:
        paths = {name: directory / f"out.{name}" for name in CHECKS}
        options = [f"--{name}={path}" for name, path in paths.items()]
        report = execute(arguments.raddle, run, directory, options, arguments.timeout)
        for name, check in CHECKS.items():
            check(paths[name], run, report, directory if run.files else PROGRAMS)


def cases(arguments):
    for run in runs() + EXTRA:
        yield run, check_run, run, arguments


if __name__ == "__main__":
    sys.exit(harness.run(__doc__, cases))
