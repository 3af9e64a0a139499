#!/usr/bin/env python3
"""Table 1 of "Symbolic Predictive Analysis for Concurrent Programs": banking and indexer, programs whose observed
run violates nothing, in variants of which all reorderings pass and others of which some fail.

Each row shows our trace length and times next to the paper's (1.6 GHz, Yices): the run with compiling and replaying,
the encoding, the solving, all of it, all of it with --context-bound=2; and for comparison the enumeration of all
interleavings with a limit. `passed` is met by TRUE and by UNKNOWN(only this path was covered), which says the same
of a program with further paths; `error` by FALSE at the assertion. Fails when a verdict is not the paper's.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent / "predict"
ONE_PATH = "only this path was covered"

# name, threads, property, options, and the paper's length, slicing, predict, predict-cb, BMC, explicit
ROWS = (
    ("banking-2", 2, "passed", "", "843", "1.4", "0.1", "0.1", "0.3", "36.5"),
    ("banking-2a", 2, "error", "-DSPLIT", "843", "1.4", "0.1", "0.1", "7.2", "1.2"),
    ("banking-5", 5, "passed", "", "1622", "1.7", "0.3", "0.1", "2.7", ">600"),
    ("banking-5a", 5, "error", "-DSPLIT", "1622", "1.7", "0.1", "0.1", ">600", "1.8"),
    ("banking-10", 10, "passed", "", "2725", "7.0", "1.6", "0.6", "31.8", ">600"),
    ("banking-10a", 10, "error", "-DSPLIT", "2725", "7.0", "0.1", "0.1", "MO", "2.8"),
    ("indexer-10", 10, "passed", "-DOWNER=0 -DENTRY=52", "3000", "1.1", "0.1", "0.1", "0.1", "12.8"),
    ("indexer-15", 15, "passed", "-DOWNER=14 -DENTRY=22", "4277", "2.3", "0.1", "0.1", ">600", ">600"),
    ("indexer-15a", 15, "error", "-DOWNER=3 -DENTRY=73", "4277", "2.2", "0.4", "0.2", ">600", ">600"),
    ("indexer-20", 20, "passed", "-DOWNER=19 -DENTRY=57", "5647", "4.0", "0.4", "0.1", "MO", ">600"),
    ("indexer-20a", 20, "error", "-DOWNER=8 -DENTRY=108", "5647", "4.1", "3.2", "0.7", "MO", ">600"),
    ("indexer-25", 25, "passed", "-DOWNER=24 -DENTRY=92", "7482", "6.0", "0.9", "0.1", "MO", ">600"),
    ("indexer-25a", 25, "error", "-DOWNER=17 -DENTRY=69", "7482", "6.1", "26.1", "9.8", "MO", ">600"),
)
HEADER = ("program", "threads", "property", "events", "run", "encode", "solve", "total", "cb=2", "enumerate", "verdict",
          "length", "slicing", "predict", "cb=2", "BMC", "explicit")
WIDTHS = (12, 7, 8, 6, 6, 6, 6, 6, 8, 9, 10, 6, 7, 7, 5, 5, 8)


class Answer:
    """What raddle said and what it took."""

    def __init__(self, report, seconds, problem):
        stats = report.get("stats", {})
        self.verdict = report.get("verdict", "none")
        self.reason = report.get("reason") or problem
        self.property = report.get("property")
        self.events = stats.get("events", 0)
        self.encoding = stats.get("encode_s", 0.0)
        self.solving = stats.get("solver_s", 0.0)
        self.clauses = stats.get("clauses", 0)
        self.memory = stats.get("memory_mb", 0)
        self.seconds = seconds

    def timed_out(self):
        return self.reason == "timeout"

    def show_time(self):
        return f">{self.seconds:.0f}" if self.timed_out() else f"{self.seconds:.1f}"


def ask(raddle, engine, arguments, limit):
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "report.json"
        command = [str(raddle), "check", f"--engine={engine}", "--property=assertion", "--assume-defined",
                   f"--timeout={limit:g}",
                   "--json", str(path), *map(str, arguments)]
        start = time.perf_counter()
        try:
            finished = subprocess.run(command, capture_output=True, timeout=2 * limit + 60, check=False)
            problem = finished.stderr.decode("utf-8", "replace").strip()[:200]
        except subprocess.TimeoutExpired:
            problem = "does not end"
        seconds = time.perf_counter() - start
        try:
            report = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            report = {}
        return Answer(report, seconds, problem)


def meets(answer, expected):
    if expected == "error":
        return answer.verdict == "FALSE" and answer.property == "assertion"
    return answer.verdict == "TRUE" or (answer.verdict == "UNKNOWN" and answer.reason == ONE_PATH)


def name_verdict(answer):
    return "error" if meets(answer, "error") else "passed" if meets(answer, "passed") else "unknown"


def print_row(cells):
    left, right = [f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS)][:11], cells[11:]
    left[0] = f"{cells[0]:{WIDTHS[0]}}"
    right = [f"{cell:>{width}}" for cell, width in zip(right, WIDTHS[11:])]
    print(" ".join(left), "|", " ".join(right), flush=True)


def measure_row(row, arguments):
    """Prints a row; returns None or what is wrong with it."""
    name, threads, expected, options, *paper = row
    program = ROOT / f"{name.split('-')[0]}.c"
    subject = [f"-DTHREADS={threads}", *options.split(), program]
    ours = ask(arguments.raddle, "predict", subject, arguments.limit)
    bounded = ask(arguments.raddle, "predict", ["--context-bound=2", *subject], arguments.limit)
    plain = ask(arguments.raddle, "enumerate", subject, arguments.enumerate_limit)
    running = max(0.0, ours.seconds - ours.encoding - ours.solving)
    said = name_verdict(ours)
    good = meets(ours, expected)
    print_row([name, threads, expected, ours.events, f"{running:.1f}", f"{ours.encoding:.1f}", f"{ours.solving:.1f}",
               ours.show_time(), f"{bounded.show_time()} {name_verdict(bounded)[0]}",
               f"{plain.show_time()} {name_verdict(plain)[0]}", said if good else f"{said} !!", *paper])
    if good:
        return None
    return f"{name}: expected {expected}, got {ours.verdict} {ours.reason or ''}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--filter", default="", help="only rows whose name contains this")
    parser.add_argument("--limit", type=float, default=120, help="seconds for one analysis")
    parser.add_argument("--enumerate-limit", type=float, default=20, help="seconds for enumerate")
    arguments = parser.parse_args()
    rows = [row for row in ROWS if arguments.filter in row[0]]
    if not rows:
        sys.exit("predict.py: no such row")
    print("ours, in seconds (p: passed, e: error, u: undecided); on the right the paper's")
    print_row(HEADER)
    problems = [problem for problem in (measure_row(row, arguments) for row in rows) if problem]
    for problem in problems:
        print(f"!! {problem}")
    print(f"{len(rows) - len(problems)} of {len(rows)} rows are decided as in the paper")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
