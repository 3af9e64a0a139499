#!/usr/bin/env python3
"""Whether the judge of memory models judges rightly: the axioms of test/memory against what the literature says of the
classical programs, against machines with store buffers, against each other, and against the table that was made of
them. No raddle is asked.

Every row of litmus.tsv is computed again. On it, and on random programs, the executions that the axioms of sc, tso and
pso allow must be exactly those that the machines have, and the models must contain each other as is known: what happens
under sc happens under every model, what happens under tso happens under pso and, by the proven translation to x86,
under c11; if all is sequentially consistent, c11 allows what sc does."""
import random
import sys

from harness import SEED, Problem, expect, option, run
from memory import machines
from memory.axioms import behaviours
from memory.language import parse
from memory.random_programs import draw_program, strengthen
from memory.shapes import SHAPES
from memory.table import CLASSICAL, LITMUS, compute_row, lines, read_litmus, read_table


def check_table(rows):
    """That its rows are those of the shapes. What they say is computed again one by one."""
    expect(LITMUS.read_text(encoding="utf-8") == "".join(lines(rows.values())), "litmus.tsv is not as it is written")
    asked = [(name, str(parse(text)), condition) for shape in SHAPES for name, text, condition in shape.rows()]
    expect(asked == [(row.name, row.program, row.condition) for row in rows.values()],
           "litmus.tsv is not what test/memory/make_litmus.py makes of shapes.py")


def check_classical(cells, rows):
    row = rows.get(cells["name"])
    if row is None:
        raise Problem("litmus.tsv has no such row")
    for model, computed in compute_row(row.name, row.program, row.condition).verdicts.items():
        expect(cells[model] == computed, f"{model}: the literature says {cells[model]}, the axioms {computed}")


def check_row(row):
    again = compute_row(row.name, row.program, row.condition)
    expect(again == row, f"computed again it is {again}")
    check_program(parse(row.program))


def check_machines(program, found):
    for model in machines.MODELS:
        runs = machines.executions(program, model)
        expect({signature for signature, _ in runs} == found[model].executions,
               f"{model}: {len(runs)} executions of the machine, {len(found[model].executions)} of the axioms")
        expect({outcome for _, outcome in runs} == found[model].outcomes, f"{model}: other outcomes")


def check_containment(found):
    for weaker, stronger in (("tso", "sc"), ("pso", "tso"), ("c11", "tso"), ("c11", "sc")):
        expect(found[weaker].executions >= found[stronger].executions,
               f"an execution of {stronger} is none of {weaker}")


def check_program(program):
    found = behaviours(program)
    check_machines(program, found)
    check_containment(found)
    strong = behaviours(strengthen(program))
    for model in ("tso", "pso", "c11"):
        expect(strong[model] == strong["sc"]._replace(race=strong[model].race),
               f"if all is sequentially consistent, {model} is not sc")


def check_random(seed):
    program = draw_program(random.Random(seed), most_accesses=5)
    try:
        check_program(program)
        expect(behaviours(program, coherent=False) == behaviours(program),
               "leaving out what is not coherent leaves out something that a model allows")
    except Problem as problem:
        raise Problem(f"{problem}: {program}") from problem


def cases(arguments):
    rows = {row.name: row for row in read_litmus()}
    yield "the table", check_table, rows
    for cells in read_table(CLASSICAL):
        yield f"{cells['name']} in the literature", check_classical, cells, rows
    for row in rows.values():
        yield row.name, check_row, row
    for seed in range(arguments.seed, arguments.seed + arguments.random):
        yield f"random {seed}", check_random, seed


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, SEED, option("--random", type=int, default=100, help="number of random programs"),
                 jobs=None, timeout=None, raddle=False))
