#!/usr/bin/env python3
"""Counterexamples as people see them: minimised, they have the verdict of --no-minimise, the same inputs and no more
changes of thread, and can be replayed; steps that play no part are folded in the text unless --verbose is given.
"""
import json
import re
import sys

from harness import PROGRAMS, Problem, run, run_program, shorten, temporary_folder

# With arguments that make the first counterexample a tangled one.
TANGLED = (
    ("assertion/lost_update_three.c", "--engine=stress"),
    ("tdv/fig4.c", "--engine=stress"),
    ("spin/wait_either_flag.c", "--engine=stress"),
    ("atomics/test_then_set.c", "--engine=mpc"),
    ("memory/double_free.c", "--engine=stress"),
    ("deadlock/owner_gone.c", "--engine=stress"),
    ("predict/input_lost.c", "--engine=predict"),
    ("mpc/fig2.c", "--engine=dpor"),
    ("race/counter.c", "--property=race"),
    ("tree/fig3_last.c", "--context-bound=3"),
)
FOLDED = "mpc/stopped_at_locks.c", "cond/signal_for_two.c"


def find(raddle, directory, arguments):
    """The verdict line, the text before it and the JSON."""
    report = directory / "result.json"
    finished = run_program([raddle, "--json", report, *arguments], directory=PROGRAMS)
    if finished.status != 1:
        raise Problem(f"{finished.describe()}: {shorten(finished.stderr)}")
    text, _, line = finished.stdout.decode().rstrip("\n").rpartition("\n")
    return line, text, json.loads(report.read_text(encoding="utf-8"))


def changes(result):
    threads = [thread for thread, _ in result["counterexample"]["schedule"]]
    return sum(before != after for before, after in zip(threads, threads[1:]))


def inputs(result):
    return sorted((read["thread"], read["value"]) for read in result["counterexample"]["inputs"])


def check_minimal(raddle, directory, arguments, fewer):
    line, _, found = find(raddle, directory, [*arguments, "--no-minimise"])
    least, _, minimal = find(raddle, directory, arguments)
    if line != least or len(found["violations"]) != len(minimal["violations"]):
        return f"{line!r} becomes {least!r}"
    if inputs(found) != inputs(minimal):
        return f"the inputs {inputs(found)} become {inputs(minimal)}"
    if changes(minimal) > changes(found):
        return f"{changes(found)} changes of thread become {changes(minimal)}"
    if found["stats"]["runs"] != minimal["stats"]["runs"] or found["stats"]["events"] != minimal["stats"]["events"]:
        return "the counts of the search have changed"
    fewer.append(changes(minimal) < changes(found))
    replayed = run_program([raddle, "replay", "-q", directory / "result.json"], directory=PROGRAMS)
    if replayed.status != 1 or replayed.stdout.decode().strip() != least:
        return f"replay: {replayed.describe()}: {shorten(replayed.stdout + replayed.stderr)}"
    return None


def check_folding(raddle, directory, program):
    line, text, result = find(raddle, directory, [program])
    _, whole, _ = find(raddle, directory, [program, "--verbose"])
    folded = [int(count) for count in re.findall(r"\.\.\. (\d+) steps? that plays? no part", text)]
    aside = [step for step in result["counterexample"]["steps"] if step.get("relevant") is False]
    if not folded or not sum(folded) <= len(aside):
        return f"{folded} folded of {len(aside)} that play no part"
    if "no part" in whole or len(whole.splitlines()) <= len(text.splitlines()):
        return "--verbose does not show all steps"
    if result["explanation"] not in re.sub(r"\(step \d+, ", "(", " ".join(text.split())):
        return f"the text does not say {result['explanation']!r}"
    if not line.startswith("FALSE"):
        return line
    return None


def check_case(check, raddle, *parameters):
    with temporary_folder() as directory:
        return check(raddle, directory, *parameters)


def cases(arguments):
    arguments.fewer = []
    for words in TANGLED:
        yield " ".join(words), check_case, check_minimal, arguments.raddle, words, arguments.fewer
    for program in FOLDED:
        yield program, check_case, check_folding, arguments.raddle, program


def conclude(arguments):
    few = not arguments.filter and sum(arguments.fewer) < len(TANGLED) // 2
    return f"only {sum(arguments.fewer)} counterexamples became smaller" if few else None


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, conclude=conclude, jobs=1, timeout=None))
