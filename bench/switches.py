#!/usr/bin/env python3
"""The programs of bench/switches, whose bugs need many context switches: what auto, or another engine, says of each
within the time.

One row for each program: what is violated and where, as the comment at its top says; the answer and the engine that
gave it; the context switches of the counterexample, counted as --context-bound counts them; the seconds and the memory.
The last lines sum up: how many are found, the median and the sum of the times. With --right the mended programs are
asked about (-DRIGHT). Not to know is no mistake; TRUE of a wrong program is one, as are FALSE of a mended one, another
violation than the comment names, and no verdict at all. Those end the benchmark with an error.
"""
import argparse
import pathlib
import re
import statistics
import sys

from ask import Table, run_raddle

PROGRAMS = pathlib.Path(__file__).resolve().parent / "switches"


def read_violation(program):
    """What the comment at the top of a program says: the property, and the line."""
    match = re.search(r"^   Violated: (\w+), line (\d+)\. \*/$", program.read_text(encoding="utf-8"), re.MULTILINE)
    if not match:
        sys.exit(f"{program}: the comment does not say what is violated")
    return f"{match[1]}:{match[2]}"


def find_next(events, step):
    """The first event of a thread at a step or later, or None."""
    return next((event for event in events if event.get("step", -1) >= step), None)


def is_forced(threads, last, thread, step):
    """Whether creating or joining threads forces the change from a thread to another one at a step."""
    before, after = find_next(threads[last], step), find_next(threads[thread], step)
    if any(event["kind"] == "exit" and event.get("step", -1) < step for event in threads[last]):
        return after is not None and after["kind"] == "join" and after.get("other") == last
    if before is not None and before["kind"] == "join":
        return True
    return any(event["kind"] == "create" and event.get("other") == thread and event.get("step", -1) == step - 1
               for event in threads[last])


def count_switches(trace):
    """The changes of thread of a recorded run that count for --context-bound. The result itself does not have them."""
    threads = [[] for _ in trace["threads"]]
    for event in trace["steps"]:
        threads[event["thread"]].append(event)
    schedule = [thread for thread, _ in trace["schedule"]]
    return sum(last != thread and not is_forced(threads, last, thread, step)
               for step, (last, thread) in enumerate(zip(schedule, schedule[1:]), 1))


class Row:
    """A program and what was said of it."""

    def __init__(self, arguments, program):
        options = [*arguments.option, *(["-DRIGHT"] if arguments.right else [])]
        report, self.seconds, problem = run_raddle(arguments.raddle, program, arguments.engine, options,
                                                   arguments.timeout)
        self.name = program.stem
        self.expected = "TRUE" if arguments.right else read_violation(program)
        self.answer = report.get("verdict", "none")
        self.engine = report.get("engine", "-")
        self.memory = report.get("stats", {}).get("memory_mb", "-")
        self.switches = "-"
        self.decided = self.answer == "FALSE" or (self.answer == "TRUE" and not report["bounded"])
        if self.answer == "FALSE":
            self.answer = f"{report['property']}:{report['location']['line']}"
            self.switches = count_switches(report["counterexample"])
        self.right = self.decided and self.answer == self.expected
        self.wrong = self.answer == "none" or (self.decided and not self.right)
        self.words = report.get("reason") or (problem if self.answer == "none" else "a bounded TRUE")

    def print_to(self, table):
        said = "!! WRONG" if self.wrong else "" if self.decided else self.words
        table.print_row((self.name, self.expected, self.answer, self.engine, self.switches, f"{self.seconds:.1f}",
                         self.memory), said)


def sum_up(rows, right):
    times = [row.seconds for row in rows]
    print(f"\n{sum(row.right for row in rows)} of {len(rows)} {'proven' if right else 'found'}, "
          f"{sum(row.wrong for row in rows)} WRONG answers, {statistics.median(times):.1f} s in the median, "
          f"{sum(times):.0f} s in all")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--option", action="append", default=[], help="of raddle, for every program")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS", help="for one program (default 60)")
    parser.add_argument("--only", default="", metavar="PATTERN", help="only programs whose name contains this")
    parser.add_argument("--right", action="store_true", help="the mended programs")
    arguments = parser.parse_args()
    programs = [program for program in sorted(PROGRAMS.glob("*.c")) if arguments.only in program.stem]
    if not programs:
        sys.exit(f"{arguments.only}: no such program")
    width = max(len(program.stem) for program in programs)
    table = Table(f"bench/switches with {arguments.engine}, {arguments.timeout:g} s each",
                  (f"{'program':{width}}", "    expected", "      answer", "   engine", "switches", "seconds", "   MB"))
    rows = []
    for program in programs:
        row = Row(arguments, program)
        row.print_to(table)
        rows.append(row)
    sum_up(rows, arguments.right)
    return 1 if any(row.wrong for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
