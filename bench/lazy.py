#!/usr/bin/env python3
"""Tables 1 and 2 of "Verifying Multi-threaded Software using SMT-based Context-Bounded Model Checking" (ICSE 2011):
the engines lazy, record and uw, ours beside the paper's.

  table1    reorder, twostage, wronglock and micro with growing numbers of threads
  table2    circular_buffer, queue, stack, fsbench, indexer, stateful, sync; the largest of reorder, twostage, wronglock
            and micro. Without the five applications of the paper's table

With lazy, a program with an error is checked twice: until the error is found, which gives the first time, and with
--all, which gives the interleavings (I), those of them that failed (FI), and the second time. Times are in seconds and
include compiling. `>` means that the time was up before the search was through; `-` that there is no such number, or no
verdict. On the right of | is what the paper says (its limit was 3600 s; MO: out of memory).

Of record and uw there are the memory (MB), the questions to the solver, and the iterations of uw. No question: all
checks of the whole tree are decided without inputs, and none fails.

B bounds the iterations of loops and is the paper's. raddle gets one more (--unwind cuts a loop that needs as many),
and at least one more than there are threads, since threads are created in loops.

C bounds the changes of thread (--context-bound). It is the paper's, too, but for errors that need more as raddle
counts; with --least it is the smallest C with which there is the error. The two count differently. The paper's
interleavings are T^C in many rows (32, 256, 1024 and 131072 with two threads, 676 with 26), however long the threads
are: it seems that the first C decisions of the scheduler are free, whether they change the thread or not, and that the
threads then run one after the other. In raddle C changes can happen anywhere, and going on to the next thread when one
has ended is one of them. So the numbers of interleavings are not the same, and in programs with many more threads than
changes no run comes to its end: what is checked there is how far they come.

Where a tree would be large, lazy tries to prove the program for any number of changes, with partial order reduction:
then I is the number of interleavings of that proof, and not that of the tree (micro, fsbench_ok, indexer_ok). record
and uw do the same, and begin with smaller C, too; the formula is asked about once.

Fails when a verdict is wrong. The engine may run out of time.
"""
import argparse
import pathlib
import sys

from ask import Table, ask

PROGRAMS = pathlib.Path(__file__).resolve().parent / "lazy"

# name, program, sizes, threads, B, C, the least C with the error (None: no error); the paper's time, FI and I of lazy,
# its times of record and uw, and the iterations of uw
TABLE1_ROWS = (
    ("reorder_3_bad", "reorder", "-DSETTERS=2", 3, 3, 4, 1, "<1", "1", "29", "<1", "<1", "4"),
    ("reorder_4_bad", "reorder", "-DSETTERS=3", 4, 4, 5, 1, "<1", "1", "82", "1", "4", "5"),
    ("reorder_5_bad", "reorder", "-DSETTERS=4", 5, 5, 6, 1, "<1", "1", "277", "4", "18", "6"),
    ("reorder_6_bad", "reorder", "-DSETTERS=5", 6, 6, 7, 1, "<1", "1", "853", "36", "72", "7"),
    ("reorder_6_bad", "reorder", "-DSETTERS=5", 6, 6, 8, 1, "<1", "1", "2810", "225", "592", "7"),
    ("reorder_6_bad", "reorder", "-DSETTERS=5", 6, 6, 9, 1, "<1", "1", "8124", "MO", "MO", "1"),
    ("twostage_3_bad", "twostage", "-DSETTERS=2", 3, 3, 4, 1, "1", "1", "35", "1", "3", "5"),
    ("twostage_4_bad", "twostage", "-DSETTERS=3", 4, 4, 4, 1, "2", "1", "42", "1", "4", "5"),
    ("twostage_5_bad", "twostage", "-DSETTERS=4", 5, 5, 4, 1, "2", "1", "44", "1", "5", "5"),
    ("twostage_6_bad", "twostage", "-DSETTERS=5", 6, 6, 4, 1, "2", "1", "45", "2", "5", "5"),
    ("wronglock_4_bad", "wronglock", "-DUSERS=3", 4, 4, 8, 2, "5", "2", "489", "10", "89", "9"),
    ("wronglock_5_bad", "wronglock", "-DUSERS=4", 5, 5, 8, 2, "10", "3", "2869", "50", "408", "9"),
    ("wronglock_6_bad", "wronglock", "-DUSERS=5", 6, 6, 8, 2, "18", "4", "12106", "225", "2060", "9"),
    ("wronglock_7_bad", "wronglock", "-DUSERS=6", 7, 7, 8, 2, "34", "5", "39100", "MO", "MO", "1"),
    ("micro_2_ok", "micro", "-DTHREADS=2", 2, 1, 2, None, "<1", "0", "4", "<1", "<1", "1"),
    ("micro_2_ok", "micro", "-DTHREADS=2", 2, 1, 17, None, "1095", "0", "131072", "MO", "MO", "1"),
    ("micro_3_ok", "micro", "-DTHREADS=3", 3, 1, 2, None, "<1", "0", "9", "<1", "<1", "1"),
    ("micro_3_ok", "micro", "-DTHREADS=3", 3, 1, 12, None, "1021", "0", "121393", "MO", "MO", "1"),
)

UNBOUNDED = None

TABLE2_ROWS = (
    ("circular_buffer_ok", "circular_buffer", "-DROUNDS=8", 2, 8, UNBOUNDED, None,
     "477", "0", "12870", "MO", "MO", "1"),
    ("circular_buffer_bad", "circular_buffer", "-DROUNDS=8 -DBAD -DBATCH=2", 2, 8, 5, 1,
     "<1", "3", "32", "2", "11", "6"),
    ("queue_ok", "queue", "-DSIZE=40 -DSECTIONS=2", 2, 41, UNBOUNDED, None, "3", "0", "6", "3", "3", "1"),
    ("queue_bad", "queue", "-DSIZE=20 -DSECTIONS=20 -DBAD", 2, 41, 8, 1, "3", "91", "256", "50", "373", "7"),
    ("stack_ok", "stack", "-DSIZE=10", 2, 11, 12, None, "225", "0", "4094", "1026", "1097", "1"),
    ("stack_bad", "stack", "-DSIZE=10 -DBAD", 2, 11, 4, 1, "<1", "4", "16", "2", "6", "4"),
    ("fsbench_ok", "fsbench", "-DTHREADS=26 -DINODES=26", 26, 26, 2, None, "252", "0", "676", "304", "301", "1"),
    ("fsbench_bad", "fsbench", "-DTHREADS=27 -DINODES=27", 27, 27, 2, 26, "<1", "729", "729", "360", "786", "2"),
    ("indexer_ok", "indexer", "-DTHREADS=13", 13, 129, 4, None, "595", "0", "17160", "220", "218", "1"),
    ("stateful20_ok", "stateful", "-DROUNDS=5", 2, 20, 10, None, "95", "0", "1024", "487", "518", "1"),
    ("sync02_ok", "sync", "-DITEMS=10", 2, 21, 21, None, "44", "0", "121", "60", "60", "1"),
    ("sync02_bad", "sync", "-DITEMS=10 -DBAD", 2, 21, 21, 1, "8", "5", "186", "132", "383", "3"),
    ("reorder_10_bad", "reorder", "-DSETTERS=9", 10, 10, 11, 1, "<1", "1", "154574", "MO", "MO", "1"),
    ("twostage_100_bad", "twostage", "-DSETTERS=99", 100, 100, 4, 1, "88", "1", "139", "93", "195", "5"),
    ("wronglock_8_bad", "wronglock", "-DUSERS=7", 8, 8, 8, 2, "90", "6", "104015", "MO", "MO", "1"),
    ("micro_10_ok", "micro", "-DTHREADS=10", 10, 1, 17, None, "254", "0", "29260", "MO", "MO", "1"),
)
COLUMNS = ("program            ", "threads", "  B", "  C", "expected")
LAZY_COLUMNS = ("verdict", "  time", "     FI", "      I", "  time", "|", "time", "FI ", "     I")
RECORD_COLUMNS = ("record ", "  time", "   MB", "calls", "uw     ", "  time", "   MB", "iterations", "|",
                  "record", "  uw", "iterations")


class Bench:
    """Asks the engines about one row after the other and remembers what was wrong."""

    def __init__(self, arguments):
        self.raddle = arguments.raddle
        self.timeout = arguments.timeout
        self.least = arguments.least
        self.only = arguments.only
        self.rows = 0
        self.undecided = []
        self.problems = []

    def measure_table(self, title, rows, measure, columns):
        rows = [row for row in rows if self.only in title or self.only in row[0]]
        if not rows:
            return
        table = Table(title, (*COLUMNS, *columns))
        for row in rows:
            self.measure_row(table, row, measure)

    def measure_row(self, table, row, measure):
        name, program, sizes, threads, loops, changes, least, *paper = row
        expected = "TRUE" if least is None else "FALSE"
        options = [*sizes.split(), f"--unwind={max(loops, threads) + 1}"]
        if least is not None:
            changes = least if self.least else max(changes, least)
        if changes is not UNBOUNDED:
            options.append(f"--context-bound={changes}")

        def ask_engine(engine, *more):
            answer = ask(self.raddle, PROGRAMS / f"{program}.c", engine, [*options, *more], self.timeout)
            mistake = answer.find_mistake(expected)
            if mistake:
                self.problems.append(f"{name}, {engine}: {mistake}")
            if answer.verdict == "UNKNOWN" and not more:
                self.undecided.append(f"{name} with C = {changes}, {engine}: {answer.describe()}")
            return answer
        before = len(self.problems)
        cells = measure(ask_engine, expected, paper)
        table.print_row([name, threads, loops, "-" if changes is UNBOUNDED else changes, expected, *cells],
                        "!! WRONG" if len(self.problems) > before else "")
        self.rows += 1


def measure_lazy(ask_engine, expected, paper):
    first = ask_engine("lazy")
    whole = ask_engine("lazy", "--all") if expected == "FALSE" else first
    return [first.show_verdict(), first.show_time(), whole.show_count("failed"), whole.show_count("interleavings"),
            whole.show_time(), "|", *paper[:3]]


def measure_record(ask_engine, _, paper):
    record, widening = ask_engine("record"), ask_engine("uw")
    return [record.show_verdict(), record.show_time(), record.show_count("memory_mb"),
            record.show_count("solver_calls"), widening.show_verdict(), widening.show_time(),
            widening.show_count("memory_mb"), widening.show_count("iterations"), "|", *paper[3:]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS", help="for one check (default 60)")
    parser.add_argument("--only", default="", metavar="PATTERN",
                        help="only tables and rows whose name contains this, such as table2, reorder, micro_2")
    parser.add_argument("--engines", default="lazy,record", help="lazy, or record, which is record and uw, or both")
    parser.add_argument("--least", action="store_true",
                        help="check programs with an error with the smallest C that shows it")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    for engine, measure, columns in (("lazy", measure_lazy, LAZY_COLUMNS), ("record", measure_record, RECORD_COLUMNS)):
        if engine in arguments.engines.split(","):
            bench.measure_table(f"table1 {engine}", TABLE1_ROWS, measure, columns)
            bench.measure_table(f"table2 {engine}", TABLE2_ROWS, measure, columns)
    if bench.rows == 0:
        sys.exit("lazy.py: no such row")
    print()
    for problem in bench.problems:
        print(f"!! WRONG {problem}")
    for undecided in bench.undecided:
        print(f"not decided: {undecided}")
    print(f"{bench.rows} rows, {len(bench.problems)} mistakes, {len(bench.undecided)} not decided")
    return 1 if bench.problems else 0


if __name__ == "__main__":
    sys.exit(main())
