#!/usr/bin/env python3
"""What several workers bring: the same search with --jobs=1 and with --jobs=N (2), one right after the other, for the engines
that know workers. Times are in seconds and include compiling; the ratio is that of the times. Searches of a few seconds, since a
machine that is shared is faster at one time than at another: with --rounds both are asked so often, in turn, and
the least time of each counts.

Fails when the verdicts differ, or the numbers of interleavings do; not with ag, which learns other things then.
"""
import argparse
import pathlib
import sys

from ask import Table, ask, sum_up

BENCH = pathlib.Path(__file__).resolve().parent

# engine, program, options
ROWS = (
    ("dpor", BENCH / "dpor" / "exchange_chain.c", "-DN=11"),
    ("dpor", BENCH / "dpor" / "sums.c", "-DN=9 -DLOOK"),
    ("lazy", BENCH / "ag" / "fibbench.c", "-DN=7 -DHOLDS"),
    ("ag", BENCH / "dpor" / "queue.c", "-DN=4"),
    ("ag", BENCH / "ag" / "fibbench.c", "-DN=8 -DHOLDS"),
    ("se", BENCH / "dpor" / "exchange_once.c", "-DN=9"),
    ("enumerate", BENCH / "dpor" / "attempts.c", "-DN=6"),
    ("mpc", BENCH / "mpc" / "m.c", "--all -DEXTRA=7"),
    ("mcr", BENCH / "dpor" / "queue.c", "-DN=3 --all"),
    ("tdv", BENCH / "dpor" / "queue.c", "-DN=3"),
)


class Bench:
    """Asks about one row after the other and remembers what was wrong."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.rows = 0
        self.problems = []
        self.table = Table(f"workers: 1 and {arguments.jobs}", ["engine   ", "program         ", "options         ", "verdict",
                                                                  "interleavings", "   1", f"{arguments.jobs:4}", "ratio"])

    def ask_in_turn(self, engine, program, options):
        """The quickest answer with one worker, and with many."""
        quickest = [None, None]
        for _ in range(self.arguments.rounds):
            for i, jobs in enumerate((1, self.arguments.jobs)):
                answer = ask(self.arguments.raddle, program, engine, [*options.split(), f"--jobs={jobs}"],
                             self.arguments.timeout)
                if not quickest[i] or answer.seconds < quickest[i].seconds:
                    quickest[i] = answer
        return quickest

    def measure(self, engine, program, options):
        one, many = self.ask_in_turn(engine, program, options)
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
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="how often each is asked (default 1)")
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
