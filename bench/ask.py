"""What ag.py, dpor.py, lazy.py, tdv.py, auto.py, against.py, jobs.py, endless.py, switches.py and length.py share: asking
raddle about a program, and tables whose columns fit.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time


class Answer:
    """What raddle said and what it took."""

    def __init__(self, report, seconds, limit, problem):
        self.stats = report.get("stats", {})
        self.verdict = report.get("verdict", "none")
        self.property = report.get("property")
        self.reason = report.get("reason") or problem
        self.ended = (max(seconds, self.stats.get("time_s", 0)) < limit and
                      self.reason not in ("timeout", "memory limit"))
        self.seconds = seconds

    def show_verdict(self):
        return "-" if self.verdict == "UNKNOWN" else self.verdict

    def show_time(self):
        return f"{'' if self.ended else '>'}{self.seconds:.1f}"

    def show_count(self, key):
        """A statistic; with > in front if the search was not through when it was taken, - if there is none."""
        if key not in self.stats:
            return "-"
        return f"{'' if self.ended else '>'}{self.stats[key]}"

    def describe(self):
        return f"{self.verdict} {self.reason or ''}".strip()

    def find_mistake(self, expected):
        """None, or what is wrong: the other verdict, another property, or no verdict. Not to know is no mistake."""
        if self.verdict == "UNKNOWN":
            return None
        if self.verdict == expected and (expected == "TRUE" or self.property == "assertion"):
            return None
        return f"expected {expected}, got {self.describe()} {self.property or ''}".strip()


def run_raddle(raddle, program, engine, options, limit):
    """Runs `raddle check`: what it wrote as JSON, the seconds it took, and what went wrong in words."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "report.json"
        command = [str(raddle), "check", f"--engine={engine}", f"--timeout={limit:g}", "--json", str(path), *options,
                   str(program)]
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
        return report, seconds, problem


def ask(raddle, program, engine, options, limit):
    """`engine` may be followed by an option of its own, as in ag:--no-dpor."""
    name, *own = engine.split(":", 1)
    report, seconds, problem = run_raddle(raddle, program, name, [*own, *options], limit)
    return Answer(report, seconds, limit, problem)


class Table:
    """Prints rows in columns as wide as the words of the header; `|` stands for itself."""

    def __init__(self, title, header):
        self.widths = [len(word) for word in header]
        print(f"\n{title}")
        self.print_row(header)

    def print_row(self, cells, mark=""):
        text = " ".join(f"{cell:>{width}}" if n else f"{cell:{width}}"
                        for n, (cell, width) in enumerate(zip(cells, self.widths))).rstrip()
        print(f"{text}  {mark}".rstrip(), flush=True)


def sum_up(bench, name, *others):
    """Prints the mistakes of a bench with `rows` and `problems` and their number, with others; the exit status."""
    if bench.rows == 0:
        sys.exit(f"{name}: no such row")
    print()
    for problem in bench.problems:
        print(f"!! WRONG {problem}")
    print(", ".join([f"{bench.rows} rows", f"{len(bench.problems)} mistakes", *others]))
    return 1 if bench.problems else 0
