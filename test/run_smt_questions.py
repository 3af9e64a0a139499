#!/usr/bin/env python3
"""The questions of the engine predict, asked again: what --dump=smt2 writes for each of them is given to z3, which must answer
what the engine's own solver has answered. The programs are those of the tasks of run_tasks.py. Questions that z3 does not answer
in time are counted. Without z3 nothing is tested.
"""
import shutil
import sys
import tempfile

from harness import EXIT_STATUS, Problem, option, run, run_program, shorten
from tasks import DIRECTORIES, every, read_task, task_cases

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


def check_task(path, arguments):
    task, tally = read_task(path), arguments.tally
    command = [arguments.raddle, "check", "--engine=predict", "--dump=smt2", f"--property={PROPERTIES}",
               f"--data-model={task.data_model}", *task.arguments, *arguments.option, task.source]
    finished = run_program(command, arguments.timeout)
    if finished.timed_out or finished.status not in EXIT_STATUS.values():
        raise Problem(f"{finished.describe()}: {shorten(finished.stderr)}", command)
    script, expected = read_questions(finished.stdout.decode("utf-8", "replace"))
    answers = ask_z3(arguments.z3, script, arguments.limit)
    if len(answers) > len(expected):
        raise Problem(f"z3 answers {len(answers)} questions of {len(expected)}", command)
    tally.asked += len(expected)
    for number, (ours, theirs) in enumerate(zip(expected, answers), 1):
        if "unknown" in (ours, theirs):
            continue
        if ours != theirs:
            raise Problem(f"question {number} is {ours}, z3 says {theirs}", command)
        tally.compared += 1


def cases(arguments):
    arguments.tally, arguments.z3 = Tally(), shutil.which("z3")
    if not arguments.z3:
        print("z3 is not installed: the questions are not asked again")
        sys.exit(0)
    return task_cases(arguments, check_task)


def conclude(arguments):
    print(f"{arguments.tally.compared} of {arguments.tally.asked} questions have the same answer")
    return None if arguments.tally.compared else "nothing was compared"


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, every(6), option("--limit", type=int, default=20, help="seconds for z3"),
                 option("--option", action="append", default=[], help="another option for raddle"), DIRECTORIES,
                 conclude=conclude))
