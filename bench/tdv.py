#!/usr/bin/env python3
"""Tables 2 and 3 of "Trace-Driven Verification of Multithreaded Programs" (TACAS 2009): tdv and bmc, ours beside the
paper's.

  table2    Fig. 4 with 5 to 80 threads (main and one for each level of the recursion)
  table3    the file system with 2 and 3 threads, with an error (sat) and without (unsat)

Four ways are measured:

  tdv       tdv on the order of events, which is what --engine=tdv does
  steps     tdv --encoding=step: the paper's encoding
  reduced   the same with --ppor and --tl-ssa: the paper's TDVO
  bmc       the whole unrolled program in the paper's encoding; in Table 2 with --ppor and --tl-ssa, since the paper
            applied its optimisations to both there

Times are in seconds and include compiling; memory is in MB. `>` means that the time was up, `-` that it was not tried:
a way that ran out of time in a row is not tried in larger ones of the same kind. Speedups are over bmc. On the right of
| is what the paper says (its limit was 3600 s on a machine of 2008; Yices decided its formulas on words, CaDiCaL
decides ours on bits).

The depth of Table 3 is the number of events of a thread that nobody disturbs: 10, and 3 more for each block that it has
to pass over. The paper's 21 and 15 are 22 and 16 here.

Fails when a verdict is wrong.
"""
import argparse
import pathlib
import sys

from ask import Table, ask, sum_up

PROGRAMS = pathlib.Path(__file__).resolve().parent.parent / "test" / "programs" / "tdv"

# threads; the paper's time of BMC and of TDV
TABLE2_ROWS = (
    (5, "1.16", "1.07"), (10, "3.18", "3.15"), (15, "66.01", "7.64"), (20, "169.84", "18.69"),
    (25, "215.87", "44.33"), (30, "222.85", "45.83"), (35, "140.21", "42.11"), (40, "150.66", "73.69"),
    (45, "-", "77.79"), (50, "-", "143.27"), (55, "-", "122.93"), (60, "-", "182.53"), (65, "-", "222.87"),
    (70, "-", "289.86"), (75, "-", "438.82"), (80, "-", "407.07"),
)
# threads, depth there, blocks to pass over, whether there is an error; the paper's times of BMC, TDV and TDVO
TABLE3_ROWS = (
    (2, 10, 0, True, "34.8", "15.7", "1.7"), (2, 16, 2, True, "665.0", "126.0", "9.4"),
    (2, 22, 4, True, "2324.6", "212.5", "15.9"), (3, 21, 4, True, "49642.3", "1823.1", "381.8"),
    (2, 10, 0, False, "7.2", "1.03", "0.26"), (2, 16, 2, False, "824.9", "82.7", "1.24"),
    (3, 15, 2, False, "9488.7", "122.7", "8.1"),
)
REDUCTIONS = ["--ppor", "--tl-ssa"]
WAYS = {
    "tdv": ("tdv", []),
    "steps": ("tdv", ["--encoding=step"]),
    "reduced": ("tdv", ["--encoding=step", *REDUCTIONS]),
    "bmc": ("bmc", []),
    "bmc reduced": ("bmc", REDUCTIONS),
}
MEASURED = ("   time", "  MB")


class Bench:
    """Asks about one row after the other and remembers what was wrong, and who ran out of time."""

    def __init__(self, arguments):
        self.raddle = arguments.raddle
        self.timeout = arguments.timeout
        self.rows = 0
        self.problems = []
        self.exhausted = set()

    def measure(self, kind, way, program, options, expected):
        """The answer, or None if it was not tried."""
        if (kind, way) in self.exhausted:
            return None
        engine, own = WAYS[way]
        options = ["--property=assertion", "--assume-defined", *own, *options]
        answer = ask(self.raddle, PROGRAMS / program, engine, options, self.timeout)
        mistake = answer.find_mistake(expected)
        if mistake:
            self.problems.append(f"{program} {' '.join(options)}, {engine}: {mistake}")
        if answer.verdict == "UNKNOWN":
            self.exhausted.add((kind, way))
        return answer


def show(answer):
    return ["-", "-"] if answer is None else [answer.show_time(), answer.show_count("memory_mb")]


def show_speedup(answer, base):
    """How many times faster; `>` if the slower one ran out of time."""
    if answer is None or base is None or answer.verdict == "UNKNOWN":
        return "-"
    return f"{'>' if base.verdict == 'UNKNOWN' else ''}{base.seconds / answer.seconds:.1f}"


def measure_table2(bench, only):
    header = ["threads"]
    for way in ("tdv", "reduced", "bmc reduced"):
        header += [f"{way:>11}", "  MB"]
    table = Table("table2: Fig. 4", (*header, "|", "   BMC", "   TDV"))
    for threads, *paper in TABLE2_ROWS:
        if only and str(threads) not in only:
            continue
        cells = [threads]
        for way in ("tdv", "reduced", "bmc reduced"):
            cells += show(bench.measure("fig4", way, "fig4.c", [f"-DDEPTH={threads - 2}"], "FALSE"))
        table.print_row([*cells, "|", *paper])
        bench.rows += 1


def measure_table3(bench):
    ways = ("bmc", "steps", "reduced", "tdv")
    header = ["threads", "depth", "property"]
    for way in ways:
        header += [f"{way:>8}", "  MB"] + ([] if way == "bmc" else ["speedup"])
    table = Table("table3: file system", (*header, "|", "     BMC", "    TDV", "  TDVO"))
    for threads, depth, tries, wrong, *paper in TABLE3_ROWS:
        options = [f"-DTHREADS={threads}", f"-DTRIES={tries}", *(["-DBAD"] if wrong else [])]
        answers = {way: bench.measure(f"{wrong}", way, "filesystem.c", options, "FALSE" if wrong else "TRUE")
                   for way in ways}
        cells = [threads, depth, "sat" if wrong else "unsat"]
        for way in ways:
            cells += show(answers[way]) + ([] if way == "bmc" else [show_speedup(answers[way], answers["bmc"])])
        table.print_row([*cells, "|", *paper])
        bench.rows += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS", help="for one check (default 120)")
    parser.add_argument("--only", default="", metavar="TABLE", help="table2 or table3")
    parser.add_argument("--threads", default="", metavar="N,...", help="only these rows of Table 2")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    if arguments.only in "table2":
        measure_table2(bench, arguments.threads.split(",") if arguments.threads else [])
    if arguments.only in "table3":
        measure_table3(bench)
    return sum_up(bench, "tdv.py")


if __name__ == "__main__":
    sys.exit(main())
