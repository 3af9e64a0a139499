#!/usr/bin/env python3
"""Record and replay: runs programs under random schedules, records each run, replays the record, and expects the same
events and the same end. The programs are taken in turn, each time with a new seed.
"""
import argparse
import pathlib
import sys
import tempfile

from harness import run_cases, run_program, shorten

ROOT = pathlib.Path(__file__).resolve().parent


def find_programs(paths):
    programs = []
    for path in paths:
        programs += sorted(path.rglob("*.c")) if path.is_dir() else [path]
    return [program.resolve() for program in programs]


def record_and_replay(raddle, program, seed, timeout):
    """Returns whether there was a run to compare (an endless program has no end to compare), and what went wrong."""
    with tempfile.TemporaryDirectory() as directory:
        trace = pathlib.Path(directory) / "trace"
        recorded = run_program([raddle, "run", f"--schedule=random:{seed}", "--timeout=10", "--record", trace, program],
                               timeout)
        if recorded.timed_out or recorded.status < 0:
            return True, f"recording: {recorded.describe()}: {shorten(recorded.stderr)}"
        if b"timeout" in recorded.stderr:
            return False, None
        if not trace.exists():
            return True, f"nothing was recorded, {recorded.describe()}: {shorten(recorded.stderr)}"
        replayed = run_program([raddle, "replay", trace], timeout)
    if replayed.timed_out or replayed.status != recorded.status:
        return True, f"run: {recorded.describe()}; replay: {replayed.describe()}: {shorten(replayed.stderr)}"
    if b"diverge" in replayed.stderr + replayed.stdout:
        return True, f"the replay diverged: {shorten(replayed.stderr or replayed.stdout)}"
    return True, None


def check_run(raddle, programs, number, seed, timeout):
    for offset in range(len(programs)):
        program = programs[(number + offset) % len(programs)]
        compared, problem = record_and_replay(raddle, program, seed + number, timeout)
        if compared:
            return problem and f"{program}: {problem}"
    return "no program came to an end"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000, help="number of runs to record and replay")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, default=[ROOT / "programs"])
    arguments = parser.parse_args()
    raddle = arguments.raddle.resolve()
    programs = find_programs(arguments.paths)
    if not programs:
        sys.exit("run_replay.py: no programs")
    return run_cases(range(arguments.count),
                     lambda number: check_run(raddle, programs, number, arguments.seed, arguments.timeout),
                     arguments.jobs)


if __name__ == "__main__":
    sys.exit(main())
