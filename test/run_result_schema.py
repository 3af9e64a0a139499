#!/usr/bin/env python3
"""What --json and --record write follows doc/result.schema.json, which allows no key that it does not describe; and its
list of properties is that of the program.
"""
import json
import pathlib
import sys
import tempfile

from formats import PROGRAMS, Problem, Run, execute, import_or_explain, parse_arguments, runs
from harness import run_cases, run_program
from run_tasks import PROPERTIES

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "doc" / "result.schema.json"

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


def check_case(case, schema, arguments):
    """None, or what went wrong."""
    try:
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name).resolve()
            if isinstance(case, Run):
                return first_error(schema.result, execute(arguments.raddle, case, directory, [], arguments.timeout))
            if case == "strictness":
                return check_strictness(schema, arguments, directory)
            if case == "prediction":
                return check_prediction(schema, arguments, directory)
            return check_recording(case, schema, arguments, directory)
    except (Problem, OSError, ValueError) as problem:
        return f"{type(problem).__name__}: {problem}"


def main():
    arguments = parse_arguments(__doc__)
    schema = Schema()
    cases = [case for case in [*runs(), *RECORDED, "prediction", "strictness"] if arguments.filter in str(case)]
    return run_cases(cases, lambda case: check_case(case, schema, arguments), arguments.jobs, not arguments.verbose)


if __name__ == "__main__":
    sys.exit(main())
