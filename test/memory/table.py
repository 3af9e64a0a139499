"""The rows of litmus.tsv, which make_litmus.py computes, and of classical.tsv, which is written by hand.

A verdict is `allowed` or `forbidden`, of the condition; of a program that has a data race, or of the question whether
it has one, `race` or `none`; `-` where the model has no notion of that.
"""
import csv
import pathlib
import typing

from memory.axioms import MODELS, behaviours
from memory.language import holds, parse, parse_condition
from memory.shapes import SHAPES

FOLDER = pathlib.Path(__file__).resolve().parent
LITMUS = FOLDER / "litmus.tsv"
CLASSICAL = FOLDER / "classical.tsv"
RACE = "race"


class Row(typing.NamedTuple):
    name: str
    program: str
    condition: str
    verdicts: dict  # by model
    executions: dict  # how many, by model


def verdict(condition, behaviour):
    if condition == RACE:
        return {True: "race", False: "none", None: "-"}[behaviour.race]
    if behaviour.race:
        return "race"
    asked = parse_condition(condition)
    return "allowed" if any(holds(asked, outcome) for outcome in behaviour.outcomes) else "forbidden"


def compute_row(name, text, condition):
    program = parse(text)
    found = behaviours(program)
    return Row(name, str(program), condition, {model: verdict(condition, found[model]) for model in MODELS},
               {model: len(found[model].executions) for model in MODELS})


def compute():
    """All rows, of the shapes."""
    for shape in SHAPES:
        for name, text, condition in shape.rows():
            yield compute_row(name, text, condition)


def columns():
    return ["name", "program", "condition", *MODELS, *(f"executions_{model}" for model in MODELS)]


def lines(rows):
    yield "# Made by make_litmus.py of shapes.py; see README.md.\n"
    yield "\t".join(columns()) + "\n"
    for row in rows:
        yield "\t".join([row.name, row.program, row.condition, *row.verdicts.values(),
                         *map(str, row.executions.values())]) + "\n"


def read_table(path):
    with open(path, encoding="utf-8", newline="") as file:
        yield from csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t",
                                  quoting=csv.QUOTE_NONE)


def read_litmus():
    for cells in read_table(LITMUS):
        yield Row(cells["name"], cells["program"], cells["condition"], {model: cells[model] for model in MODELS},
                  {model: int(cells[f"executions_{model}"]) for model in MODELS})
