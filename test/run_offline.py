#!/usr/bin/env python3
"""Analysis without the program: each task's program is run once and recorded, the recording is analysed by `raddle predict`
where the program is not, and must give the verdict that the engine predict gives where it is. A violation predicted there is
taken back to the program and must happen when it is replayed. The tasks are those of run_tasks.py.
"""
import re
import shutil
import sys

from harness import EXIT_STATUS, Problem, Skip, last_line, run, run_program, shorten, temporary_folder
from tasks import DIRECTORIES, every, read_task, task_cases

# Options of `check` that a single run does not have.
CHECK_ONLY = ("--unwind", "--context-bound", "--runs", "--causal-model")


def ask(command, timeout, directory):
    """The verdict."""
    finished = run_program(command, timeout, directory=directory)
    last = last_line(finished)
    if finished.timed_out or finished.status != EXIT_STATUS.get(re.match(r"\w*", last)[0]):
        raise Problem(f"{finished.describe()} and {last!r} {shorten(finished.stderr)}", command)
    return last


def essence(verdict):
    """What must be the same: which of the threads in a deadlock, race or misuse is named, and why nothing is known, may
    differ.
    """
    match = re.fullmatch(r"(\w+)(?:\((.*?)\))?(?: (.*))?", verdict)
    word, inside, place = match.groups()
    if word == "UNKNOWN":
        return word
    return (word, inside, None if inside in ("deadlock", "race", "lock") else place)


def check_properties(raddle, task, properties, directory, timeout):
    home, elsewhere = directory / "home", directory / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    shutil.copy(task.source, home)
    name = task.source.name
    options = [f"--property={','.join(properties)}", *task.arguments]
    if task.data_model != "LP64":
        options.append(f"--data-model={task.data_model}")
    online = [raddle, "check", "--engine=predict", *options, name]
    expected = ask(online, timeout, home)
    record = [raddle, "run", *options, "--record", elsewhere / "run.json", name]
    recorded = run_program(record, timeout, directory=home)
    if recorded.timed_out or not (elsewhere / "run.json").exists():
        raise Problem(f"nothing was recorded, {recorded.describe()}: {shorten(recorded.stderr)}", record)
    offline = [raddle, "predict", "run.json", "--record", "found.json"]
    actual = ask(offline, timeout, elsewhere)
    if essence(actual) != essence(expected):
        raise Problem(f"predict says {actual!r}, the engine {expected!r}", online)
    if actual.startswith("FALSE"):
        replay = [raddle, "replay", elsewhere / "found.json"]
        replayed = ask(replay, timeout, home)
        if essence(replayed) != essence(actual):
            raise Problem(f"predicted {actual!r}, replayed {replayed!r}", online)


def check_task(path, arguments):
    task = read_task(path)
    if any(word.startswith(CHECK_ONLY) for word in task.arguments):
        raise Skip("options that a single run does not have")
    for properties in ([task.violated] if task.violated else None, task.proven):
        if properties:
            with temporary_folder() as directory:
                check_properties(arguments.raddle, task, properties, directory, arguments.timeout)


if __name__ == "__main__":
    sys.exit(run(__doc__, lambda arguments: task_cases(arguments, check_task), every(1), DIRECTORIES))
