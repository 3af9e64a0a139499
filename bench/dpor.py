#!/usr/bin/env python3
"""How many executions dpor takes for programs whose orders can be counted, and how long.

  least     of which it is known how many orders there are that matter (the comments at the top of the programs tell
            why): as many executions come to their end
  others    of which it is not, or that take more

Times are in seconds and include compiling. `>` means that the time was up before the search was through. `blocked` are
executions that were begun in vain, and are not among the runs. With --against a second raddle is asked, too, and its
numbers stand on the right of |.

Fails when a verdict is wrong, or when the programs of `least` take other numbers of executions.
"""
import argparse
import math
import pathlib
import sys

from ask import Table, ask, sum_up

PROGRAMS = pathlib.Path(__file__).resolve().parent / "dpor"

# program, sizes, executions
LEAST_ROWS = (
    *(("exchange_once", f"-DN={n}", n) for n in (3, 6, 9)),
    ("exchange_chain", "-DN=5", 43),
    ("exchange_chain", "-DN=7", 523),
    ("exchange_chain", "-DN=9", 8597),
    *(("exchange_after_store", f"-DN={n}", n * 2 ** (n - 1) + 1) for n in (3, 6, 9)),
    *(("barrier", f"-DN={n} -DROUNDS={rounds}", 1) for n in (4, 9) for rounds in (1, 2)),
    *(("barrier", f"-DN={n} -DROUNDS={rounds} -DLAST", n ** rounds) for n in (4, 6) for rounds in (1, 2)),
    *(("spin_and_barrier", f"-DN={n} -DM={n}", math.factorial(n)) for n in (2, 3, 4, 5)),
    *(("sums", f"-DN={n}", 1) for n in (4, 9)),
    *(("sums", f"-DN={n} -DLOOK", math.factorial(n)) for n in (4, 7)),
    *(("attempts", f"-DN={n}", n) for n in (3, 6, 9)),
    *(("readers", f"-DN={n}", 2 ** n) for n in (3, 6, 9)),
    *(("once", f"-DN={n}", n) for n in (3, 6, 9)),
)
OTHER_ROWS = (
    *(("queue", f"-DN={n}", None) for n in (2, 3, 4)),
    *(("bias_lock", f"-DROUNDS={rounds}", None) for rounds in (1, 2)),
    *(("posts", f"-DN={n}", None) for n in (3, 5)),
    *(("signals", f"-DN={n}", None) for n in (3, 4)),
)


class Bench:
    """Asks about one row after the other and remembers what was wrong."""

    def __init__(self, arguments):
        self.raddles = [arguments.raddle, *([arguments.against] if arguments.against else [])]
        self.timeout = arguments.timeout
        self.only = arguments.only
        self.options = arguments.options.split()
        self.rows = 0
        self.problems = []

    def measure_table(self, title, rows):
        rows = [row for row in rows if self.only in title or self.only in row[0]]
        if not rows:
            return
        header = ["program             ", "sizes                 ", "least"]
        for _ in self.raddles:
            header += ["|", "verdict", "    runs", "blocked", "  time"]
        table = Table(title, header)
        for row in rows:
            self.measure_row(table, *row)

    def measure_row(self, table, name, sizes, least):
        cells, wrong = [name, sizes, "-" if least is None else least], []
        for number, raddle in enumerate(self.raddles):
            answer = ask(raddle, PROGRAMS / f"{name}.c", "dpor", [*self.options, *sizes.split()], self.timeout)
            cells += ["|", answer.show_verdict(), answer.show_count("interleavings"), answer.show_count("pruned"),
                      answer.show_time()]
            mistake = answer.find_mistake("TRUE")
            if not mistake and not number and least is not None and not self.options and answer.ended and \
                    answer.stats.get("interleavings") != least:
                mistake = f"{answer.stats.get('interleavings')} runs, expected {least}"
            if mistake:
                wrong.append(f"{name} {sizes}: {mistake}")
        table.print_row(cells, "!! WRONG" if wrong else "")
        self.rows += 1
        self.problems += wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--against", type=pathlib.Path, metavar="RADDLE", help="another one to compare with")
    parser.add_argument("--timeout", type=float, default=20, metavar="SECONDS",
                        help="for one program (default 20)")
    parser.add_argument("--only", default="", metavar="PATTERN", help="only tables and rows whose name contains this")
    parser.add_argument("--options", default="", metavar="OPTIONS",
                        help="for raddle, such as --keep-order=barriers; then the number of executions is not checked")
    bench = Bench(parser.parse_args())
    bench.measure_table("least", LEAST_ROWS)
    bench.measure_table("others", OTHER_ROWS)
    return sum_up(bench, "dpor.py")


if __name__ == "__main__":
    sys.exit(main())
