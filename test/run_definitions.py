#!/usr/bin/env python3
"""Task definitions as input: `raddle FILE.yml` gives the verdict that the definition expects of its first property, at
its line. Looks at every N-th task below the given directories.
"""
import argparse
import pathlib
import re
import sys

from harness import run_cases, run_program, shorten
from run_tasks import EXIT_STATUS, read_task


def first_property(path):
    """Name of the first property, and whether it is expected to hold."""
    text = path.read_text(encoding="utf-8")
    match = re.search(r"property_file: \S*/(\w+)\.prp\s+expected_verdict: (true|false)", text)
    return match[1], match[2] == "true"


def check_task(path, arguments):
    """None, or what went wrong."""
    name, holds = first_property(path)
    expected = "TRUE" if holds else f"FALSE({name}) {path.stem}.c:{read_task(path).line}"
    finished = run_program([arguments.raddle, "-q", path.name], arguments.timeout, directory=path.parent)
    last = finished.stdout.decode("utf-8", "replace").strip()
    if last != expected or finished.status != EXIT_STATUS[expected.split("(")[0]]:
        return f"expected {expected}, got {finished.describe()}, {last!r}, {shorten(finished.stderr)}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--step", type=int, default=10, help="only every N-th task")
    parser.add_argument("--filter", default="", help="only tasks whose path contains this")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each task")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="name the tasks that pass, too")
    parser.add_argument("directories", nargs="+", type=pathlib.Path, metavar="DIR")
    arguments = parser.parse_args()
    arguments.raddle = arguments.raddle.resolve()
    tasks = [path.resolve() for directory in arguments.directories for path in sorted(directory.rglob("*.yml"))]
    tasks = [path for path in tasks if arguments.filter in str(path) and path.with_suffix(".c").is_file()]
    return run_cases(tasks[::arguments.step], lambda path: check_task(path, arguments), arguments.jobs,
                     not arguments.verbose)


if __name__ == "__main__":
    sys.exit(main())
