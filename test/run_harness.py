#!/usr/bin/env python3
"""The harness itself: runners made of a few cases end with the lines and the exit status that harness.py promises."""
import sys

from harness import ROOT, Problem, run, run_program, temporary_folder

RUNNER = """
import itertools, sys
from harness import *
def passes(*_):
    return None
def fails(*words):
    return " ".join(words)
def skips():
    raise Skip("why")
def raises(problem):
    raise problem
%s
sys.exit(run("A runner.", cases, %s))
"""

# What the runner has, its options in the program, those on the command line, its last lines, its exit status.
RUNNERS = {
    "all pass": ("def cases(_): return [('a', passes), ('b', passes, 1, 2)]", "", [], ["2 passed, 0 failed"], 0),
    "one fails": ("def cases(_): return [('a', passes), ('b', fails, 'no', 'good')]", "", ["--jobs=1"],
                  ["FAIL b: no good", "1 passed, 1 failed"], 1),
    "passes by name": ("def cases(_): return [('a', passes)]", "", ["--verbose"], ["ok   a", "1 passed, 0 failed"], 0),
    "a problem is raised": ("def cases(_): yield 'a', raises, Problem('no good', ['x', 'y z'])", "", [],
                            ["FAIL a: no good; to see it: x 'y z'", "0 passed, 1 failed"], 1),
    "a case falls over": ("def cases(_): return [('a', raises, KeyError('k')), ('b', passes)]", "", ["--jobs=1"],
                          ["FAIL a: KeyError: 'k' (runner.py:11)", "1 passed, 1 failed"], 1),
    "no cases": ("def cases(_): return []", "", [], ["0 passed, 0 failed"], 1),
    "filtered": ("def cases(_): return [('ab', passes), ('cd', fails, '')]", "", ["--filter=b"],
                 ["1 passed, 0 failed"], 0),
    "all filtered": ("def cases(_): return [('ab', passes)]", "", ["--filter=c"], ["0 passed, 0 failed"], 1),
    "skipped cases are replaced": (
        "def cases(_):\n    for n in itertools.count(): yield (n, skips) if n % 2 else (n, passes)", "count(9)",
        ["--count=3", "--jobs=2"], ["skipped 2: why", "3 passed, 0 failed"], 0),
    "skipped cases only": ("def cases(_): yield 'a', skips", "", [], ["skipped 1: why", "0 passed, 0 failed"], 1),
    "no time": ("def cases(_): yield 'a', passes", "SECONDS", ["--seconds=0"], ["0 passed, 0 failed"], 1),
    "a conclusion": ("def cases(_): yield 'a', passes", "conclude=lambda _: 'too few'", [],
                     ["FAIL all together: too few", "1 passed, 1 failed"], 1),
    "cannot begin": ("def cases(_): raise Problem('no browser')", "", [], [], 1),
    "wrong argument": ("def cases(arguments): arguments.error('no')", "", [], [], 2),
    "contexts last": ("def cases(a):\n    folder = a.enter(temporary_folder())\n"
                      "    yield 'a', lambda: None if folder.exists() else 'gone'", "", [], ["1 passed, 0 failed"], 0),
}


def check_runner(body, settings, words, expected, status):
    with temporary_folder() as directory:
        path = directory / "runner.py"
        path.write_text(RUNNER % (body, settings), encoding="utf-8")
        finished = run_program([sys.executable, path, *words], environment={"PYTHONPATH": str(ROOT / "test")})
    lines = finished.stdout.decode().splitlines()
    if finished.status != status or lines[len(lines) - len(expected):] != expected:
        raise Problem(f"{finished.describe()}, {lines}, {finished.stderr.decode()}")


def cases(_):
    for name, row in RUNNERS.items():
        yield name, check_runner, *row


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, timeout=None, raddle=False))
