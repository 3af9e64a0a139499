#!/usr/bin/env python3
"""Table 2 of "Assertion Guided Symbolic Execution of Multithreaded Programs" (ESEC/FSE 2015): the engines se, dpor and
ag, ours beside the paper's.

  table2    the paper's programs
  variants  the same programs with a mistake, or without theirs, and one that the paper does not have

Runs are those of a whole exploration (--all), partial ones included, also where the program has an error. Times are in
seconds and include compiling. `>` means that the time was up before the exploration was through, and `-` in place of a
verdict that the engine does not know. On the right of | is what the paper says (its limit was 1800 s).

The paper does not print its programs. Where its number of runs shows their size, ours have it; of the others and of the
libraries at the end of the table (a list, a skip list, a hash table, an allocator) we know the name and the number of
threads only, and the counts are for comparison between our engines.

Fails when a verdict is wrong, or when ag takes more runs than dpor by the same rules (of dpor's rules for what commutes ag
has not all) where both came to the end. Engines may run out of time.
"""
import argparse
import math
import pathlib
import sys

from ask import Table, ask, sum_up

ROOT = pathlib.Path(__file__).resolve().parent
AG_RULES = "--keep-order=updates,rounds,undone,twins"  # with which dpor goes by the rules that ag has
LATE = ("-", ">1800")

# name, program, sizes, threads, verdict; the paper's runs and times of se, of dpor and of ag
TABLE2_ROWS = (
    ("fibbenchfalse1", "ag/fibbench", "-DN=2", 2, "FALSE", "924", "61.4", "48", "2.0", "15", "1.8"),
    ("fibbenchfalse2", "ag/fibbench", "-DN=3", 2, "FALSE", *LATE, "628", "36.2", "34", "3.9"),
    ("fibbenchfalse3", "ag/fibbench", "-DN=4", 2, "FALSE", *LATE, "8704", "503.8", "378", "13.7"),
    ("indexertrue", "lazy/indexer", "-DTHREADS=2 -DMESSAGES=4 -DSIZE=32 -DAPART=32", 2, "TRUE", *LATE, "81", "2.8",
     "24", "6.0"),
    ("lazy01false", "ag/lazy01", "", 3, "FALSE", "11", "0.5", "3", "0.3", "3", "1.1"),
    ("reorder2false1a", "lazy/reorder", "-DSETTERS=1", 2, "FALSE", "7", "0.3", "3", "0.3", "3", "1.2"),
    ("reorder2false1b", "lazy/reorder", "-DSETTERS=2", 3, "FALSE", "91", "1.4", "26", "0.6", "9", "1.2"),
    ("reorder2false1c", "lazy/reorder", "-DSETTERS=3", 4, "FALSE", "2421", "89.1", "205", "3.2", "39", "1.6"),
    ("reorder2false2a", "lazy/reorder", "-DSETTERS=1 -DROUNDS=2", 2, "FALSE", "23", "0.6", "14", "0.5", "14", "1.5"),
    ("reorder2false2b", "lazy/reorder", "-DSETTERS=2 -DROUNDS=2", 3, "FALSE", "479", "8.9", "233", "5.0", "64", "2.2"),
    ("sigmafalse1", "ag/sigma", "-DTHREADS=2", 2, "FALSE", "12", "0.4", "6", "0.3", "2", "1.2"),
    ("sigmafalse2", "ag/sigma", "-DTHREADS=3", 3, "FALSE", "180", "3.2", "50", "1.0", "2", "1.2"),
    ("sigmafalse3", "ag/sigma", "-DTHREADS=4", 4, "FALSE", "4830", "222.4", "862", "18.6", "2", "1.2"),
    ("singletonfalse", "ag/singleton", "", 4, "FALSE", "60", "1.1", "24", "0.6", "19", "1.1"),
    ("stackfalse", "lazy/stack", "-DBAD -DSIZE=5", 2, "FALSE", "527", "8.6", "236", "3.9", "49", "2.8"),
    ("stateful01true", "lazy/stateful", "", 2, "TRUE", "6", "0.4", "6", "0.4", "5", "1.2"),
    ("twostage3false", "lazy/twostage", "-DSETTERS=2", 3, "FALSE", "4862", "302.1", "88", "1.1", "34", "2.2"),
    ("dekkertrue", "ag/dekker", "-DTRIES=4", 2, "TRUE", *LATE, "280", "3.6", "6", "1.5"),
    ("petersontrue1", "ag/peterson", "-DROUNDS=1", 2, "TRUE", *LATE, "1052", "22.7", "64", "2.7"),
    ("petersontrue2", "ag/peterson", "-DROUNDS=2", 2, "TRUE", *LATE, "2566", "86.6", "85", "8.1"),
    ("readwritelktrue1", "ag/readwritelock", "", 2, "TRUE", "24", "0.6", "4", "0.3", "4", "1.1"),
    ("readwritelktrue2", "ag/readwritelock", "-DWRITERS=2 -DREADERS=2", 4, "TRUE", *LATE, *LATE, "436", "14.9"),
    ("timevarmutextrue", "ag/timevarmutex", "", 2, "TRUE", "41", "0.8", "4", "0.3", "2", "1.0"),
    ("szymanskitrue", "ag/szymanski", "", 2, "TRUE", *LATE, *LATE, "6", "1.8"),
    ("unveriftrue", "ag/unverif", "-DROUNDS=5", 2, "TRUE", *LATE, "221", "2.9", "27", "1.7"),
    ("bluetoothbad", "ag/bluetooth", "-DREQUESTS=3", 2, "FALSE", *LATE, "1789", "25.1", "95", "4.0"),
    ("art-example", "ag/art_example", "", 2, "TRUE", "450", "11.5", "146", "3.1", "9", "1.5"),
    ("fsbenchbad", "lazy/fsbench", "-DTHREADS=8 -DBLOCKS=7", 8, "FALSE", *LATE, "256", "9.2", "9", "20.9"),
    ("tickettrue", "ag/ticket", "", 2, "TRUE", "1062", "19.6", "274", "4.8", "44", "1.9"),
    ("accountbad", "ag/account", "", 3, "FALSE", "8", "0.4", "8", "0.4", "8", "1.0"),
    ("circularbufbad1", "lazy/circular_buffer", "-DBAD -DBATCH=2 -DROUNDS=5", 2, "FALSE", "118", "1.7", "118", "1.9",
     "58", "3.8"),
    ("circularbufbad2", "lazy/circular_buffer", "-DBAD -DBATCH=3 -DROUNDS=6", 2, "FALSE", "358", "5.5", "358", "5.5",
     "132", "6.4"),
    ("readreadwrite", "ag/readreadwrite", "", 3, "TRUE", "96", "1.4", "19", "0.5", "3", "1.1"),
    ("queuefalse", "lazy/queue", "-DBAD -DSIZE=5 -DSECTIONS=5", 2, "FALSE", "252", "3.9", "252", "3.8", "26", "3.9"),
    ("nbds-slU1a", "ag/list", "-DOPERATIONS=1", 2, "TRUE", *LATE, "133", "8.9", "5", "7.8"),
    ("nbds-slU1b", "ag/list", "-DOPERATIONS=2", 2, "TRUE", *LATE, *LATE, "76", "16.2"),
    ("nbds-slU1c", "ag/list", "-DOPERATIONS=3", 2, "TRUE", *LATE, *LATE, "202", "35.2"),
    ("nbds-slU2a", "ag/list", "-DREMOVE -DOPERATIONS=2", 2, "TRUE", *LATE, "241", "25.3", "29", "12.8"),
    ("nbds-slU2b", "ag/list", "-DREMOVE -DOPERATIONS=3", 2, "TRUE", *LATE, *LATE, "118", "24.5"),
    ("nbds-slU2c", "ag/list", "-DREMOVE -DOPERATIONS=4", 2, "TRUE", *LATE, *LATE, "717", "164.8"),
    ("nbds-skiplist", "ag/skiplist", "-DLOCAL -DTHREADS=3", 3, "TRUE", *LATE, *LATE, "1", "25.1"),
    ("nbds-hashw1a", "ag/hash", "-DOPERATIONS=1", 2, "TRUE", *LATE, "1339", "167.4", "123", "177.8"),
    ("nbds-hashw1b", "ag/hash", "-DOPERATIONS=2", 2, "TRUE", *LATE, "6501", "1568.9", "675", "222.8"),
    ("nbds-hashw1c", "ag/hash", "-DOPERATIONS=3", 2, "TRUE", *LATE, *LATE, "2399", "476.9"),
    ("nbds-hashw2a", "ag/hash", "-DSAME -DOPERATIONS=1", 2, "TRUE", *LATE, "5852", "674.1", "369", "155.3"),
    ("nbds-hashw2b", "ag/hash", "-DSAME -DOPERATIONS=2", 2, "TRUE", *LATE, *LATE, "1735", "257.4"),
    ("nbds-hashw2c", "ag/hash", "-DSAME -DOPERATIONS=3", 2, "TRUE", *LATE, *LATE, "4017", "528.4"),
    ("nbds-hash", "ag/hash", "-DFREE -DOPERATIONS=2", 2, "TRUE", *LATE, *LATE, "2283", "333.8"),
    ("nbds-list", "ag/list", "-DLOCAL -DTHREADS=3", 3, "TRUE", *LATE, "10274", "1130.7", "1", "5.9"),
    ("nedmalloc", "ag/allocator", "", 4, "TRUE", *LATE, *LATE, "1", "12.0"),
)

VARIANT_ROWS = (
    ("fibbench-holds", "ag/fibbench", "-DN=2 -DHOLDS", 2, "TRUE"),
    ("stack-ok", "lazy/stack", "-DSIZE=3", 2, "TRUE"),
    ("dekker-broken", "ag/dekker", "-DBROKEN", 2, "FALSE"),
    ("peterson-broken", "ag/peterson", "-DBROKEN", 2, "FALSE"),
    ("readwritelk-broken", "ag/readwritelock", "-DBROKEN", 2, "FALSE"),
    ("timevarmutex-broken", "ag/timevarmutex", "-DBROKEN", 2, "FALSE"),
    ("szymanski-broken", "ag/szymanski", "-DBROKEN", 2, "FALSE"),
    ("lamport", "ag/lamport", "", 2, "TRUE"),
    ("lamport-broken", "ag/lamport", "-DBROKEN", 2, "FALSE"),
    ("unverif-broken", "ag/unverif", "-DBROKEN -DROUNDS=2", 2, "FALSE"),
    ("bluetooth-fixed", "ag/bluetooth", "-DFIXED", 2, "TRUE"),
    ("art-example-broken", "ag/art_example", "-DBROKEN", 2, "FALSE"),
    ("fsbench-ok", "lazy/fsbench", "-DTHREADS=4 -DBLOCKS=4", 4, "TRUE"),
    ("ticket-broken", "ag/ticket", "-DBROKEN -DROUNDS=1", 2, "FALSE"),
    ("account-fixed", "ag/account", "-DFIXED", 3, "TRUE"),
    ("circularbuf-ok", "lazy/circular_buffer", "-DROUNDS=4", 2, "TRUE"),
    ("readreadwrite-broken", "ag/readreadwrite", "-DBROKEN", 3, "FALSE"),
    ("queue-ok", "lazy/queue", "-DSIZE=6 -DSECTIONS=3", 2, "TRUE"),
    ("list-broken", "ag/list", "-DBROKEN", 2, "FALSE"),
    ("skiplist", "ag/skiplist", "", 2, "TRUE"),
    ("skiplist-broken", "ag/skiplist", "-DBROKEN", 2, "FALSE"),
    ("hash-broken", "ag/hash", "-DBROKEN", 2, "FALSE"),
    ("allocator-broken", "ag/allocator", "-DBROKEN -DTHREADS=2", 2, "FALSE"),
)


class Bench:
    """Asks the engines about one row after the other and remembers what was wrong."""

    def __init__(self, arguments):
        self.raddle = arguments.raddle
        self.against = arguments.against
        self.times = {engine: [] for engine in arguments.engines.split(",")}
        self.timeout = arguments.timeout
        self.engines = arguments.engines.split(",")
        self.only = arguments.only
        self.rows = 0
        self.undecided = 0
        self.compared = 0
        self.more = []
        self.problems = []

    def measure_table(self, title, rows):
        rows = [row for row in rows if self.only in title or self.only in row[0]]
        if not rows:
            return
        header = ["program             ", "threads", "expected"]
        for engine in self.engines:
            header += ["|", f"{engine:>7}", "   runs", "  time"]
        table = Table(title, [*header, "|", "  se", " time", " dpor", "  time", "  ag", " time"])
        for row in rows:
            self.measure_row(table, row)

    def measure_row(self, table, row):
        name, program, sizes, threads, expected, *paper = row
        path, options = ROOT / f"{program}.c", ["--property=assertion", "--assume-defined", "--all", *sizes.split()]
        answers = {engine: ask(self.raddle, path, engine, options, self.timeout) for engine in self.engines}
        if self.against:
            for engine, answer in answers.items():
                self.time_in_turn(engine, answer, path, options)
        cells = [name, threads, expected]
        problems = []
        for engine, answer in answers.items():
            cells += ["|", answer.show_verdict(), answer.show_count("runs"), answer.show_time()]
            mistake = answer.find_mistake(expected)
            if mistake:
                problems.append(f"{name}, {engine}: {mistake}")
            self.undecided += answer.verdict == "UNKNOWN"
        problems += self.compare(name, answers, path, options)
        table.print_row([*cells, "|", *paper], "!! WRONG" if problems else "")
        self.rows += 1
        self.problems += problems

    def time_in_turn(self, engine, answer, path, options):
        """The best time of each raddle since the clock of the program itself, if both are through."""
        best = [answer.stats.get("time_s", 0), math.inf]
        for raddle in (self.against, self.raddle, self.against, self.raddle, self.against):
            answer = answer.ended and ask(raddle, path, engine, options, self.timeout)
            if not answer or not answer.ended:
                return
            other = raddle == self.against
            best[other] = min(best[other], answer.stats["time_s"])
        self.times[engine].append(best)

    def sum_up_times(self):
        for engine, times in self.times.items():
            if times:
                ours, others = map(sum, zip(*times))
                print(f"{engine}: {len(times)} rows that both explored to the end, {ours:.2f} s, the other raddle "
                      f"{others:.2f} s, ratio {ours / others:.3f}")

    def compare(self, name, answers, program, options):
        """ag may not take more runs than dpor by the same rules: some of dpor's ag does not have."""
        dpor, ag = answers.get("dpor"), answers.get("ag")
        if not all(answer and answer.ended and answer.verdict in ("TRUE", "FALSE") for answer in (dpor, ag)):
            return []
        self.compared += 1
        if ag.stats.get("runs", 0) <= dpor.stats.get("runs", 0):
            return []
        self.more.append(name)
        dpor = ask(self.raddle, program, f"dpor:{AG_RULES}", options, self.timeout)
        return [] if ag.stats["runs"] <= dpor.stats.get("runs", 0) or not dpor.ended else [f"{name}: ag takes {ag.stats['runs']} runs, dpor {dpor.stats['runs']}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--against", type=pathlib.Path, metavar="RADDLE",
                        help="another one: both explore each program three times in turn, and the best times are added")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS",
                        help="for one program and engine (default 60)")
    parser.add_argument("--only", default="", metavar="PATTERN",
                        help="only tables and rows whose name contains this, such as table2, fibbench, nbds")
    parser.add_argument("--engines", default="se,dpor,ag", metavar="LIST",
                        help="which to ask (default se,dpor,ag); an option may follow, as in ag:--no-dpor")
    bench = Bench(parser.parse_args())
    bench.measure_table("table2", TABLE2_ROWS)
    bench.measure_table("variants", VARIANT_ROWS)
    status = sum_up(bench, "ag.py", f"{bench.undecided} answers not known")
    bench.sum_up_times()
    if bench.compared:
        print(f"ag had more runs than dpor by all its rules in {len(bench.more)} of {bench.compared} rows that both explored to the end")
    return status


if __name__ == "__main__":
    sys.exit(main())
