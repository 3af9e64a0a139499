#!/usr/bin/env python3
"""Steps in a second by the length of a run: length/early.c with runs of 500 to 50,000 events. Every order of its beginning is
a run of its own from there to its end. What a run of a few events takes, with compiling, is not counted.

Shows, per engine and length, the steps that were taken (those that runs share once; with predict the events of its run),
the seconds, steps in a second, and the memory; and after each engine the largest of these rates over the smallest. A search
that is not through in the time has its rate, too; one that is over in 20 ms has one, but it is not compared. Fails when
the factor is more than --goal, or when an answer is wrong.
"""
import argparse
import pathlib
import sys

from ask import Table, ask

PROGRAM = pathlib.Path(__file__).resolve().parent / "length" / "early.c"
EVENTS_PER_ROUND = 16  # of four threads: taking a lock, reading, writing, giving it up
NOISE = 0.02  # seconds
COUNTED = {"dpor": "steps", "ag": "steps", "lazy": "steps", "predict": "events"}


class Bench:
    """Asks one engine about one length after the other."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.problems = []

    def ask(self, engine, rounds):
        answer = ask(self.arguments.raddle, PROGRAM, engine, [f"-DROUNDS={rounds}"], self.arguments.timeout)
        if answer.verdict == "FALSE":
            self.problems.append(f"{engine}: {rounds} rounds: {answer.describe()}")
        return answer

    def measure(self, engine, rounds):
        """The fastest of some; what takes long is measured once."""
        best = self.ask(engine, rounds)
        for _ in range(self.arguments.times - 1):
            if best.seconds > 2:
                break
            best = min(best, self.ask(engine, rounds), key=lambda answer: answer.seconds)
        return best

    def measure_engine(self, engine):
        key = COUNTED[engine]
        table = Table(engine, ["length", f"{key:>12}", "seconds", "in a second", "MB", "verdict"])
        start = self.measure(engine, 1).seconds
        rates = []
        for length in map(int, self.arguments.lengths.split(",")):
            answer = self.measure(engine, length // EVENTS_PER_ROUND)
            seconds = max(answer.seconds - start, 0.001)
            rate = answer.stats.get(key, 0) / seconds
            if seconds > NOISE:
                rates.append(rate)
            table.print_row([str(length), answer.show_count(key), answer.show_time(), f"{rate:,.0f}",
                             str(answer.stats.get("memory_mb", "-")), answer.show_verdict()])
        factor = max(rates, default=1) / max(min(rates, default=1), 0.001)
        print(f"largest over smallest: {factor:.1f}")
        if factor > self.arguments.goal:
            self.problems.append(f"{engine}: the rates differ by a factor of {factor:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--engines", default=",".join(COUNTED), help="separated by commas")
    parser.add_argument("--lengths", default="500,2000,8000,20000,50000", help="events of a run, separated by commas")
    parser.add_argument("--times", type=int, default=10, help="the fastest of so many counts (default 10)")
    parser.add_argument("--timeout", type=float, default=30, metavar="SECONDS", help="for one search (default 30)")
    parser.add_argument("--goal", type=float, default=2, help="how much rates may differ")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    for engine in arguments.engines.split(","):
        bench.measure_engine(engine)
    for problem in bench.problems:
        print(f"!! {problem}")
    return 1 if bench.problems else 0


if __name__ == "__main__":
    sys.exit(main())
