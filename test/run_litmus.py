#!/usr/bin/env python3
"""raddle against the table of small programs about memory orders, test/memory/litmus.tsv: each row as a C program which
asserts that the condition does not hold is FALSE under a model that allows it, and TRUE under one that forbids it. Of
programs with a data race, and rows that ask for one, it is the race that must be found.

--counts compares how many interleavings dpor takes with the number of executions, and lists where they differ; that is
no failure: orders that make no difference are left out, and others tried that need not be."""
import collections
import sys

from harness import keep, option, run, temporary_folder
from memory.asking import Raddle, Subject, asking
from memory.language import parse, parse_condition
from memory.table import RACE, read_litmus
from memory.translate import condition_text, translate

COUNTED = "dpor"
EXPECTED = {"allowed": "FALSE", "forbidden": "TRUE", "race": "FALSE", "none": "TRUE"}


def row_text(row):
    program = parse(row.program)
    if row.condition == RACE:
        return translate(program, [])
    return translate(program, [f"assert(!({condition_text(program, parse_condition(row.condition))}));"])


def check_row(row, raddle, arguments):
    with temporary_folder() as folder:
        kept = arguments.keep / f"{row.name.replace('+', '_')}.c"
        subject = Subject(raddle, folder, kept, row_text(row), f"{row.program}, {row.condition}")
        for model in raddle.models:
            verdict = row.verdicts[model]
            for engine in raddle.engines if verdict != "-" else ():
                result = raddle.expect(EXPECTED[verdict], subject, model, engine,
                                       "race" if verdict in ("race", "none") else "assertion",
                                       ["--all"] if arguments.counts else [])
                if engine == COUNTED:
                    arguments.counted.append((row, model, result["stats"]["interleavings"]))


def cases(arguments):
    raddle = Raddle(arguments)
    arguments.counted = []
    for number, row in enumerate(read_litmus()):
        if number % arguments.step == 0:
            yield row.name, check_row, row, raddle, arguments


def conclude(arguments):
    if not arguments.counts:
        return
    summary = collections.defaultdict(collections.Counter)
    for row, model, counted in arguments.counted:
        expected = row.executions[model]
        summary[model]["equal" if counted == expected else "more" if counted > expected else "fewer"] += 1
        if counted != expected:
            print(f"{model} {row.name}: {counted} interleavings, {expected} executions: {row.program}")
    for model, counter in summary.items():
        print(f"{model}: as many as executions {counter['equal']}, more {counter['more']}, fewer {counter['fewer']}")


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, *asking("dpor"), keep("build/litmus"),
                 option("--step", type=int, default=1, help="every Nth row only"),
                 option("--counts", action="store_true", help="compare interleavings with executions"),
                 conclude=conclude))
