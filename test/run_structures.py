#!/usr/bin/env python3
"""Data structures with C11 atomics, test/memory/structures: each as it should be, and with one of its memory orders
weakened. structures.tsv says what becomes of it under c11: TRUE, or something that is violated. Under sc orders mean
nothing, so all are TRUE. A `?` behind what is expected says that it is not certain; then no answer is wrong."""
import sys

from harness import keep, option, run, temporary_folder
from memory.asking import SEQUENTIAL, Raddle, Subject, asking
from memory.weakened import CORRECT, read_weakened

MODELS = (SEQUENTIAL, "c11")  # those of which something is known
PROPERTIES = "assertion,race,memory,deadlock"


def check_row(row, raddle, arguments):
    with temporary_folder() as folder:
        subject = Subject(raddle, folder, arguments.keep / f"{row.name()}.c", row.text(), f"{row.name()}: {row.why}")
        for model in raddle.models:
            if model not in MODELS or not row.certain:
                continue
            expected = "TRUE" if row.expected == CORRECT or model == SEQUENTIAL else "FALSE"
            for engine in raddle.engines:
                raddle.expect(expected, subject, model, engine, PROPERTIES)


def cases(arguments):
    raddle = Raddle(arguments)
    for row in read_weakened(arguments.step):
        yield row.name(), check_row, row, raddle, arguments


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, *asking("dpor"), keep("build/structures"),
                 option("--step", type=int, default=1, help="every Nth row only")))
