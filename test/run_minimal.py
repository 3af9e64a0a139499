#!/usr/bin/env python3
"""Counterexamples as people see them: minimised, they have the verdict of --no-minimise, the same inputs and no more
changes of thread, and can be replayed; steps that play no part are folded in the text unless --verbose is given.
"""
import argparse
import json
import pathlib
import re
import sys
import tempfile

from harness import run_cases, run_program, shorten

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"

# With arguments that make the first counterexample a tangled one.
TANGLED = (
    ("assertion/lost_update_three.c", "--engine=stress"),
    ("tdv/fig4.c", "--engine=stress"),
    ("spin/wait_either_flag.c", "--engine=stress"),
    ("atomics/test_then_set.c", "--engine=mpc"),
    ("memory/double_free.c", "--engine=stress"),
    ("deadlock/owner_gone.c", "--engine=stress"),
    ("predict/input_lost.c", "--engine=predict"),
    ("mpc/fig2.c", "--engine=auto"),
    ("race/counter.c", "--property=race"),
    ("tree/fig3_last.c", "--context-bound=3"),
)
FOLDED = "mpc/stopped_at_locks.c", "cond/signal_for_two.c"


def find(raddle, directory, arguments):
    """The verdict line, the text before it and the JSON."""
    report = directory / "result.json"
    finished = run_program([raddle, "--json", report, *arguments], directory=PROGRAMS)
    if finished.status != 1:
        raise ValueError(f"{finished.describe()}: {shorten(finished.stderr)}")
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
    if result["explanation"] not in " ".join(text.split()):
        return f"the text does not say {result['explanation']!r}"
    if not line.startswith("FALSE"):
        return line
    return None


def check_case(raddle, case, fewer):
    with tempfile.TemporaryDirectory() as name:
        try:
            if isinstance(case, str):
                return check_folding(raddle, pathlib.Path(name), case)
            return check_minimal(raddle, pathlib.Path(name), case, fewer)
        except ValueError as problem:
            return str(problem)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--filter", default="", help="only programs whose name contains this")
    arguments = parser.parse_args()
    raddle, fewer = arguments.raddle.resolve(), []
    cases = [case for case in (*TANGLED, *FOLDED) if arguments.filter in (case if isinstance(case, str) else case[0])]
    status = run_cases(cases, lambda case: check_case(raddle, case, fewer), arguments.jobs)
    if not arguments.filter and sum(fewer) < len(TANGLED) // 2:
        print(f"only {sum(fewer)} counterexamples became smaller", file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
