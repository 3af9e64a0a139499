#!/usr/bin/env python3
"""Two versions of raddle on the questions of auto.py: one after the other on every question, so that what else the machine does
hits both. Prints where verdicts or counts differ, and by how much the times do, and how many each decides, rightly or not.

A time is the best of several rounds, since the clock of the program itself: starting clang is the same for both. Programs whose
answer is about another memory model than sequential consistency, and those that only one version decides, are not among the
sum. Counts are compared for engines that do the same each time; `auto` runs several side by side.
"""
import argparse
import math
import pathlib
import sys

from ask import run_raddle
from auto import list_questions

COUNTS = ("runs", "paths", "interleavings", "events")


def ask(raddle, question, engine, limit, rounds):
    """The last report and the best time."""
    best = math.inf
    for _ in range(rounds):
        report, seconds, _ = run_raddle(raddle, question.program, engine, question.options, limit)
        best = min(best, report.get("stats", {}).get("time_s", seconds))
    return report, best


def show(report):
    return f"{report.get('verdict', 'none')}({report.get('reason') or report.get('property') or ''})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", type=pathlib.Path, default=pathlib.Path("build/raddle"))
    parser.add_argument("--other", type=pathlib.Path, required=True, help="the version to compare with")
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--filter", default="")
    parser.add_argument("--step", type=int, default=1, help="every so many questions")
    arguments = parser.parse_args()
    mine = theirs = logarithms = 0.0
    compared = apart = differences = 0
    decided, wrong = [0, 0], [0, 0]    # of the other version, of this one
    for question in list_questions(arguments.filter)[::arguments.step]:
        limit, rounds = arguments.timeout, arguments.rounds
        other, other_time = ask(arguments.other.resolve(), question, arguments.engine, limit, rounds)
        report, time = ask(arguments.raddle.resolve(), question, arguments.engine, limit, rounds)
        for which, one in enumerate((other, report)):
            decided[which] += one.get("verdict") == question.expected
            wrong[which] += one.get("verdict") in ("TRUE", "FALSE") and one["verdict"] != question.expected
        if report.get("memory_model", "sc") != "sc" or "UNKNOWN" in (report.get("verdict"), other.get("verdict")):
            apart += 1
            if report.get("verdict") != other.get("verdict"):
                print(f"apart: {question.name}: {show(other)} -> {show(report)}", flush=True)
            continue
        counts = [[one.get("stats", {}).get(key) for key in COUNTS] for one in (other, report)]
        if show(report) != show(other) or (arguments.engine != "auto" and counts[0] != counts[1]):
            differences += 1
            print(f"!! {question.name}: {show(other)} {counts[0]} -> {show(report)} {counts[1]}", flush=True)
        compared += 1
        mine += time
        theirs += other_time
        logarithms += math.log(max(time, 1e-3) / max(other_time, 1e-3))
    print(f"{compared} compared, {apart} apart, {differences} different; {theirs:.1f} s -> {mine:.1f} s: "
          f"{mine / theirs:.3f} of the time, {math.exp(logarithms / max(compared, 1)):.3f} in the geometric mean")
    print(f"right: {decided[0]} -> {decided[1]}; wrong: {wrong[0]} -> {wrong[1]}")
    return 1 if differences or wrong[1] else 0


if __name__ == "__main__":
    sys.exit(main())
