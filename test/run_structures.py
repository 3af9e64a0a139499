#!/usr/bin/env python3
"""Data structures with C11 atomics, test/memory/structures: each as it should be, and with one of its memory orders
weakened. structures.tsv says what becomes of it under c11: TRUE, or something that is violated. Under sc orders mean
nothing, so all are TRUE. A `?` behind what is expected says that it is not certain; then no answer is wrong. --table
prints what became of each under c11, and how long that took."""
import collections
import sys

from harness import keep, option, run, temporary_folder
from memory.asking import SEQUENTIAL, Raddle, Subject, asking
from memory.weakened import CORRECT, choosing, read_weakened

MODELS = (SEQUENTIAL, "c11")  # those of which something is known
PROPERTIES = "assertion,race,memory,deadlock"
ANSWERS = collections.defaultdict(list)  # by engine, program and number of threads: a row and its result each


def check_row(row, raddle, arguments):
    with temporary_folder() as folder:
        subject = Subject(raddle, folder, arguments.keep / f"{row.name()}.c", row.text(), f"{row.name()}: {row.why}")
        for model in raddle.models:
            if model not in MODELS or not row.certain:
                continue
            expected = "TRUE" if row.expected == CORRECT or model == SEQUENTIAL else "FALSE"
            for engine in raddle.engines:
                result = raddle.expect(expected, subject, model, engine, PROPERTIES)
                if model != SEQUENTIAL:
                    ANSWERS[engine, row.title(), row.threads()].append((row, result))


def cases(arguments):
    raddle = Raddle(arguments)
    for row in read_weakened(arguments):
        yield row.name(), check_row, row, raddle, arguments


def print_table(arguments):
    """One line for each program and number of threads."""
    if not arguments.table:
        return
    print("| structure | threads | runs | seconds | weakened: violated | weakened: still right | slowest |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for (_, title, threads), answers in ANSWERS.items():
        right = next(result["stats"] for row, result in answers if row.weak == 0)
        kept = sum(row.expected == CORRECT for row, _ in answers) - 1
        slowest = max(result["stats"]["time_s"] for _, result in answers)
        print(f"| {title} | {threads} | {right['runs']} | {right['time_s']:.2f} | {len(answers) - kept - 1} | {kept} "
              f"| {slowest:.2f} |")


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, *asking("dpor"), keep("build/structures"), *choosing(),
                 option("--table", action="store_true", help="print a table of what became of them"),
                 conclude=print_table))
