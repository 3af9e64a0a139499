#!/usr/bin/env python3
"""The tables of "Concurrency Verification with Maximal Path Causality" (ESEC/FSE 2018), ours beside the paper's:

  figures   Fig. 1, 2, 6, 7 and 8: the paths of each program
  table1    M0 to M9 (Fig. 2 with further threads) and racey: strategy 2, strategy 1, and mcr with an input that fails
  jobs      M7 with one worker and with two
  fig9      Fig. 9 with N = 1 to 10 (Table 4 of the paper, which ends with 5)
  table2    libraries whose input is free, under mpc; under mcr with one input; and a broken variant of each

Paths are those of a whole exploration (--all). Times are in seconds and include compiling; `>` means that the time was
up before the exploration was through. On the right of | is what the paper says (2.7 GHz, four cores, Z3, one hour).

Fails when a verdict is wrong: TRUE or FALSE where it should be the other, or UNKNOWN where mpc must decide. Fails when
a path count is not the one that was derived: for the figures and the M programs from the paper, for the libraries by
mpc/count_paths.py. Libraries and mcr may run out of time.
"""
import argparse
import pathlib
import sys

from ask import run_raddle

ROOT = pathlib.Path(__file__).resolve().parent
FIGURES = ROOT.parent / "test" / "programs" / "mpc"
PROGRAMS = ROOT / "mpc"

# Our goal for M9 is the paper's time for M7, 13m50s: the paper's M9 does not end within an hour.
M_LIMIT = 830

# name, verdict, paths of strategy 2 and 1, whether strategy 1 finds the error
FIGURE_ROWS = (
    ("fig1", "FALSE", 2, 2, True),
    ("fig2", "FALSE", 10, 6, False),
    ("fig6", "FALSE", 1, 1, True),
    ("fig7", "TRUE", 3, 2, False),
    ("fig8", "FALSE", 4, 3, False),
)

# extra threads; paths of strategy 2 and 1; the paper's paths, found, and times of mcr, strategy 1 and 2
M_ROWS = (
    (0, 10, 6, "3 yes", "6 no", "10 yes", "14.5", "0.3", "0.8"),
    (1, 16, 12, "3 yes", "12 no", "16 yes", "133.3", "0.7", "1.6"),
    (3, 52, 48, "1 no", "48 no", "52 yes", ">3600", "3.0", "5.4"),
    (5, 196, 192, "1 no", "192 no", "196 yes", ">3600", "16.2", "38.1"),
    (7, 772, 768, "1 no", "768 no", "772 yes", ">3600", "90.3", "830.0"),
    (9, 3076, 3072, "1 no", "3072 no", "2462 no", ">3600", "507.3", ">3600"),
)
RACEY_PAPER = ("432 yes", "432 yes", "432 yes", "1132.5", "267.8", "459.7")

# N; the paper's paths, in which the error was found, and time
FIG9_ROWS = tuple((n, *paper) for n, paper in enumerate(
    (("4", "2", "0.1"), ("6", "3", "0.4"), ("10", "4", "0.7"), ("18", "6", "1.6"), ("34", "22", "4.3"),
     *(("-", "-", "-"),) * 5), 1))

# name, program, sizes, the input of mcr, our paths where they are known; the paper's paths and times of mcr and of mpc
LIBRARY_ROWS = (
    ("dekker-6", "dekker", "-DP=6", "attempts=3", 44),
    ("dekker-20", "dekker", "-DP=20", "attempts=10", 940, "729", "929", "133.3", "84.5"),
    ("dekker-30", "dekker", "-DP=30", "attempts=15", 3010, "2623", "2970", "772.3", "346.2"),
    ("peterson-6", "peterson", "-DP=6", "attempts=3", 51),
    ("peterson-20", "peterson", "-DP=20", "attempts=10", 450),
    ("spinlock-2-3", "spinlock", "-DT=2 -DK=3", "rounds=3", 47),
    ("spinlock-2-5", "spinlock", "-DT=2 -DK=5", "rounds=5", 715, "363", "522", "949.2", "66.4"),
    ("spinlock-3-3", "spinlock", "-DT=3 -DK=3", "rounds=3", 446, "375", "1357", "1253.7", "208.5"),
    ("linuxrwlock-2-2", "linuxrwlock", "-DT=2 -DK=2", "0,1", 37),
    ("linuxrwlock-2-5", "linuxrwlock", "-DT=2 -DK=5", "0,1", 2305, "116", "1910", ">3600", "2108.4"),
    ("msqueue-2-1", "msqueue", "-DT=2 -DK=1", "0,0", None),
    ("msqueue-2-2", "msqueue", "-DT=2 -DK=2", "0,0", None),
    ("msqueue-2-5", "msqueue", "-DT=2 -DK=5", "0,0", None, "152", "539", ">3600", "246.1"),
    ("seqlock-2-3", "seqlock", "-DT=2 -DK=3", "rounds=3", 66),
    ("seqlock-3-3", "seqlock", "-DT=3 -DK=3", "rounds=3", 1524, "204", "3877", ">3600", "782.5"),
)


class Answer:
    """What raddle said and what it took."""

    def __init__(self, report, seconds, limit, problem):
        stats = report.get("stats", {})
        self.verdict = report.get("verdict", "none")
        self.property = report.get("property")
        self.reason = report.get("reason") or problem
        self.paths = stats.get("paths", 0)
        self.runs = stats.get("runs", 0)
        self.ended = max(seconds, stats.get("time_s", 0)) < limit and self.reason != "memory limit"
        self.seconds = seconds

    def show_time(self):
        return f"{'' if self.ended else '>'}{self.seconds:.1f}"

    def show_found(self):
        return {"FALSE": "yes", "TRUE": "no", "UNKNOWN": "no"}.get(self.verdict, "!!")

    def describe(self):
        return f"{self.verdict} {self.reason or ''}".strip()


class Bench:
    """Asks raddle, prints tables, remembers what was wrong."""

    def __init__(self, arguments):
        self.raddle = arguments.raddle
        self.timeout = arguments.timeout
        self.only = arguments.only
        self.widths = ()
        self.rows = 0
        self.problems = []

    def wants(self, *names):
        return any(self.only in name for name in names)

    def ask(self, program, engine, options=(), limit=None):
        limit = limit or self.timeout
        report, seconds, problem = run_raddle(self.raddle, program, engine,
                                              ["--property=assertion", "--assume-defined", *options], limit)
        return Answer(report, seconds, limit, problem)

    def start_table(self, title, header):
        """`header` has one word per column; None stands for the | before the paper's."""
        self.widths = [len(word) if word else 1 for word in header]
        print(f"\n{title}")
        print(self.join([word or "|" for word in header]), flush=True)

    def join(self, cells):
        return " ".join(f"{cell:>{width}}" if n else f"{cell:{width}}"
                        for n, (cell, width) in enumerate(zip(cells, self.widths))).rstrip()

    def print_row(self, cells, problems):
        self.rows += 1
        self.problems += problems
        print(self.join(cells) + ("  !!" if problems else ""), flush=True)


def check_answer(name, answer, verdict, paths=None, may_time_out=False):
    """What is wrong with an answer, as a list."""
    if may_time_out and not answer.ended and answer.verdict == "UNKNOWN":
        return []
    if answer.verdict != verdict or (verdict == "FALSE" and answer.property != "assertion"):
        return [f"{name}: expected {verdict}, got {answer.describe()}"]
    if not answer.ended:
        return [f"{name}: not explored to the end within the time: {answer.describe()}"]
    if paths is not None and answer.paths != paths:
        return [f"{name}: expected {paths} paths, got {answer.paths}"]
    return []


def check_comparison(name, answer, verdict):
    """mcr, and strategies that miss paths: they may not know, but must not be wrong."""
    if answer.verdict in (verdict, "UNKNOWN"):
        return []
    return [f"{name}: {answer.describe()}, where {verdict} is right"]


def measure_figures(bench):
    rows = [row for row in FIGURE_ROWS if bench.wants("figures", row[0])]
    if not rows:
        return
    bench.start_table("figures", ("program", "verdict", "paths", "runs", "  time", "strategy 1", "paths", None,
                                  "paths"))
    for name, verdict, paths, fewer, finds in rows:
        program = FIGURES / f"{name}.c"
        sound = bench.ask(program, "mpc", ["--all"])
        weak = bench.ask(program, "mpc", ["--all", "--strategy=1"])
        problems = (check_answer(name, sound, verdict, paths) +
                    check_answer(f"{name}, strategy 1", weak, "FALSE" if finds else "UNKNOWN", fewer))
        bench.print_row([name, sound.verdict, sound.paths, sound.runs, sound.show_time(), weak.verdict, weak.paths, "|",
                         paths], problems)


def measure_table1(bench):
    rows = [row for row in M_ROWS if bench.wants("table1", f"M{row[0]}")]
    racey = bench.wants("table1", "racey")
    if not rows and not racey:
        return
    bench.start_table("table1: paths and whether the error is found", (
        "program", "strategy 2", "  time", "strategy 1", "  time", "       mcr", "  time", None,
        "strategy 2", "  time", "strategy 1", "  time", "    mcr", "  time"))
    for extra, paths, fewer, *paper in rows:
        name = f"M{extra}"
        options = [f"-DEXTRA={extra}"]
        sound = bench.ask(PROGRAMS / "m.c", "mpc", ["--all", *options], max(bench.timeout, M_LIMIT))
        weak = bench.ask(PROGRAMS / "m.c", "mpc", ["--all", "--strategy=1", *options], max(bench.timeout, M_LIMIT))
        fixed = bench.ask(PROGRAMS / "m.c", "mcr", ["--input=i=3", "--input=j=2", "--input=k=10", *options])
        problems = (check_answer(name, sound, "FALSE", paths) +
                    check_answer(f"{name}, strategy 1", weak, "UNKNOWN", fewer) +
                    check_comparison(f"{name}, mcr", fixed, "FALSE"))
        bench.print_row(show_table1_row(name, sound, weak, fixed, paper), problems)
    if racey:
        answers = [bench.ask(PROGRAMS / "racey.c", engine, ["--all", *options])
                   for engine, options in (("mpc", []), ("mpc", ["--strategy=1"]), ("mcr", []))]
        problems = check_answer("racey", answers[0], "FALSE", None, True)
        for name, answer in zip(("racey, strategy 1", "racey, mcr"), answers[1:]):
            problems += check_comparison(name, answer, "FALSE")
        bench.print_row(show_table1_row("racey", *answers, RACEY_PAPER), problems)
        never = bench.ask(PROGRAMS / "racey.c", "mpc", ["--all", "-DOUTPUT=100"])
        bench.print_row(["racey-0", f"{never.paths} {never.show_found()}", never.show_time()],
                        check_answer("racey with an output that never comes", never, "TRUE", None, True))


def show_table1_row(name, sound, weak, fixed, paper):
    cells = [name]
    for answer in (sound, weak, fixed):
        cells += [f"{answer.paths} {answer.show_found()}", answer.show_time()]
    return [*cells, "|", paper[2], paper[5], paper[1], paper[4], paper[0], paper[3]]


def measure_jobs(bench):
    if not bench.wants("jobs"):
        return
    bench.start_table("jobs: M7 with --all; the goal is a speedup of 1.6",
                      ("workers", "paths", "  time", "speedup", None, "  time", "speedup (4 cores)"))
    limit = max(bench.timeout, M_LIMIT)
    one, two = (bench.ask(PROGRAMS / "m.c", "mpc", ["--all", "-DEXTRA=7", f"--jobs={jobs}"], limit) for jobs in (1, 2))
    for jobs, answer, paper in ((1, one, ("830.0", "")), (2, two, ("197.0", "2.65"))):
        bench.print_row([jobs, answer.paths, answer.show_time(), f"{one.seconds / answer.seconds:.2f}", "|", *paper],
                        check_answer(f"M7 with --jobs={jobs}", answer, "FALSE", 772))


def measure_fig9(bench):
    rows = [row for row in FIG9_ROWS if bench.wants(f"fig9-{row[0]}")]
    if not rows:
        return
    bench.start_table("fig9: runs until the error is found; for N up to 5 also all paths",
                      ("N ", "verdict", "runs", "  time", "paths", "  time", None, "found in", "paths", "time"))
    for n, paths, found, seconds in rows:
        answer = bench.ask(PROGRAMS / "fig9.c", "mpc", [f"-DN={n}"])
        problems = check_answer(f"Fig. 9 with N = {n}", answer, "FALSE")
        cells = [n, answer.verdict, answer.runs, answer.show_time(), "", ""]
        if n <= 5:
            whole = bench.ask(PROGRAMS / "fig9.c", "mpc", ["--all", f"-DN={n}"])
            problems += check_answer(f"Fig. 9 with N = {n}, all paths", whole, "FALSE")
            cells[4:] = [whole.paths, whole.show_time()]
        bench.print_row([*cells, "|", found, paths, seconds], problems)


def measure_table2(bench):
    rows = [row for row in LIBRARY_ROWS if bench.wants("table2", row[0])]
    if not rows:
        return
    bench.start_table("table2: libraries; of mcr the input that is fixed; `broken` by mpc until found", (
        "program        ", "verdict", "paths", "  time", "mcr runs", "  time", "      input", " broken", "  time", None,
        "mpc paths", "  time", "mcr paths", "  time"))
    for name, stem, sizes, fixed, paths, *paper in rows:
        program = PROGRAMS / f"{stem}.c"
        options = sizes.split()
        free = bench.ask(program, "mpc", ["--all", *options])
        mcr = bench.ask(program, "mcr", ["--all", f"--input={fixed}", *options])
        broken = bench.ask(program, "mpc", ["-DBROKEN", *options])
        problems = (check_answer(name, free, "TRUE", paths, True) + check_comparison(f"{name}, mcr", mcr, "TRUE") +
                    check_answer(f"{name}, broken", broken, "FALSE", None, True))
        cells = [name, free.verdict, free.paths, free.show_time(), mcr.runs, mcr.show_time(), fixed, broken.verdict,
                 broken.show_time(), "|"]
        paper = paper or ("", "", "", "")
        bench.print_row([*cells, paper[1], paper[3], paper[0], paper[2]], problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS",
                        help=f"for one exploration (default 60; the M programs under mpc have {M_LIMIT})")
    parser.add_argument("--only", default="", metavar="PATTERN",
                        help="only tables and rows whose name contains this, such as table2, M7, fig9-3, dekker")
    bench = Bench(parser.parse_args())
    for measure in (measure_figures, measure_table1, measure_jobs, measure_fig9, measure_table2):
        measure(bench)
    if bench.rows == 0:
        sys.exit("mpc.py: no such row")
    print()
    for problem in bench.problems:
        print(f"!! {problem}")
    print(f"{bench.rows} rows, {len(bench.problems)} wrong")
    return 1 if bench.problems else 0


if __name__ == "__main__":
    sys.exit(main())
