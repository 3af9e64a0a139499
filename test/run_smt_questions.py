#!/usr/bin/env python3
"""The questions of the engine predict, asked again: what --dump=smt2 writes for each of them is given to z3, which must answer
what the engine's own solver has answered. The programs are those of the tasks of run_tasks.py. Questions that z3 does not answer
in time are counted. Without z3 nothing is tested.
"""
import argparse
import pathlib
import shutil
import sys
import tempfile

from harness import run_cases, run_program, shorten
from run_tasks import EXIT_STATUS, Problem, read_task

ANSWERS = ("sat", "unsat", "unknown")
PROPERTIES = "assertion,deadlock,memory,lock,division,race"


class Tally:
    """How many questions were asked in all, and how many had the same answer from both."""

    def __init__(self):
        self.asked = 0
        self.compared = 0


def read_questions(output):
    """The scripts and the answers of the engine. The dump stands before the report, which has no such lines."""
    script, answers = [], []
    for line in output.splitlines():
        if line.startswith("; ") and line[2:] in ANSWERS:
            answers.append(line[2:])
        if line.startswith(("(", ";")):
            script.append(line)
    text = "\n".join(script) + "\n"
    begun, ended = script.count("(reset)"), script.count("(check-sat)")
    if not begun == ended == len(answers):
        raise Problem(f"{begun} scripts begin, {ended} end, {len(answers)} are answered")
    return text, answers


def ask_z3(z3, script, limit):
    with tempfile.NamedTemporaryFile("w", suffix=".smt2", encoding="utf-8") as file:
        file.write(script)
        file.flush()
        finished = run_program([z3, f"-T:{limit}", file.name], 2 * limit + 10)
    answers = finished.stdout.decode("utf-8", "replace").split("\n")
    answers = [line for line in answers if line]
    if answers and answers[-1] == "timeout":
        answers.pop()
    elif finished.timed_out:
        return answers
    for line in answers:
        if line not in ANSWERS:
            raise Problem(f"z3 says {shorten(line)}")
    return answers


def check_task(path, arguments, z3, tally):
    """None, or what went wrong."""
    try:
        task = read_task(path)
        command = [arguments.raddle, "check", "--engine=predict", "--dump=smt2", f"--property={PROPERTIES}",
                   f"--data-model={task.data_model}", *task.arguments, *arguments.option, task.source]
        words = [str(word) for word in command]
        finished = run_program(command, arguments.timeout)
        if finished.timed_out or finished.status not in EXIT_STATUS.values():
            raise Problem(f"{finished.describe()}: {shorten(finished.stderr)}", words)
        script, expected = read_questions(finished.stdout.decode("utf-8", "replace"))
        answers = ask_z3(z3, script, arguments.limit)
        if len(answers) > len(expected):
            raise Problem(f"z3 answers {len(answers)} questions of {len(expected)}", words)
        tally.asked += len(expected)
        for number, (ours, theirs) in enumerate(zip(expected, answers), 1):
            if "unknown" in (ours, theirs):
                continue
            if ours != theirs:
                raise Problem(f"question {number} is {ours}, z3 says {theirs}", words)
            tally.compared += 1
        return None
    except Problem as problem:
        return str(problem)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--filter", default="", help="only tasks whose path contains this")
    parser.add_argument("--step", type=int, default=6, help="only every N-th task")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for raddle")
    parser.add_argument("--limit", type=int, default=20, help="seconds for z3")
    parser.add_argument("--option", action="append", default=[], help="another option for raddle")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="name the tasks that pass, too")
    parser.add_argument("directories", nargs="+", type=pathlib.Path, metavar="DIR")
    arguments = parser.parse_args()
    z3 = shutil.which("z3")
    if not z3:
        print("z3 is not installed: the questions are not asked again")
        return 0
    tasks = [path.resolve() for directory in arguments.directories for path in sorted(directory.rglob("*.yml"))]
    tasks = [path for path in tasks if arguments.filter in str(path)][::arguments.step]
    tally = Tally()
    status = run_cases(tasks, lambda path: check_task(path, arguments, z3, tally), arguments.jobs, not arguments.verbose)
    print(f"{tally.compared} of {tally.asked} questions have the same answer")
    return status or (0 if tally.compared else 1)


if __name__ == "__main__":
    sys.exit(main())
