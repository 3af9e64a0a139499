#!/usr/bin/env python3
"""Task definitions as input: `raddle FILE.yml` gives the verdict that the definition expects of its first property, at
its line. Looks at every N-th task below the given directories, and at those of ALWAYS.
"""
import sys

from harness import EXIT_STATUS, PROGRAMS, last_line, run, run_program, shorten
from tasks import DIRECTORIES, every, names_line, read_task, task_cases

# What is asked for by a definition alone, and not if nothing is asked for.
ALWAYS = ("mpc/abort_assumption_asked",)


def check_task(path, arguments):
    """None, or what went wrong."""
    task = read_task(path)
    finished = run_program([arguments.raddle, "-q", path.name], arguments.timeout, directory=path.parent)
    word, _, place = last_line(finished).partition(" ")
    expected = f"FALSE({task.first})" if task.first == task.violated else "TRUE"
    right = word == expected and finished.status == EXIT_STATUS[expected.split("(")[0]] and \
        (names_line(place, task) if place else expected == "TRUE")
    return None if right else f"expected {expected} {task.line or ''}, got {finished.describe()}, " \
                              f"{last_line(finished)!r}, {shorten(finished.stderr)}"


def cases(arguments):
    for name in ALWAYS:
        yield name, check_task, PROGRAMS / f"{name}.yml", arguments
    yield from task_cases(arguments, check_task)


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, every(10), DIRECTORIES))
