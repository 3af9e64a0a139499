#!/usr/bin/env python3
"""The engine abstract against runs: whatever a run under a random schedule with random inputs reads and writes, and the
locks that it holds then, must be among what abstract interpretation found, whether that proves anything or not. The
engine looks at that itself, at as many runs as --runs says, and fails with an internal error.

The programs are those below the given directories, and generated ones. How many it went through to the end, and how many
it gave up on, is told at the end; if it gives up on all, there is nothing to compare.
"""
import itertools
import pathlib
import sys

from generators import GENERATORS
from harness import SEED, Problem, Skip, last_line, option, run, run_program, temporary_folder
from tasks import every

GIVEN_UP = {}


def check_program(raddle, runs, timeout, path, properties):
    """Whether the interpretation came to an end."""
    command = [raddle, "--engine=abstract", f"--runs={runs}", f"--property={properties}", f"--timeout={timeout:.0f}",
               path.name]
    finished = run_program(command, timeout * 3, directory=path.parent)
    line = last_line(finished)
    if finished.status not in (0, 2, 3) or finished.timed_out:
        raise Problem(f"{finished.describe()}: {line}", command)
    return line == "TRUE" or "is not excluded" in line


def check_all(name, raddle, runs, timeout, path):
    GIVEN_UP[name] = [not check_program(raddle, runs, timeout, path, properties)
                      for properties in ("assertion,deadlock,memory,lock,division", "race")]


def check_generated(name, raddle, runs, timeout, generator, seed):
    try:
        text = GENERATORS[generator](seed)
    except RuntimeError as error:
        raise Skip(str(error)) from error
    with temporary_folder() as directory:
        path = directory / f"{generator}_{seed}.c"
        path.write_text(text, encoding="utf-8")
        check_all(name, raddle, runs, timeout, path)


def cases(arguments):
    given = sorted(file for folder in arguments.folders for file in folder.rglob("*.c"))
    for path in given[::arguments.step]:
        yield path, check_all, str(path), arguments.raddle, arguments.runs, arguments.timeout, path.resolve()
    for number, generator in itertools.product(range(arguments.seed, arguments.seed + arguments.generated), GENERATORS):
        name = f"{generator} {number}"
        yield name, check_generated, name, arguments.raddle, arguments.runs, arguments.timeout, generator, number


def conclude(_arguments):
    asked = [given_up for answers in GIVEN_UP.values() for given_up in answers]
    print(f"asked {len(asked)} times, given up {sum(asked)} times")
    return None if len(asked) > sum(asked) else "nothing was compared with runs"


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, option("folders", nargs="*", type=pathlib.Path, metavar="DIR"), SEED,
                 option("--generated", type=int, default=10, help="how many programs of each generator"),
                 option("--runs", type=int, default=30, help="that each program is compared with"),
                 every(1), conclude=conclude, timeout=20))
