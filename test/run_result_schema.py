#!/usr/bin/env python3
"""What --json and --record write follows doc/result.schema.json, which allows no key that it does not describe; and its
list of properties is that of the program.
"""
import json
import sys

import harness
from formats import Run, execute, runs
from harness import PROGRAMS, ROOT, import_or_explain, run_program, temporary_folder
from tasks import PROPERTIES

SCHEMA = ROOT / "doc" / "result.schema.json"

# Recorded with terms, so that all of the format is seen; and a prediction, which was not executed.
RECORDED = ("assertion/lost_update.c", "mpc/fig2.c", "predict/fig1.c", "interop/nondet_names.c", "cond/lost_wakeup.c")
PREDICTED = "predict/fig1.c"


class Schema:
    """The schema of results, and that of the recorded run inside."""

    def __init__(self):
        jsonschema = import_or_explain("jsonschema", "python3-jsonschema")
        self.document = json.loads(SCHEMA.read_text(encoding="utf-8"))
        make = jsonschema.Draft202012Validator
        make.check_schema(self.document)
        self.result = make(self.document)
        self.trace = make({"$ref": "#/$defs/trace", "$defs": self.document["$defs"]})


def first_error(validator, document):
    for error in validator.iter_errors(document):
        return f"{error.json_path}: {error.message}"[:600]
    return None


def check_recording(source, schema, arguments, directory):
    recording = directory / "run.json"
    run_program([arguments.raddle, "run", "--record", recording, source], arguments.timeout, directory=PROGRAMS)
    document = json.loads(recording.read_text(encoding="utf-8"))
    if "terms" not in document:
        return "a run was recorded without terms"
    return first_error(schema.trace, document)


def check_prediction(schema, arguments, directory):
    recording, report = directory / "run.json", directory / "found.json"
    run_program([arguments.raddle, "run", "--record", recording, PREDICTED], arguments.timeout, directory=PROGRAMS)
    run_program([arguments.raddle, "predict", "--json", report, recording], arguments.timeout, directory=PROGRAMS)
    document = json.loads(report.read_text(encoding="utf-8"))
    if document["verdict"] != "FALSE" or not document["counterexample"].get("predicted"):
        return "nothing was predicted"
    return first_error(schema.result, document)


def check_strictness(schema, arguments, directory):
    """A key that the schema does not describe must not pass."""
    report = execute(arguments.raddle, Run("", ["race/counter.c", "--property=race"], "FALSE"), directory, [],
                     arguments.timeout)
    for part in (report, report["stats"], report["counterexample"], report["counterexample"]["steps"][0],
                 report["counterexample"]["program"], report["counterexample"]["end"], report["violations"][0]):
        part["surprise"] = 1
        if not first_error(schema.result, report):
            return "a key that is not described passes"
        del part["surprise"]
    if tuple(schema.document["$defs"]["property"]["enum"]) != PROPERTIES:
        return "the properties are not those of the program"
    return first_error(schema.result, report)


def check_result(run, schema, arguments, directory):
    return first_error(schema.result, execute(arguments.raddle, run, directory, [], arguments.timeout))


def check_case(check, *parameters):
    """None, or what went wrong."""
    with temporary_folder() as directory:
        return check(*parameters, directory)


def cases(arguments):
    schema = Schema()
    for run in runs():
        yield run, check_case, check_result, run, schema, arguments
    for source in RECORDED:
        yield source, check_case, check_recording, source, schema, arguments
    yield "prediction", check_case, check_prediction, schema, arguments
    yield "strictness", check_case, check_strictness, schema, arguments


if __name__ == "__main__":
    sys.exit(harness.run(__doc__, cases))
