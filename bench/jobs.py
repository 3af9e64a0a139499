#!/usr/bin/env python3
"""What several workers bring: the same search with --jobs=1 and with --jobs=N (2), one right after the other, for the engines
that know workers. Times are in seconds and include compiling; the ratio is that of the times.

Fails when the verdicts differ, or the numbers of interleavings do; not with ag, which learns other things then.
"""
import argparse
import pathlib
import sys

from ask import Table, ask, sum_up

BENCH = pathlib.Path(__file__).resolve().parent
PROGRAMS = BENCH.parent / "test" / "programs"

# engine, program, options
ROWS = (
    ("dpor", BENCH / "dpor" / "exchange_chain.c", "-DN=11"),
    ("dpor", BENCH / "dpor" / "queue.c", "-DN=4"),
    ("dpor", BENCH / "dpor" / "sums.c", "-DN=9 -DLOOK"),
    ("lazy", BENCH / "ag" / "fibbench.c", "-DN=7 -DHOLDS"),
    ("ag", BENCH / "dpor" / "queue.c", "-DN=4"),
    ("ag", BENCH / "ag" / "fibbench.c", "-DN=8 -DHOLDS"),
    ("se", BENCH / "dpor" / "attempts.c", "-DN=5"),
    ("enumerate", BENCH / "dpor" / "attempts.c", "-DN=6"),
    ("mpc", BENCH / "mpc" / "m.c", "--all -DEXTRA=6"),
    ("mcr", BENCH / "dpor" / "queue.c", "--all"),
    ("tdv", PROGRAMS / "tdv" / "fig4.c", "--all"),
)


class Bench:
    """Asks about one row after the other and remembers what was wrong."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.rows = 0
        self.problems = []
        self.table = Table(f"workers: 1 and {arguments.jobs}", ["engine   ", "program         ", "options         ", "verdict",
                                                                  "interleavings", "   1", f"{arguments.jobs:4}", "ratio"])

    def measure(self, engine, program, options):
        one, many = (ask(self.arguments.raddle, program, engine, [*options.split(), f"--jobs={jobs}"],
                         self.arguments.timeout) for jobs in (1, self.arguments.jobs))
        wrong = ""
        if one.ended and many.ended:
            if one.verdict != many.verdict:
                wrong = f"{one.describe()} and {many.describe()}"
            elif engine != "ag" and one.stats.get("interleavings") != many.stats.get("interleavings"):
                wrong = f"{one.stats.get('interleavings')} and {many.stats.get('interleavings')} interleavings"
        ratio = f"{one.seconds / many.seconds:.2f}" if one.ended and many.ended else "-"
        self.table.print_row([engine, program.stem, options, one.show_verdict(), many.show_count("interleavings"),
                              one.show_time(), many.show_time(), ratio], f"!! {wrong}" if wrong else "")
        self.rows += 1
        if wrong:
            self.problems.append(f"{engine} {program.stem} {options}: {wrong}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="workers (default 2)")
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS", help="for one search (default 120)")
    parser.add_argument("--only", default="", metavar="PATTERN", help="only rows whose engine or program contains this")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    for engine, program, options in ROWS:
        if arguments.only in engine or arguments.only in program.stem:
            bench.measure(engine, program, options)
    return sum_up(bench, "jobs.py")


if __name__ == "__main__":
    sys.exit(main())
