#!/usr/bin/env python3
"""What --sarif writes: every log follows the rules of SARIF 2.1.0 (sarif-rules.json, and here those that a schema
cannot say), its thread flows put together again are the counterexample of --json, and its fingerprints outlive a
change of other lines.
"""
import hashlib
import json
import pathlib
import sys
import urllib.parse

import harness
from formats import Run, counted_steps, execute, runs
from harness import EXIT_STATUS, PROGRAMS, ROOT, Problem, expect, import_or_explain, temporary_folder
from tasks import PROPERTIES

RULES = ROOT / "test" / "sarif-rules.json"

MOVING = "#include <assert.h>\n%sint x = 1;\nint main(void)\n{\n    assert(x == %d);\n    return 0;\n}\n"


def validator():
    jsonschema = import_or_explain("jsonschema", "python3-jsonschema")
    schema = json.loads(RULES.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def check_artifacts(log, start):
    """Every location names the artifact of its index, and every artifact is the file its URI means, with its hash."""
    artifacts = log["artifacts"]
    uris = [artifact["location"]["uri"] for artifact in artifacts]
    expect(len(set(uris)) == len(uris), f"a file is there twice: {uris}")
    expect(all(artifact["roles"] == ["analysisTarget"] for artifact in artifacts), "a file of no program")
    for location in find_all(log["results"], "artifactLocation"):
        expect(location["index"] < len(artifacts), f"no artifact {location['index']}")
        expect(location == artifacts[location["index"]]["location"], f"another file than its artifact: {location}")
    for index, artifact in enumerate(artifacts):
        location = artifact["location"]
        expect(location["index"] == index, f"artifact {index} says that it is {location['index']}")
        path = urllib.parse.unquote(location["uri"])
        if "uriBaseId" in location:
            base = log["originalUriBaseIds"][location["uriBaseId"]]["uri"]
            expect(urllib.parse.unquote(base) == f"file://{start}/", f"the root is {base}, not {start}")
            path = start / path
        else:
            path = pathlib.Path(path.removeprefix("file://"))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        expect(artifact["hashes"]["sha-256"] == digest, f"the hash of {path} is {digest}")


def find_all(value, key):
    """All values of a key in a tree of objects and lists."""
    if isinstance(value, list):
        for element in value:
            yield from find_all(element, key)
    if isinstance(value, dict):
        for name, element in value.items():
            if name == key:
                yield element
            yield from find_all(element, key)


def interleaving(result):
    """(order, thread, location) of all thread flows together, in the order of execution."""
    flows = result["codeFlows"][0]["threadFlows"]
    names = [flow["id"] for flow in flows]
    expect(len(set(names)) == len(names), "two thread flows have the same id")
    for flow in flows:
        orders = [location["executionOrder"] for location in flow["locations"]]
        expect(orders == sorted(orders), f"the locations of {flow['id']} are not in the order of execution")
    whole = [(location["executionOrder"], flow["id"], location) for flow in flows for location in flow["locations"]]
    whole.sort(key=lambda entry: entry[0])
    expect([entry[0] for entry in whole] == list(range(1, len(whole) + 1)), "executionOrder has gaps or repetitions")
    return whole


def check_flow(result, report):
    """The thread flows are the steps of the counterexample: thread, line, kind, and value."""
    names = report["counterexample"]["threads"]
    steps, whole = counted_steps(report), interleaving(result)
    expect(len(steps) == len(whole), f"{len(whole)} locations for {len(steps)} steps")
    for step, (order, thread, location) in zip(steps, whole):
        expect(thread == names[step["thread"]], f"location {order} is of {thread}")
        line = location["location"].get("physicalLocation", {}).get("region", {}).get("startLine")
        expect(line == (step["location"] or {}).get("line"), f"location {order} is on line {line}")
        expect(step["kind"] in location["kinds"], f"location {order} has the kinds {location['kinds']}")
        if step["kind"] in ("read", "write", "update", "input"):
            state = location["state"][step["object"]]["text"]
            expect(state == step["value_text"], f"location {order} has {step['object']} = {state}")


def check_results(log, report):
    rules = [rule["id"] for rule in log["tool"]["driver"]["rules"]]
    expect(tuple(rules) == PROPERTIES, f"the rules are {rules}")
    results = log["results"]
    expect(len(results) == len(report["violations"]), f"{len(results)} results")
    for result, violation in zip(results, report["violations"]):
        expect(rules[result["ruleIndex"]] == result["ruleId"] == violation["property"], f"rule {result['ruleId']}")
        region = result["locations"][0]["physicalLocation"]["region"]
        expect(region["startLine"] == violation["location"]["line"], f"line {region['startLine']}")
        text = f"{violation['message']}; {violation['explanation']}".replace("{", "{{").replace("}", "}}")
        expect(result["message"]["text"] == text, f"the message is {result['message']['text']}")
    if results:
        check_flow(results[0], report)


def check_configuration(log, report):
    """The rules that are enabled in the end are the properties that were checked."""
    rules = log["tool"]["driver"]["rules"]
    enabled = {rule["id"]: rule["defaultConfiguration"]["enabled"] for rule in rules}
    for override in log["invocations"][0]["ruleConfigurationOverrides"]:
        rule = override["descriptor"]
        expect(rules[rule["index"]]["id"] == rule["id"], f"rule {rule['index']} is not {rule['id']}")
        enabled[rule["id"]] = override["configuration"]["enabled"]
    checked = report["counterexample"]["program"]["properties"]
    expect([name for name in PROPERTIES if enabled[name]] == checked, f"enabled are {enabled}, checked {checked}")


def check_invocation(log, run, report):
    invocation = log["invocations"][0]
    expect(invocation["exitCode"] == EXIT_STATUS[run.verdict], f"the exit code is {invocation['exitCode']}")
    expect(invocation["executionSuccessful"] == (run.verdict != "UNKNOWN"), "executionSuccessful is wrong")
    told = [notification["message"]["text"] for notification in invocation.get("toolExecutionNotifications", [])]
    if run.verdict == "UNKNOWN":
        expect(told == [f"UNKNOWN({report['reason']})"], f"the notifications are {told}")
    else:
        expect(len(told) == int(run.verdict == "TRUE" and report["bounded"]), f"the notifications are {told}")


def write_log(raddle, run, directory, timeout):
    path = directory / "log.sarif"
    report = execute(raddle, run, directory, ["--sarif", path], timeout)
    return json.loads(path.read_text(encoding="utf-8")), report


def check_run(run, arguments, rules):
    with temporary_folder() as directory:
        document, report = write_log(arguments.raddle, run, directory, arguments.timeout)
        for error in rules.iter_errors(document):
            raise Problem(f"{error.json_path}: {error.message}")
        log = document["runs"][0]
        check_artifacts(log, directory if run.files else PROGRAMS)
        check_results(log, report)
        check_invocation(log, run, report)
        if run.verdict == "FALSE":
            check_configuration(log, report)


def fingerprint(arguments, text):
    with temporary_folder() as directory:
        run = Run("moved", ["m.c"], "FALSE", files={"m.c": text})
        document, _ = write_log(arguments.raddle, run, directory, arguments.timeout)
        return document["runs"][0]["results"][0]["partialFingerprints"]


def check_fingerprints(arguments):
    """Lines in front change nothing, another assertion does."""
    first = fingerprint(arguments, MOVING % ("", 2))
    expect(fingerprint(arguments, MOVING % ("\n\n", 2)) == first, "moving the line changes the fingerprint")
    expect(fingerprint(arguments, MOVING % ("", 3)) != first, "another line has the same fingerprint")


def cases(arguments):
    rules = validator()
    for run in runs():
        yield run, check_run, run, arguments, rules
    yield "fingerprints", check_fingerprints, arguments


if __name__ == "__main__":
    sys.exit(harness.run(__doc__, cases))
