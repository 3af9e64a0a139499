#!/usr/bin/env python3
"""Engines against the plain enumeration of all interleavings and inputs, on generated programs, for as long as one
likes. The rules are in oracle.py.

About each program a few engines are asked, drawn by its seed together with some of the checks and of the vectors of
inputs, so that many programs are tried and all engines get their share. With --engines=all, or a list, all of them are
asked everything; so they are about programs given by name. With --engines=reductions those that are drawn are dpor, ag
and lazy as they are, and with some of their reductions switched off.

The programs come in turn from generate.py (one path, no inputs), generate_paths.py (branches and inputs),
generate_dynamic.py (threads made in loops and by threads, pointers, arrays, functions), generate_idioms.py (timed
waits, idle loops, parts of words and the like), generate_assume.py (steps that end early), generate_orders.py (orders
that may make no difference), generate_twins.py (threads that are alike) and generate_guarded.py (sections of a lock that others
look into), with the seeds from --seed on. Each is checked for assertions, deadlocks and the like, also with unasked wake-ups, with a bound on context
switches by those engines that know one, for data races by those that look for them, for assertions alone by those that
slice, and for leaks. A program the oracle did not finish is replaced by the next.

Engines that the program does not have are left out. A drawn engine that runs into its time or a bound disagrees with
nobody; what it left open is listed at the end. Disagreements are printed with the seed, and the programs kept, as
they are and shrunk for each engine that disagrees: what is to be tried again for ever goes to test/kept.
"""
import collections
import functools
import itertools
import sys

from generators import GENERATORS
from harness import SECONDS, Problem, list_engines, option, run, run_program
from oracle import ASSERTION, ENGINES, LEAK, RACE, REDUCTIONS, Case, Check, Comparison, comparing, with_row

PROPERTIES = "assertion,deadlock,memory,lock,division"
CHECKS = (Check(PROPERTIES), Check(RACE), Check(ASSERTION), Check(PROPERTIES, bound=2), Check(LEAK))
DRAWN = 3
KNOWN = {**ENGINES, **REDUCTIONS}
OTHERS = [name for name in ENGINES if name != "enumerate"]
# What --engines may say instead of a list, and whether those are drawn from.
REDUCED = ["dpor", "dpor-first", "ag", "ag-first", "lazy", "lazy-first", "record-first", "dpor-parts", "ag-parts", *REDUCTIONS]
FAMILIES = {"all": (OTHERS, False), "drawn": (OTHERS, True), "reductions": (REDUCED, True)}


def find_engines(raddle, wanted):
    """Those of the wanted engines that the program has; says which it has not."""
    rows = list_engines(raddle)
    for name in rows.keys() - {engine.engine or engine.name for engine in ENGINES.values()} - {"auto", "stress"}:
        raise Problem(f"oracle.py has no row for engine {name}")
    asked = [(KNOWN[name], KNOWN[name].engine or name) for name in wanted]
    for engine, name in asked:
        if name not in rows:
            print(f"left out: {raddle} has no engine {name}", flush=True)
    return [with_row(engine, rows[name]) for engine, name in asked if name in rows]


def find_checks(raddle):
    """What is asked: also with unasked wake-ups, or without them, whichever the program does not do by itself."""
    shown = run_program([raddle, "help", "all"]).stdout.decode()
    spurious = "--no-spurious-wakeups" if "--no-spurious-wakeups" in shown else "--spurious-wakeups"
    return [*CHECKS, Check(PROPERTIES, option=spurious)]


def make_cases(generators, seed):
    for number in itertools.count(seed):
        for name in generators:
            yield Case(f"{name} {number}", f"{name}_{number}", functools.partial(GENERATORS[name], number))


def print_engines(comparison):
    """How much each engine was asked, shrinking included."""
    excused = collections.Counter(comparison.excused)
    seconds = collections.defaultdict(list)
    for name, taken in comparison.asked:
        seconds[name].append(taken)
    for name, taken in seconds.items():
        print(f"{name}: {len(taken)} answers, {sum(taken):.0f} s, the longest {max(taken):.1f} s" +
              (f", {excused[name]} times not known, which it need not" if excused[name] else ""))


def cases(arguments):
    wanted, draws = FAMILIES.get(arguments.engines, (arguments.engines.split(","), False))
    generators, others = arguments.generators.split(","), [name for name in KNOWN if name != "enumerate"]
    for name, known in (*((name, others) for name in wanted), *((name, GENERATORS) for name in generators)):
        if name not in known:
            arguments.error(f"{name} is none of {', '.join(known)}")
    engines = find_engines(arguments.raddle, wanted)
    checks = [check for check in find_checks(arguments.raddle)
              if not arguments.only or (check.properties == RACE) == (arguments.only == "race")]
    checks = [check for check in checks if any(engine.is_asked(check) for engine in engines)]
    if not checks:
        arguments.error("there is nothing to compare")
    drawn = arguments.drawn if draws and not arguments.programs else None
    arguments.comparison = Comparison(arguments, engines, checks, drawn)
    return arguments.comparison.cases(arguments, make_cases(generators, arguments.seed))


def conclude(arguments):
    print_engines(arguments.comparison)
    arguments.comparison.print_verdicts()


if __name__ == "__main__":
    sys.exit(run(
        __doc__, cases, *comparing("build/soak", 5, 1000), SECONDS,
        option("--engines", default="drawn",
               help="to compare with enumerate, separated by commas; all; drawn by the seed (the default); or reductions"),
        option("--drawn", type=int, default=DRAWN, help="how many of the engines are drawn"),
        option("--generators", default=",".join(GENERATORS), help="in turn, separated by commas"),
        conclude=conclude))
