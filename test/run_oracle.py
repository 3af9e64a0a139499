#!/usr/bin/env python3
"""An engine against the plain enumeration of all interleavings, on generated programs; the rules are in oracle.py.

Each program is checked twice by both: for assertions, deadlocks and the like, and for data races. A program the oracle
did not finish is replaced by the next. Without --inputs the programs come from generate.py: they have one path and no
inputs. With --inputs, the default for engines that explore all paths, they come from generate_paths.py: they have
branches and inputs.

Disagreements are printed with the seed, and the programs kept, as they are and shrunk. How often an engine that need
not know did not is printed, too.
"""
import functools
import itertools
import sys

import generate
import generate_paths
from harness import list_engines, option, run
from oracle import ENGINES, RACE, Case, Check, Comparison, Engine, comparing, with_row

CHECKS = (Check("assertion,deadlock"), Check(RACE))
CHECKS_WITH_INPUTS = (Check("assertion,deadlock,memory,lock,division"), Check(RACE))


def cases(arguments):
    rows = list_engines(arguments.raddle)
    engine = with_row(ENGINES.get(arguments.engine, Engine(arguments.engine, races=True)), rows[arguments.engine])
    inputs = arguments.inputs or engine.all_paths
    checks = [check for check in (CHECKS_WITH_INPUTS if inputs else CHECKS)
              if engine.is_asked(check) and
              (not arguments.only or (check.properties == RACE) == (arguments.only == "race"))]
    if not checks:
        arguments.error(f"{engine.name} does not look for races")
    arguments.comparison = Comparison(
        arguments, [engine._replace(options=(*engine.options, *arguments.option))], checks)
    make, kind = (generate_paths.generate, "paths") if inputs else (generate.generate, "plain")
    generated = (Case(f"seed {seed}", f"{kind}_{seed}", functools.partial(make, seed))
                 for seed in itertools.count(arguments.seed))
    return arguments.comparison.cases(arguments, generated)


def conclude(arguments):
    arguments.comparison.print_verdicts()
    print(f"not known by an engine that need not know: {len(arguments.comparison.excused)}")


if __name__ == "__main__":
    sys.exit(run(
        __doc__, cases, *comparing("build/oracle", 30, 300),
        option("--engine", default="predict", help="the engine to compare with enumerate"),
        option("--inputs", action="store_true",
               help="programs with branches and inputs; the default for engines that explore all paths"),
        option("--option", action="append", default=[], help="a further option for the engine"), conclude=conclude))
