#!/usr/bin/env python3
"""An engine against the plain enumeration of all interleavings, on generated programs (generate.py).

Each program is checked twice by both: for assertions and deadlocks, and for data races. In the first check the
verdicts and the sets of violated lines must be equal; in the second the verdicts must be equal and the engine's
lines among the oracle's, since either of two racing accesses may be named. The engine must decide: the programs have
one path and no inputs. Only if the default run, on which the engine's answer is based, fails an assertion or gets
stuck, and so does not show the whole program, may it name fewer lines, and not know whether there is a race; how often it
did not know is printed. A program the oracle did not finish is replaced by the next.

Disagreements are printed with the seed, and the programs kept, as they are and shrunk.
"""
import argparse
import collections
import json
import pathlib
import re
import sys
import tempfile
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from generate import generate
from harness import close, run_program, shorten

CHECKS = (("assertion,deadlock", "equal"), ("race", "among"))
STATEMENT = r"    (?!return|pthread_t |pthread_create|pthread_join|pthread_barrier_init|sem_init)"
EXIT_STATUS = {0: "TRUE", 1: "FALSE", 3: "UNKNOWN"}


class Answer:
    """What an engine said: its verdict, the violated (property, line) pairs, and in words what went wrong."""

    def __init__(self, verdict, places=frozenset(), words=""):
        self.verdict = verdict
        self.places = places
        self.words = words

    def __str__(self):
        places = " ".join(f"{name}:{line}" for name, line in sorted(self.places))
        return " ".join(filter(None, [self.verdict, places, self.words]))


class Oracle:
    def __init__(self, arguments):
        self.raddle = arguments.raddle.resolve()
        self.engine = arguments.engine
        self.oracle_timeout = arguments.oracle_timeout
        self.timeout = arguments.timeout
        self.keep = arguments.keep
        self.shrink = not arguments.no_shrink
        self.excused = 0  # answers that a run which gets stuck does not give

    def ask(self, engine, properties, program, timeout):
        report_path = program.with_suffix(".json")
        finished = run_program([self.raddle, "check", f"--engine={engine}", f"--property={properties}", "--all", "-w",
                                f"--timeout={timeout:g}", "--json", report_path, program], timeout + 20)
        if finished.timed_out or finished.status not in EXIT_STATUS:
            return Answer("broken", words=f"({finished.describe()}: {shorten(finished.stderr)})")
        try:
            report = json.loads(report_path.read_text(encoding="utf-8"))
            places = frozenset((found["property"], found["location"]["line"]) for found in report["violations"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            return Answer("broken", words=f"(--json: {error})")
        if report["verdict"] != EXIT_STATUS[finished.status]:
            return Answer("broken", words=f"(exit status {finished.status}, --json says {report['verdict']})")
        return Answer(report["verdict"], places, f"({report['reason']})" if report["reason"] else "")

    def stops_early(self, program):
        """Whether the default run is violated."""
        return run_program([self.raddle, "run", "-w", program], self.oracle_timeout).status == 1

    def compare(self, text, directory):
        """Returns the oracle's answers, or None if it did not decide, and the disagreements in words."""
        program = pathlib.Path(directory) / "program.c"
        program.write_text(text, encoding="utf-8")
        answers, problems = [], []
        for properties, lines in CHECKS:
            expected = self.ask("enumerate", properties, program, self.oracle_timeout)
            if expected.verdict not in ("TRUE", "FALSE"):
                return None, [f"enumerate {expected}"]
            actual = self.ask(self.engine, properties, program, self.timeout)
            answers.append(expected)
            agree = actual.verdict == expected.verdict and \
                (actual.places == expected.places if lines == "equal" else actual.places <= expected.places)
            if not agree and self.stops_early(program):
                unknown = lines == "among" and actual.verdict == "UNKNOWN"
                self.excused += unknown
                agree = actual.places <= expected.places and (actual.verdict == expected.verdict or unknown)
            if not agree:
                problems.append(f"{properties}: enumerate {expected}; {self.engine} {actual}")
        return answers, problems

    def disagrees(self, text, directory, kinds):
        """Whether the engines disagree in the same way, whatever the lines are."""
        answers, problems = self.compare(text, directory)
        return answers is not None and [strip_lines(problem) for problem in problems] == kinds

    def check_seed(self, seed):
        """Returns (kind, what to say): kind is `skip`, `fail`, or the oracle's verdicts."""
        text = generate(seed)
        with tempfile.TemporaryDirectory() as directory:
            answers, problems = self.compare(text, directory)
            if answers is None:
                return "skip" if "(timeout)" in problems[0] else "fail", problems[0]
            if not problems:
                return " ".join(answer.verdict for answer in answers), ""
            self.keep.mkdir(parents=True, exist_ok=True)
            path = self.keep / f"oracle_{seed}.c"
            path.write_text(text, encoding="utf-8")
            if self.shrink:
                kinds = [strip_lines(problem) for problem in problems]
                small = shrink_program(text, lambda shorter: self.disagrees(shorter, directory, kinds))
                (self.keep / f"oracle_{seed}_small.c").write_text(small, encoding="utf-8")
        return "fail", f"{'; '.join(problems)}; see {path}"


def strip_lines(problem):
    return re.sub(r":\d+", "", problem)


def removable(lines):
    """Sets of lines that may be left out together: a thread, the ends of a stretch of up to six statements such as a
    lock and its unlock, one statement.
    """
    for first, line in enumerate(lines):
        created = re.match(r"    pthread_create\(&(t\d)", line)
        if created:
            yield {first, *(i for i, other in enumerate(lines) if f"pthread_join({created[1]}," in other)}
    for distance in (6, 5, 4, 3, 2, 1, 0):
        for first in range(len(lines) - distance):
            chosen = {first, first + distance}
            if all(re.match(STATEMENT, lines[number]) for number in chosen):
                yield chosen


def shrink_program(text, disagrees):
    """Leaves out lines as long as the engines disagree; what does not compile is no answer."""
    lines = text.split("\n")
    while True:
        for chosen in removable(lines):
            shorter = [line for number, line in enumerate(lines) if number not in chosen]
            if disagrees("\n".join(shorter)):
                lines = shorter
                break
        else:
            return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--engine", default="predict", help="the engine to compare with enumerate")
    parser.add_argument("--count", type=int, default=300, help="number of programs to compare")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one run of the engine")
    parser.add_argument("--oracle-timeout", type=float, default=30, help="seconds for one run of enumerate")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("build/oracle"),
                        help="where the programs of disagreements go")
    parser.add_argument("--no-shrink", action="store_true", help="keep them as they are only")
    arguments = parser.parse_args()
    oracle = Oracle(arguments)
    results, seed = collections.Counter(), arguments.seed
    with ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        running = {}
        while True:
            # Never start more than could still be needed, so that exactly `count` programs are compared.
            compared = sum(results.values()) - results["skip"]
            while len(running) < arguments.jobs and compared + len(running) < arguments.count:
                running[pool.submit(oracle.check_seed, seed)] = seed
                seed += 1
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                kind, words = future.result()
                results[kind] += 1
                if kind == "fail":
                    print(f"FAIL seed {running[future]}: {words}", flush=True)
                elif kind == "skip":
                    print(f"replaced seed {running[future]}: {words}", flush=True)
                del running[future]
    failed, replaced = results.pop("fail", 0), results.pop("skip", 0)
    print("verdicts for assertion and deadlock, and for race: " +
          ", ".join(f"{kind}: {count}" for kind, count in sorted(results.items())) + f"; replaced: {replaced}")
    print(f"not known from a run that gets stuck: {oracle.excused}")
    return close(sum(results.values()), failed)


if __name__ == "__main__":
    sys.exit(main())
