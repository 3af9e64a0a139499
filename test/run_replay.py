#!/usr/bin/env python3
"""Record and replay: runs programs under random schedules, records each run, replays the record, and expects the same
events and the same end. The programs are taken in turn, each time with a new seed.
"""
import itertools
import pathlib
import sys

from harness import PROGRAMS, SEED, Problem, count, option, run, run_program, shorten, temporary_folder
from tasks import read_task


def find_programs(paths):
    programs = []
    for path in paths:
        programs += sorted(path.rglob("*.c")) if path.is_dir() else [path]
    return [program.resolve() for program in programs]


def target_of(program):
    """The machine that a program is for, if its task says so."""
    definition = program.with_suffix(".yml")
    arguments = read_task(definition).arguments if definition.exists() else []
    return [argument for argument in arguments if argument.startswith("--target=")]


def record_and_replay(raddle, program, seed, timeout):
    """Returns whether there was a run to compare (an endless program has no end to compare), and what went wrong."""
    with temporary_folder() as directory:
        trace = directory / "trace"
        recorded = run_program([raddle, "run", f"--schedule=random:{seed}", "--timeout=10", "--record", trace,
                                *target_of(program), program], timeout)
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


def cases(arguments):
    programs = find_programs(arguments.paths)
    if not programs:
        raise Problem("no programs")
    for number in itertools.count():
        yield number, check_run, arguments.raddle, programs, number, arguments.seed, arguments.timeout


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, count(1000, "runs to record and replay"), SEED,
                 option("paths", nargs="*", type=pathlib.Path, default=[PROGRAMS])))
