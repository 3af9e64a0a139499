#!/usr/bin/env python3
"""Threaded programs against their task definitions: for every .yml below the given directories raddle must give the
expected verdict, at the expected line, with a valid JSON report; every FALSE is replayed; where the definition knows
the number of interleavings (of enumerate) or of paths (of mpc), a run with --all must count as many. See
programs/README.md for the format.

With --may-not-know=N an engine that does not decide every program is tested for not being wrong: UNKNOWN is accepted for at
most N tasks, and counted by its reason.
"""
import argparse
import collections
import json
import pathlib
import re
import shlex
import sys
import tempfile

from harness import run_cases, run_program, shorten

PROPERTIES = ("assertion", "deadlock", "memory", "lock", "division", "abort", "race", "overflow", "leak")
JSON_KEYS = ("verdict", "property", "location", "engine", "bounded", "counterexample", "stats")
EXIT_STATUS = {"TRUE": 0, "FALSE": 1, "UNKNOWN": 3}
COUNTED_BY = {"interleavings": "enumerate", "paths": "mpc"}


class Problem(Exception):
    """What is wrong with a task or with raddle's answer to it, and the command that shows it."""

    def __init__(self, reason, command=()):
        super().__init__(f"{reason}; to see it: {shlex.join(command)}" if command else reason)


class Undecided(Exception):
    """The engine does not know."""


class Task:
    """One .yml file: the program, the properties with their expected verdicts, and what raddle needs beyond that."""

    def __init__(self, path):
        self.path = path
        self.source = None
        self.proven = []      # properties expected to hold
        self.violated = None  # the property expected to be violated
        self.line = None
        self.data_model = "LP64"
        self.arguments = []
        self.counts = {}      # what a run with --all counts: by the key of the statistics


def read_task(path):
    """Reads a definition line by line; everything it does not know is an error, so that a misspelt key is noticed."""
    task = Task(path)
    section, prp = None, None
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if text.lstrip().startswith("#"):
            continue
        match = re.fullmatch(r"(\s*(?:- )?)(\w+):\s*(.*)", text)
        if not match:
            raise Problem(f"{path.name}:{number}: expected `key: value`")
        indent, key, value = match.groups()
        value = value[1:-1].replace("''", "'") if value.startswith("'") and value.endswith("'") else value
        if not indent:
            section = key
        where = key if not indent else f"{section}.{key}"
        if where == "input_files":
            task.source = path.with_name(value)
        elif where == "properties.property_file":
            prp = (path.parent / value).resolve()
            if prp.stem not in PROPERTIES or not prp.is_file():
                raise Problem(f"{path.name}:{number}: no such property file: {value}")
        elif where == "properties.expected_verdict" and value == "true":
            task.proven.append(prp.stem)
        elif where == "properties.expected_verdict" and value == "false" and task.violated is None:
            task.violated = prp.stem
        elif where == "options.data_model":
            task.data_model = value
        elif where == "raddle.line":
            task.line = int(value)
        elif where == "raddle.arguments":
            task.arguments = shlex.split(value)
        elif indent and section == "raddle" and key in COUNTED_BY:
            task.counts[key] = int(value)
        elif where not in ("format_version", "properties", "options", "options.language", "raddle"):
            raise Problem(f"{path.name}:{number}: not understood: {text.strip()}")
    if task.source is None or not task.source.is_file():
        raise Problem(f"{path.name}: no input file")
    if (task.violated is None) != (task.line is None):
        raise Problem(f"{path.name}: a line belongs to a violated property, and only to one")
    if not task.proven and task.violated is None:
        raise Problem(f"{path.name}: no property")
    return task


class Runner:
    """Runs raddle for one task in a directory of its own."""

    def __init__(self, arguments, task, directory):
        self.may_not_know = arguments.may_not_know > 0
        self.raddle = arguments.raddle.resolve()
        self.engine = arguments.engine
        self.options = arguments.option
        self.timeout = arguments.timeout
        self.task = task
        self.report_path = pathlib.Path(directory) / "report.json"

    def check_command(self, properties, extra=()):
        task = self.task
        model = [] if task.data_model == "LP64" else [f"--data-model={task.data_model}"]
        return [str(self.raddle), "check", f"--engine={self.engine}", *self.options,
                f"--property={','.join(properties)}", *task.arguments, *model, *extra, str(task.source)]

    def run(self, command, expected, extra=()):
        """Runs a command that must end with the status of `expected` and returns the last line of its output. `extra`
        are arguments that nobody needs to see the same answer again.
        """
        finished = run_program([*command, *extra], self.timeout)
        lines = finished.stdout.decode("utf-8", "replace").splitlines()
        last = lines[-1] if lines else ""
        if self.may_not_know and finished.status == EXIT_STATUS["UNKNOWN"] and last.startswith("UNKNOWN("):
            raise Undecided(last)
        if finished.timed_out or finished.status != EXIT_STATUS[expected] or not last.startswith(expected):
            said = " ".join(filter(None, [last, shorten(finished.stderr).replace("\n", " ")]))
            raise Problem(f"expected {expected}, got {finished.describe()} and {said!r}", command)
        return last

    def check(self, properties, expected, extra=()):
        """Runs `raddle check`; returns the verdict line and the JSON report."""
        command = self.check_command(properties, extra)
        last = self.run(command, expected, ["--json", self.report_path])
        try:
            report = json.loads(self.report_path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise Problem(f"--json: {error}", [*command, "--json", "-"]) from error
        wrong = find_mistake(report, expected, self.task)
        if wrong:
            raise Problem(f"--json {wrong}", [*command, "--json", "-"])
        return last, report

    def replay(self, command, verdict_line):
        """Replays the report that `command` has just written."""
        replayed = run_program([self.raddle, "replay", self.report_path], self.timeout)
        lines = replayed.stdout.decode("utf-8", "replace").splitlines()
        last = lines[-1] if lines else ""
        if replayed.timed_out or replayed.status != EXIT_STATUS["FALSE"] or last != verdict_line:
            raise Problem(f"replayed, {verdict_line!r} ends with {replayed.describe()} and {last!r} "
                          f"{shorten(replayed.stderr)}", [*command, "--json", "X.json"])


def find_mistake(report, expected, task):
    """None, or what is wrong with a JSON report."""
    missing = [key for key in JSON_KEYS if key not in report]
    if missing:
        return f"lacks {', '.join(missing)}"
    if report["verdict"] != expected:
        return f"says {report['verdict']!r}, the verdict line {expected}"
    if expected != "FALSE":
        return f"has a counterexample for {expected}" if report["counterexample"] else None
    if report["property"] != task.violated:
        return f"names the property {report['property']!r}"
    if not names_line(report["location"], task):
        return f"has the location {report['location']!r}, expected line {task.line}"
    return None if report["counterexample"] else "has no counterexample"


def names_line(location, task):
    """Whether a location, `file:line` with or without a column or an object with these keys, is the expected one."""
    if isinstance(location, dict):
        location = f"{location.get('file')}:{location.get('line')}"
    match = re.fullmatch(r"(.*?):(\d+)(?::\d+)?", str(location))
    return bool(match) and pathlib.Path(match[1]).name == task.source.name and int(match[2]) == task.line


def check_violation(runner):
    task = runner.task
    last, _ = runner.check([task.violated], "FALSE")
    command = runner.check_command([task.violated])
    match = re.fullmatch(r"FALSE\((\w+)\) (.*)", last)
    if not match or match[1] != task.violated or not names_line(match[2], task):
        expected = f"FALSE({task.violated}) {task.source.name}:{task.line}"
        raise Problem(f"expected {expected}, got {last}", command)
    runner.replay(command, last)


def check_count(runner, key, number):
    task = runner.task
    properties, expected = ([task.violated], "FALSE") if task.violated else (task.proven, "TRUE")
    _, report = runner.check(properties, expected, ["--all"])
    counted = report["stats"].get(key)
    if counted != number:
        raise Problem(f"expected {number} {key}, counted {counted}",
                      [*runner.check_command(properties, ["--all"]), "--json", "-"])


def check_task(path, arguments):
    """None, or what went wrong."""
    try:
        task = read_task(path)
        with tempfile.TemporaryDirectory() as directory:
            runner = Runner(arguments, task, directory)
            if task.violated:
                check_violation(runner)
            if task.proven:
                runner.check(task.proven, "TRUE")
            for key, number in task.counts.items():
                if arguments.engine == COUNTED_BY[key]:
                    check_count(runner, key, number)
        return None
    except Undecided as reason:
        arguments.undecided[str(reason)] += 1
        return None
    except Problem as problem:
        return str(problem)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--engine", default="enumerate", help="the engine to test")
    parser.add_argument("--option", action="append", default=[], help="of raddle, for every run")
    parser.add_argument("--filter", default="", help="only tasks whose path contains this")
    parser.add_argument("--skip", action="append", default=[], help="no tasks whose path contains this")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--may-not-know", type=int, default=0, metavar="N", help="accept UNKNOWN for N tasks")
    parser.add_argument("--verbose", action="store_true", help="name the tasks that pass, too")
    parser.add_argument("directories", nargs="+", type=pathlib.Path, metavar="DIR")
    arguments = parser.parse_args()
    tasks = [path.resolve() for directory in arguments.directories for path in sorted(directory.rglob("*.yml"))]
    tasks = [path for path in tasks if arguments.filter in str(path) and
             not any(part in str(path) for part in arguments.skip)]
    arguments.undecided = collections.Counter()
    status = run_cases(tasks, lambda path: check_task(path, arguments), arguments.jobs, not arguments.verbose)
    for reason, count in arguments.undecided.most_common():
        print(f"not decided: {count} with {reason}")
    if sum(arguments.undecided.values()) > arguments.may_not_know:
        print(f"more than {arguments.may_not_know} are not decided")
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
