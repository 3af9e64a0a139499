#!/usr/bin/env python3
"""The programs of test/endless, whose loops or creations of threads have no end: what auto, or another engine, says of
each within the time.

One row for each program: what is true of it, the answer, the seconds and the memory, and the reason where there is no
answer. The last lines sum up: how many of the wrong programs are found, how many of the right ones proven, and how many
answers are wrong. Not to know is no mistake; the other verdict is one, as are a violation of another property or in
another line, and no verdict at all. Those end the benchmark with an error.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import sys

import auto
from ask import Table, run_raddle
from tasks import names_line


class Row:
    """A program and what was said of it."""

    def __init__(self, raddle, question, engine, limit):
        report, self.seconds, problem = run_raddle(raddle, question.program, engine, question.options, limit)
        task = question.task
        self.name = task.path.stem
        self.expected = f"{task.violated}:{task.line}" if task.violated else "TRUE"
        self.verdict = report.get("verdict", "none")
        self.memory = report.get("stats", {}).get("memory_mb", "-")
        self.decided = self.verdict == "FALSE" or (self.verdict == "TRUE" and not report["bounded"])
        self.right = self.decided and self.verdict == question.expected
        self.found = None
        if self.verdict == "FALSE":
            location = report["location"]
            self.found = f"{report['property']}:{location['line']}"
            self.right = self.right and report["property"] == task.violated and names_line(location, task)
        self.wrong = self.verdict == "none" or (self.decided and not self.right)
        self.words = report.get("reason") or (problem if self.verdict == "none" else "")
        if self.verdict == "TRUE" and not self.decided:
            self.words = "a bounded TRUE"

    def print_to(self, table):
        said = "!! WRONG" if self.wrong else "" if self.decided else self.words
        answer = self.found or self.verdict
        table.print_row((self.name, self.expected, answer, f"{self.seconds:.1f}", self.memory), said)


def sum_up(rows):
    right = [row for row in rows if row.expected == "TRUE"]
    wrong = [row for row in rows if row.expected != "TRUE"]
    reasons = collections.Counter(re.sub(r" at \S+$", "", row.words).split(":")[0] for row in rows
                                  if not row.decided and not row.wrong)
    print(f"\n{sum(row.right for row in wrong)} of {len(wrong)} wrong programs found, "
          f"{sum(row.right for row in right)} of {len(right)} right ones proven, "
          f"{sum(reasons.values())} undecided, {sum(row.wrong for row in rows)} WRONG answers, "
          f"{sum(row.seconds for row in rows):.0f} s")
    for reason, number in reasons.most_common():
        print(f"undecided: {number} with {reason}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--option", action="append", default=[], help="of raddle, for every program")
    parser.add_argument("--timeout", type=float, default=20, metavar="SECONDS", help="for one program (default 20)")
    parser.add_argument("--only", default="", metavar="PATTERN", help="only programs whose name contains this")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    arguments = parser.parse_args()
    questions = [question for question in auto.list_tasks("endless") if arguments.only in question.name]
    for question in questions:
        question.options += arguments.option
    width = max((len(question.task.path.stem) for question in questions), default=0)
    table = Table(f"test/endless with {arguments.engine}, {arguments.timeout:g} s each",
                  (f"{'program':{width}}", "    expected", "      answer", "seconds", "   MB"))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        rows = []
        for row in pool.map(lambda question: Row(arguments.raddle, question, arguments.engine, arguments.timeout),
                            questions):
            row.print_to(table)
            rows.append(row)
    sum_up(rows)
    return 1 if not rows or any(row.wrong for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
