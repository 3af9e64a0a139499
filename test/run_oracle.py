#!/usr/bin/env python3
"""An engine against the plain enumeration of all interleavings, on generated programs; the rules are in oracle.py.

Each program is checked twice by both: for assertions, deadlocks and the like, and for data races. A program the oracle
did not finish is replaced by the next. Without --inputs the programs come from generate.py: they have one path and no
inputs. With --inputs, the default for engines that explore all paths, they come from generate_paths.py: they have
branches and inputs.

Disagreements are printed with the seed, and the programs kept, as they are and shrunk. How often an engine that need
not know did not is printed, too.
"""
import argparse
import itertools
import sys

import generate
import generate_paths
from harness import close, list_engines
from oracle import ENGINES, RACE, Case, Check, Comparison, Engine, add_arguments, case_of_file, print_verdicts, \
    with_row

CHECKS = (Check("assertion,deadlock"), Check(RACE))
CHECKS_WITH_INPUTS = (Check("assertion,deadlock,memory,lock,division"), Check(RACE))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser, "build/oracle", 30)
    parser.add_argument("--engine", default="predict", help="the engine to compare with enumerate")
    parser.add_argument("--inputs", action="store_true",
                        help="programs with branches and inputs; the default for engines that explore all paths")
    parser.add_argument("--option", action="append", default=[], help="a further option for the engine")
    parser.add_argument("--count", type=int, default=300, help="number of programs to compare")
    arguments = parser.parse_args()
    rows = list_engines(arguments.raddle.resolve())
    engine = with_row(ENGINES.get(arguments.engine, Engine(arguments.engine, races=True)), rows[arguments.engine])
    inputs = arguments.inputs or engine.all_paths
    checks = [check for check in (CHECKS_WITH_INPUTS if inputs else CHECKS)
              if engine.is_asked(check) and
              (not arguments.only or (check.properties == RACE) == (arguments.only == "race"))]
    if not checks:
        parser.error(f"{engine.name} does not look for races")
    comparison = Comparison(arguments, [engine._replace(options=(*engine.options, *arguments.option))], checks)
    make, kind = (generate_paths.generate, "paths") if inputs else (generate.generate, "plain")
    cases = [case_of_file(path) for path in arguments.programs] or \
        (Case(f"seed {seed}", f"{kind}_{seed}", lambda seed=seed: make(seed))
         for seed in itertools.count(arguments.seed))
    results = comparison.run(cases, len(arguments.programs) or arguments.count, arguments.jobs, not arguments.programs)
    passed, failed = print_verdicts(results, checks)
    print(f"not known by an engine that need not know: {len(comparison.excused)}")
    return close(passed, failed)


if __name__ == "__main__":
    sys.exit(main())
