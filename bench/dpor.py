#!/usr/bin/env python3
"""How many executions dpor takes for programs whose orders can be counted, and how long.

  least     of which it is known how many orders there are that matter (the comments at the top of the programs tell
            why): as many executions come to their end
  others    of which it is not, or that take more; `least` is the number that would do, if it is known

Threads count as different there, even if they are alike (--keep-order=twins). `alike` is how many executions are left if
those that nobody can tell apart are tried in one order, as they are without that option.

Times are in seconds and include compiling. `>` means that the time was up before the search was through. `blocked` are
executions that were begun in vain, and are not among the runs. With --against a second raddle is asked, too, and its
numbers stand on the right of |.

Fails when a verdict is wrong, when the programs of `least` take other numbers of executions, or when there are more of
them where twins are tried in one order.
"""
import argparse
import math
import pathlib
import sys

from ask import Table, ask, sum_up

APART = "--keep-order=twins"
PROGRAMS = pathlib.Path(__file__).resolve().parent / "dpor"


def count_attempts(n):
    return sum(math.perm(n, k) * k ** (n - k) for k in range(1, n + 1))


def count_independent(n):
    a, b = (n + 1) // 2, n // 2
    return 4 ** n - (4 ** a - 3 ** a) * (4 ** b - 3 ** b)


def count_shared(n, m):
    return math.prod(math.factorial(len(range(i, n, m))) for i in range(m))


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
    *(("two_writers", f"-DN={n}", 2 * 3 ** n) for n in (1, 3, 6)),
    *(("last_writer", f"-DN={n}", math.factorial(n)) for n in (3, 5, 7)),
    *(("flag_readers", f"-DN={n}", 3 ** n) for n in (2, 4, 6)),
    *(("store_buffering", f"-DN={n}", 2 ** n - 1) for n in (2, 5, 10)),
    *(("load_buffering", f"-DN={n}", 2 ** n - 1) for n in (2, 5, 10)),
    *(("message", f"-DN={n}", 3 ** n) for n in (1, 4, 7)),
    *(("independent_writes", f"-DN={n}", count_independent(n)) for n in (2, 3, 4, 5)),
    *(("one_looks", f"-DN={n}", 2 ** (n - 1)) for n in (3, 6, 9)),
    *(("exchange_counter", f"-DN={n} -DKEEP", math.factorial(n) * 2 ** (n * (n - 1) // 2)) for n in (2, 3, 4)),
    *(("readers_and_writers", f"-DN={n} -DM={m}", math.factorial(m) * (m + 1) ** n)
      for n, m in ((1, 2), (4, 2), (3, 3), (2, 4))),
    *(("counters", f"-DN={n} -DM={m}", count_shared(n, m)) for n, m in ((4, 4), (4, 2), (6, 2), (5, 1))),
    *(("philosophers", f"-DN={n}", 2 ** n - 2) for n in (2, 3, 5, 8)),
    *(("try_or_else", f"-DN={n}", count_attempts(n)) for n in (2, 3, 4, 5)),
    *(("semaphore_lock", f"-DN={n}", math.factorial(n)) for n in (2, 4, 6)),
    *(("rendezvous", f"-DN={n}", 1) for n in (2, 5, 9)),
    *(("barrier_then_work", f"-DN={n} -DROUNDS={rounds}", 1) for n, rounds in ((3, 1), (6, 2), (9, 3))),
    *(("once_twice", f"-DN={n}", n * n - (n // 2) * ((n + 1) // 2)) for n in (2, 3, 5, 8)),
    *(("buffer_semaphores", f"-DN={n} -DSIZE=1", 1) for n in (2, 8)),
    *(("buffer_semaphores", f"-DN={n} -DSIZE=2", 3 ** (n - 1)) for n in (2, 4, 6)),
    *(("work_index", f"-DN={n} -DM={m}", n ** m * math.factorial(n)) for n, m in ((2, 2), (2, 6), (3, 3), (4, 3))),
    *(("deque", f"-DN={n}", 3 * (n + 1) * (n + 2) // 2 + 3) for n in (1, 3, 6)),
    *(("double_check", f"-DN={n}", n * sum(math.perm(n - 1, k) for k in range(n))) for n in (2, 3, 4, 5)),
    *(("swaps", f"-DN={n}", math.factorial(n)) for n in (2, 4, 6)),
    *(("swap_chain", f"-DN={n}", 2 ** (n - 1)) for n in (2, 5, 9)),
    *(("slots", f"-DN={n}", 1) for n in (3, 9)),
    *(("publication", f"-DN={n} -DROUNDS={rounds}", (rounds + 1) ** n) for n, rounds in ((2, 1), (8, 1), (3, 3))),
    *(("hazards", f"-DN={n}", 6 ** n) for n in (1, 2, 3)),
    *((name, f"-DN={n}", math.factorial(n)) for name in ("exchange_counter", "stack_pop") for n in (2, 3, 4)),
    *((name, f"-DN={n}", math.factorial(n)) for name in ("test_and_set", "ticket_lock", "clh_lock") for n in (2, 4, 6)),
    *(("fast_mutex", f"-DN=2 -DROUNDS={rounds}", least) for rounds, least in ((1, 16), (2, 133))),
    *(("mcs_lock", f"-DN={n}", least) for n, least in ((2, 6), (3, 66), (4, 1080))),
    *(("join_chain", f"-DN={n}{more}", 1) for n in (3, 9) for more in ("", " -DALL")),
)
OTHER_ROWS = (
    *(("queue", f"-DN={n}", None) for n in (2, 3, 4)),
    *(("bias_lock", f"-DROUNDS={rounds}{first}", None) for rounds in (1, 2) for first in ("", " -DFIRST")),
    *(("posts", f"-DN={n}", None) for n in (3, 5)),
    *(("signals", f"-DN={n}", None) for n in (3, 4)),
    *(("stack_push", f"-DN={n}", math.factorial(n)) for n in (2, 3, 4)),
    *(("stack", f"-DN={n}", least) for n, least in ((2, 2), (3, 8), (4, 38), (5, 282))),
    *(("peterson", f"-DROUNDS={rounds}", least) for rounds, least in ((1, 4), (2, 48))),
    *(("dekker", f"-DROUNDS={rounds}", least) for rounds, least in ((1, 4), (2, 71))),
    *(("filter_lock", f"-DN=2 -DROUNDS={rounds}", least) for rounds, least in ((1, 4), (2, 48))),
    *(("bakery", f"-DN=2 -DROUNDS={rounds}", least) for rounds, least in ((1, 9), (2, 213))),
    *(("sequence_lock", f"-DN={n} -DROUNDS={rounds}", (rounds + 1) ** n)
      for n, rounds in ((1, 1), (1, 2), (1, 3), (3, 1))),
    *(("thread_tree", f"-DN={n}", 1) for n in (3, 7, 15)),
    *(("token_ring", f"-DN={n}", None) for n in (2, 3, 4)),
    *(("buffer_conditions", f"-DN={n} -DSIZE={size}", None) for n, size in ((2, 1), (3, 1), (2, 2), (3, 2))),
)


def find_excess(alike, apart):
    """None, or what is wrong with the numbers of executions."""
    if not (alike.ended and apart.ended):
        return None
    numbers = [answer.stats.get("interleavings") for answer in (alike, apart)]
    return None if numbers[0] <= numbers[1] else f"{numbers[0]} runs with twins in one order, {numbers[1]} with all"


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
        for number in range(len(self.raddles)):
            header += ["|", "verdict", "    runs", "blocked", "  time", *([] if number else ["   alike", "  time"])]
        table = Table(title, header)
        for row in rows:
            self.measure_row(table, *row, title == "least")

    def ask_alike(self, name, sizes):
        return ask(self.raddles[0], PROGRAMS / f"{name}.c", "dpor", [*self.options, *sizes.split()], self.timeout)

    def measure_row(self, table, name, sizes, least, checked):
        cells, wrong = [name, sizes, "-" if least is None else least], []
        for number, raddle in enumerate(self.raddles):
            apart = [] if number or self.options else [APART]  # the other one may not know it
            answer = ask(raddle, PROGRAMS / f"{name}.c", "dpor", [*self.options, *apart, *sizes.split()], self.timeout)
            cells += ["|", answer.show_verdict(), answer.show_count("interleavings"), answer.show_count("pruned"),
                      answer.show_time()]
            mistake = answer.find_mistake("TRUE")
            if not mistake and not number and checked and not self.options and answer.ended and \
                    answer.stats.get("interleavings") != least:
                mistake = f"{answer.stats.get('interleavings')} runs, expected {least}"
            if not number:
                alike = self.ask_alike(name, sizes)
                cells += [alike.show_count("interleavings"), alike.show_time()]
                mistake = mistake or alike.find_mistake("TRUE") or find_excess(alike, answer)
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
