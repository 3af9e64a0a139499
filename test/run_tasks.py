#!/usr/bin/env python3
"""Threaded programs against their task definitions: for every .yml below the given directories raddle must give the
expected verdict, at the expected line, with a valid JSON report; every FALSE is replayed; where the definition knows
the number of interleavings (of enumerate) or of paths (of mpc), a run with --all must count as many. See
programs/README.md for the format.

With --may-not-know=N an engine that does not decide every program is tested for not being wrong: UNKNOWN is accepted for at
most N tasks, and counted by its reason.
"""
import collections
import json
import re
import sys

from harness import EXIT_STATUS, Problem, last_line, option, run, run_program, shorten, temporary_folder
from tasks import COUNTED_BY, DIRECTORIES, FIRST, every, names_line, read_task, task_cases

JSON_KEYS = ("verdict", "property", "location", "engine", "bounded", "counterexample", "stats")


class Undecided(Exception):
    """The engine does not know."""


class Runner:
    """Runs raddle for one task in a directory of its own."""

    def __init__(self, arguments, task, directory):
        self.may_not_know = arguments.may_not_know > 0
        self.raddle = arguments.raddle
        self.engine = arguments.engine
        self.options = arguments.option
        self.timeout = arguments.timeout
        self.task = task
        self.report_path = directory / "report.json"

    def check_command(self, properties, extra=()):
        task = self.task
        model = [] if task.data_model == "LP64" else [f"--data-model={task.data_model}"]
        return [self.raddle, "check", f"--engine={self.engine}", *self.options,
                f"--property={','.join(properties)}", *task.arguments, *model, *extra, task.source]

    def run(self, command, expected, extra=()):
        """Runs a command that must end with the status of `expected` and returns the last line of its output. `extra`
        are arguments that nobody needs to see the same answer again.
        """
        finished = run_program([*command, *extra], self.timeout)
        last = last_line(finished)
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
        last = last_line(replayed)
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
    task = read_task(path)
    try:
        with temporary_folder() as directory:
            runner = Runner(arguments, task, directory)
            if task.violated:
                check_violation(runner)
            if task.proven:
                runner.check(task.proven, "TRUE")
            for key, number in task.counts.items():
                if arguments.engine == COUNTED_BY[key]:
                    check_count(runner, key, number)
    except Undecided as reason:
        arguments.undecided[str(reason)] += 1


def cases(arguments):
    arguments.undecided = collections.Counter()
    return [case for case in task_cases(arguments, check_task)
            if not any(part in str(case[0]) for part in arguments.skip)]


def conclude(arguments):
    for reason, number in arguments.undecided.most_common():
        print(f"not decided: {number} with {reason}")
    many = sum(arguments.undecided.values()) > arguments.may_not_know
    return f"more than {arguments.may_not_know} are not decided" if many else None


if __name__ == "__main__":
    sys.exit(run(
        __doc__, cases, option("--engine", default="enumerate", help="the engine to test"),
        option("--option", action="append", default=[], help="of raddle, for every run"),
        option("--skip", action="append", default=[], help="no tasks whose path contains this"),
        option("--may-not-know", type=int, default=0, metavar="N", help="accept UNKNOWN for N tasks"), every(1), FIRST,
        DIRECTORIES,
        conclude=conclude))
