#!/usr/bin/env python3
"""Analysis without the program: each task's program is run once and recorded, the recording is analysed by `raddle predict`
where the program is not, and must give the verdict that the engine predict gives where it is. A violation predicted there is
taken back to the program and must happen when it is replayed. The tasks are those of run_tasks.py.
"""
import argparse
import pathlib
import re
import shutil
import sys
import tempfile

from harness import run_cases, run_program, shorten
from run_tasks import EXIT_STATUS, Problem, read_task

# Options of `check` that a single run does not have.
CHECK_ONLY = ("--unwind", "--context-bound", "--runs", "--causal-model")


def last_line(finished, command):
    lines = finished.stdout.decode("utf-8", "replace").splitlines()
    last = lines[-1] if lines else ""
    word = re.match(r"\w*", last)[0]
    if finished.timed_out or finished.status != EXIT_STATUS.get(word):
        raise Problem(f"{finished.describe()} and {last!r} {shorten(finished.stderr)}", [str(word) for word in command])
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
    expected = last_line(run_program(online, timeout, directory=home), online)
    record = [raddle, "run", *options, "--record", elsewhere / "run.json", name]
    recorded = run_program(record, timeout, directory=home)
    if recorded.timed_out or not (elsewhere / "run.json").exists():
        raise Problem(f"nothing was recorded, {recorded.describe()}: {shorten(recorded.stderr)}", map(str, record))
    offline = [raddle, "predict", "run.json", "--record", "found.json"]
    actual = last_line(run_program(offline, timeout, directory=elsewhere), offline)
    if essence(actual) != essence(expected):
        raise Problem(f"predict says {actual!r}, the engine {expected!r}", map(str, online))
    if actual.startswith("FALSE"):
        replay = [raddle, "replay", elsewhere / "found.json"]
        replayed = last_line(run_program(replay, timeout, directory=home), replay)
        if essence(replayed) != essence(actual):
            raise Problem(f"predicted {actual!r}, replayed {replayed!r}", map(str, online))


def check_task(path, arguments):
    """None, or what went wrong."""
    try:
        task = read_task(path)
        if any(word.startswith(CHECK_ONLY) for word in task.arguments):
            return None
        for properties in ([task.violated] if task.violated else None, task.proven):
            if properties:
                with tempfile.TemporaryDirectory() as directory:
                    check_properties(arguments.raddle.resolve(), task, properties, pathlib.Path(directory),
                                     arguments.timeout)
        return None
    except Problem as problem:
        return str(problem)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--filter", default="", help="only tasks whose path contains this")
    parser.add_argument("--step", type=int, default=1, help="only every N-th task")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each command")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="name the tasks that pass, too")
    parser.add_argument("directories", nargs="+", type=pathlib.Path, metavar="DIR")
    arguments = parser.parse_args()
    tasks = [path.resolve() for directory in arguments.directories for path in sorted(directory.rglob("*.yml"))]
    tasks = [path for path in tasks if arguments.filter in str(path)][::arguments.step]
    return run_cases(tasks, lambda path: check_task(path, arguments), arguments.jobs, not arguments.verbose)


if __name__ == "__main__":
    sys.exit(main())
