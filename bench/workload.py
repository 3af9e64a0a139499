#!/usr/bin/env python3
"""Programs whose runs are long, as those of test suites are: what `stress` executes in a second, and what `predict`
takes for one run of a given number of events, cut into windows, beside half of it.

Steps are instructions of the machine, as --max-steps counts them; events are the visible ones among them. The number of
steps in an event is that of one run. Fails when `stress` makes fewer steps in a second than --goal, when `predict` takes
longer than --seconds or more memory than --megabytes, or when it misses the bug that -DBUG puts in.
"""
import argparse
import pathlib
import re
import subprocess
import sys

from ask import run_raddle

PROGRAM = pathlib.Path(__file__).parent / "workload" / "queue.c"
EVENTS_PER_ROUND = 50  # of one producer and one consumer and their like


def count_steps(raddle, rounds):
    """Instructions for each event of one run."""
    shown = subprocess.run([raddle, "run", "-v", f"-DN={rounds}", PROGRAM], capture_output=True, text=True, check=True)
    steps, events = map(int, re.search(r"(\d+) instructions, (\d+) events", shown.stderr + shown.stdout).groups())
    return steps / events


def measure_stress(raddle, rounds, runs):
    """Steps and events in a second."""
    report, _, problem = run_raddle(raddle, PROGRAM, "stress", [f"-DN={rounds}", f"--runs={runs}"], 600)
    if "stats" not in report:
        sys.exit(f"stress: {problem}")
    events = report["stats"]["events"] / report["stats"]["time_s"]
    return events * count_steps(raddle, rounds), events


def measure_predict(raddle, rounds, options):
    """The verdict, events, seconds and megabytes."""
    report, _, problem = run_raddle(raddle, PROGRAM, "predict", [f"-DN={rounds}", *options], 600)
    if "stats" not in report:
        sys.exit(f"predict: {problem}")
    stats = report["stats"]
    return report["verdict"], stats["events"], stats["time_s"], stats["memory_mb"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", default="build/raddle")
    parser.add_argument("--events", type=int, default=100000, help="of the run that predict looks at")
    parser.add_argument("--runs", type=int, default=100, help="of stress")
    parser.add_argument("--goal", type=float, default=5e6, help="steps a second")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--megabytes", type=float, default=2048)
    arguments = parser.parse_args()
    failures = []
    steps, events = measure_stress(arguments.raddle, 1000, arguments.runs)
    print(f"stress: {steps:,.0f} steps a second, of which {events:,.0f} are events")
    if steps < arguments.goal:
        failures.append(f"stress makes less than {arguments.goal:,.0f} steps a second")
    rounds = arguments.events // EVENTS_PER_ROUND
    before = None
    for part, options in ((rounds // 2, []), (rounds, []), (rounds, ["-DBUG"])):
        verdict, events, seconds, megabytes = measure_predict(arguments.raddle, part, options)
        factor = f", {seconds / before:.1f} times the run of half the length" if before and not options else ""
        before = seconds
        print(f"predict{' with a bug' if options else ''}: {verdict}, {events:,} events, {seconds:.1f} s, "
              f"{megabytes} MB{factor}")
        if seconds > arguments.seconds or megabytes > arguments.megabytes:
            failures.append(f"predict takes more than {arguments.seconds:g} s or {arguments.megabytes:g} MB")
        if options and verdict != "FALSE":
            failures.append("predict misses the bug")
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
