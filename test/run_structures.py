#!/usr/bin/env python3
"""Data structures with C11 atomics, test/memory/structures: each as it should be, and with one of its memory orders
weakened. structures.tsv says what becomes of it under c11: TRUE, or something that is violated. Under sc orders mean
nothing, so all are TRUE. A `?` behind what is expected says that it is not certain; then no answer is wrong."""
import csv
import sys

from harness import ROOT, keep, option, run, temporary_folder
from memory.asking import SEQUENTIAL, Raddle, Subject, asking

FOLDER = ROOT / "test" / "memory" / "structures"
MODELS = (SEQUENTIAL, "c11")
PROPERTIES = "assertion,race,memory,deadlock"


def read_rows():
    with open(FOLDER / "structures.tsv", encoding="utf-8", newline="") as file:
        yield from csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t",
                                  quoting=csv.QUOTE_NONE)


def program_text(row):
    """With the definitions and the header in front, so that it is a program by itself."""
    defines = [f"#define {' '.join(word.split('='))}" for word in (f"WEAK={row['weak']}", *row["defines"].split())]
    header = (FOLDER / "structures.h").read_text(encoding="utf-8")
    text = (FOLDER / f"{row['program']}.c").read_text(encoding="utf-8")
    return "\n".join([*defines, text.replace('#include "structures.h"\n', header)])


def check_row(name, row, raddle, arguments):
    with temporary_folder() as folder:
        subject = Subject(raddle, folder, arguments.keep / f"{name}.c", program_text(row), row["why"])
        for model in raddle.models:
            if model not in MODELS or row["expected"].endswith("?"):
                continue
            expected = "TRUE" if row["expected"] == "TRUE" or model == SEQUENTIAL else "FALSE"
            for engine in raddle.engines:
                raddle.expect(expected, subject, model, engine, PROPERTIES)


def cases(arguments):
    raddle = Raddle(arguments)
    for number, row in enumerate(read_rows()):
        name = "_".join([row["program"], *row["defines"].replace("=", "_").split(), row["weak"]])
        if number % arguments.step == 0:
            yield name, check_row, name, row, raddle, arguments


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, *asking("dpor"), keep("build/structures"),
                 option("--step", type=int, default=1, help="every Nth row only")))
