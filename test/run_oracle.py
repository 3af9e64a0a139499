#!/usr/bin/env python3
"""An engine against the plain enumeration of all interleavings, on generated programs.

Each program is checked twice by both: for assertions, deadlocks and the like, and for data races. In the first check
the verdicts and the sets of violated lines must be equal; in the second the verdicts must be equal and the engine's
lines among the oracle's, since either of two racing accesses may be named. A program the oracle did not finish is
replaced by the next.

Without --inputs the programs come from generate.py: they have one path and no inputs, and the engine must decide. Only
if the default run, on which the answer of `predict` is based, fails an assertion or gets stuck, and so does not show
the whole program, may it name fewer lines, and not know whether there is a race; how often it did not know is printed.

With --inputs, the default for mpc and mcr, they come from generate_paths.py: they have branches and inputs, and the
oracle's answer is that of all vectors of inputs together. Engines that explore all paths must decide and name the same
lines; mcr is asked for each vector of inputs and compared with the oracle's answer for it. The others may not know, and
name fewer lines.

Disagreements are printed with the seed, and the programs kept, as they are and shrunk.
"""
import argparse
import collections
import itertools
import json
import os
import pathlib
import re
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import generate
import generate_paths
from harness import close, run_program, shorten

CHECKS = (("assertion,deadlock", "equal"), ("race", "among"))
CHECKS_WITH_INPUTS = (("assertion,deadlock,memory,lock,division", "equal"), ("race", "among"))
EXPLORERS = ("mpc", "mcr", "enumerate")  # explore all paths, so they must decide
FIXED_INPUT = ("mcr", "enumerate")       # for one input at a time
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
        self.options = arguments.option
        self.inputs = arguments.inputs
        self.generate = generate_paths.generate if self.inputs else generate.generate
        self.checks = CHECKS_WITH_INPUTS if self.inputs else CHECKS
        if arguments.only:
            self.checks = [check for check in self.checks if (check[0] == "race") == (arguments.only == "race")]
        self.oracle_timeout = arguments.oracle_timeout
        self.timeout = arguments.timeout
        self.keep = arguments.keep
        self.shrink = not arguments.no_shrink
        self.shrink_seconds = arguments.shrink_seconds
        self.clang = os.environ.get("RADDLE_CLANG") or find_clang(self.raddle)
        self.excused = 0  # answers that may be missing

    def ask(self, engine, properties, program, timeout, options=()):
        report_path = program.with_suffix(".json")
        finished = run_program([self.raddle, "check", f"--engine={engine}", f"--property={properties}", "--all", "-w",
                                "-q", f"--timeout={timeout:g}", "--json", report_path, *options, program], timeout + 20)
        if finished.timed_out or finished.status not in EXIT_STATUS:
            return Answer("broken", words=f"({finished.describe()}: {shorten(finished.stderr)})")
        try:
            report = json.loads(report_path.read_text(encoding="utf-8"))
            places = frozenset((found["property"], found["location"]["line"]) for found in report["violations"])
            seconds = report["stats"]["time_s"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            return Answer("broken", words=f"(--json: {error})")
        if report["verdict"] != EXIT_STATUS[finished.status]:
            return Answer("broken", words=f"(exit status {finished.status}, --json says {report['verdict']})")
        if report["verdict"] == "FALSE" and seconds > 0.95 * timeout:
            return Answer("UNKNOWN", places, "(timeout)")  # not all lines were found
        return Answer(report["verdict"], places, f"({report['reason']})" if report["reason"] else "")

    def stops_early(self, program):
        """Whether the default run is violated."""
        return run_program([self.raddle, "run", "-w", program], self.oracle_timeout).status == 1

    def compile(self, program):
        """To bitcode, once for all vectors of inputs. None if the program is none, which happens in shrinking."""
        bitcode = program.with_suffix(".bc")
        finished = run_program([self.clang, "-c", "-emit-llvm", "-O0", "-g", "-Xclang", "-disable-O0-optnone",
                                "-fno-discard-value-names", "-pthread", "-w", program, "-o", bitcode])
        return bitcode if finished.status == 0 else None

    def compare(self, text, directory, checks=None):
        """Returns the oracle's answers, or None if it did not decide, and the disagreements in words."""
        program = pathlib.Path(directory) / "program.c"
        program.write_text(text, encoding="utf-8")
        if self.inputs:
            return self.compare_inputs(text, program, checks or self.checks)
        answers, problems = [], []
        for properties, lines in checks or self.checks:
            expected = self.ask("enumerate", properties, program, self.oracle_timeout)
            if expected.verdict not in ("TRUE", "FALSE"):
                return None, [f"enumerate {expected}"]
            actual = self.ask(self.engine, properties, program, self.timeout, self.options)
            answers.append(expected)
            agree = agrees(expected, actual, lines)
            if not agree and self.stops_early(program):
                unknown = lines == "among" and actual.verdict == "UNKNOWN"
                self.excused += unknown
                agree = actual.places <= expected.places and (actual.verdict == expected.verdict or unknown)
            if not agree:
                problems.append(f"{properties}: enumerate {expected}; {self.engine} {actual}")
        return answers, problems

    def compare_inputs(self, text, program, checks):
        """As compare: over all vectors of inputs."""
        domains = generate_paths.input_domains(text)
        bitcode = self.compile(program)
        if domains is None or bitcode is None:
            return None, ["the program is not valid"]
        answers, problems = [], []
        for properties, lines in checks:
            verdicts, places = set(), frozenset()
            for vector in itertools.product(*domains.values()):
                given = [f"--input={name}={value}" for name, value in zip(domains, vector)]
                expected = self.ask("enumerate", properties, bitcode, self.oracle_timeout, given)
                if expected.verdict not in ("TRUE", "FALSE"):
                    return None, [f"enumerate {expected}"]
                verdicts.add(expected.verdict)
                places |= expected.places
                if self.engine in FIXED_INPUT:
                    actual = self.ask(self.engine, properties, bitcode, self.timeout, [*given, *self.options])
                    if not agrees(expected, actual, lines):
                        words = " ".join(given).replace("--input=", "")
                        problems.append(f"{properties}: with {words} enumerate {expected}; {self.engine} {actual}")
                        break
            expected = Answer("FALSE" if "FALSE" in verdicts else "TRUE", places)
            answers.append(expected)
            if self.engine not in FIXED_INPUT:
                actual = self.ask(self.engine, properties, program, self.timeout, self.options)
                if self.engine not in EXPLORERS and actual.verdict == "UNKNOWN":
                    self.excused += 1
                elif not agrees(expected, actual, lines if self.engine in EXPLORERS else "among"):
                    problems.append(f"{properties}: enumerate {expected}; {self.engine} {actual}")
        return answers, problems

    def shrink_program(self, text, directory, problems):
        """Keeps the first disagreement as it is, whatever the lines and inputs are."""
        kind = strip_lines(problems[0])
        properties = problems[0].partition(":")[0]
        checks = [check for check in self.checks if check[0] == properties]

        def disagrees(shorter):
            if shorter.count("atomic_begin();") != shorter.count("atomic_end();"):
                return False
            answers, found = self.compare(shorter, directory, checks)
            return answers is not None and [strip_lines(problem) for problem in found] == [kind]
        return shrink_program(text, disagrees, self.shrink_seconds)

    def check(self, case):
        """Returns (kind, what to say): kind is `skip`, `fail`, or the oracle's verdicts. A case is a seed or a file."""
        from_file = isinstance(case, pathlib.Path)
        text = case.read_text(encoding="utf-8") if from_file else self.generate(case)
        with tempfile.TemporaryDirectory() as directory:
            answers, problems = self.compare(text, directory)
            if answers is None:
                return "skip" if "(timeout)" in problems[0] else "fail", problems[0]
            if not problems:
                return " ".join(answer.verdict for answer in answers), ""
            self.keep.mkdir(parents=True, exist_ok=True)
            name = case.stem if from_file else f"{self.engine}_{case}" if self.inputs else f"oracle_{case}"
            path = self.keep / f"{name}.c"
            path.write_text(text, encoding="utf-8")
            if self.shrink:
                small = self.shrink_program(text, directory, problems)
                path = self.keep / f"{name}_small.c"
                path.write_text(small, encoding="utf-8")
                problems = [*problems, "shrunk: ", *self.compare(small, directory)[1]]
        return "fail", f"{'; '.join(problems)}; see {path}"


def agrees(expected, actual, lines):
    return actual.verdict == expected.verdict and \
        (actual.places == expected.places if lines == "equal" else actual.places <= expected.places)


def find_clang(raddle):
    """The clang that raddle uses."""
    found = re.search(rb"front end ([^)]*)", run_program([raddle, "version"]).stdout)
    return found[1].decode() if found else "clang-19"


def strip_lines(problem):
    """The problem without inputs, and each property once, without lines."""
    words = []
    for word in re.sub(r":\d+|with \S.* enumerate|/\S+", "", problem).split():
        if word not in words:
            words.append(word)
    return " ".join(words)


# Shrinking: programs are indented by four spaces per level, with one statement or one end of a block per line, so lines
# and their indentation are all that is looked at.

KEPT = re.compile(r"    (return argument|return 0;$|pthread_(t |create|join|barrier_init)|sem_init)")


def is_statement(line):
    """A line inside a function that may be left out alone."""
    return line.startswith("    ") and not KEPT.match(line) and not re.match(r"\s*[{}]", line) and \
        not line.endswith("{") and not line.strip().startswith(("case ", "default:", "break;"))


def depth(line):
    return len(line) - len(line.lstrip())


def block_end(lines, first):
    """The line that closes the block that the line `first` opens: `}` or `} else {`."""
    for number in range(first + 1, len(lines)):
        if lines[number].startswith(" " * depth(lines[first]) + "}"):
            return number
    return first


def without(lines, chosen):
    return [line for number, line in enumerate(lines) if number not in chosen]


def unindented(lines):
    return [line[4:] for line in lines]


def whole_threads(lines):
    """Without a thread: its creation and join, wherever they are, and its function."""
    for number, line in enumerate(lines):
        created = re.match(r"\s+pthread_create\(&(t(\d))", line)
        if created:
            chosen = {i for i, other in enumerate(lines)
                      if f"(&{created[1]}," in other or f"pthread_join({created[1]}," in other}
            for first, other in enumerate(lines):
                if other.startswith(f"void *thread_{created[2]}("):
                    chosen |= set(range(first, lines.index("}", first) + 1))
            yield without(lines, chosen)
            yield without(lines, {i for i in chosen if "pthread_" in lines[i]})


def blocks(lines):
    """Without a block and what follows it as its else; with one side of it only; with what is inside instead of it."""
    for first, line in enumerate(lines):
        if not line.startswith("    ") or not line.endswith("{") or line.strip().startswith("}"):
            continue
        end = middle = block_end(lines, first)
        while lines[end].endswith("{") and end > first:
            end = block_end(lines, end)
        if end == first:
            continue
        if line.strip().startswith(("case ", "default:")):
            yield lines[:first] + lines[end + 2:]
            continue
        yield lines[:first] + lines[end + 1:]
        yield lines[:first] + unindented(lines[first + 1:middle]) + lines[end + 1:]
        if middle != end:
            yield lines[:first] + unindented(lines[middle + 1:end]) + lines[end + 1:]
            yield lines[:middle] + lines[end:]


def statements(lines):
    """Without an input and its assumption; without the ends of a stretch such as a lock and its unlock; without one
    statement."""
    for first, line in enumerate(lines):
        if "= __VERIFIER_nondet_" in line:
            yield without(lines, {first, first + 1} if "assume(" in lines[first + 1] else {first})
            yield [*lines[:first], re.sub(r"__VERIFIER_nondet_\w+\(\)", "1", line), *lines[first + 1:]]
    for distance in (8, 7, 6, 5, 4, 3, 2, 1, 0):
        for first in range(len(lines) - distance):
            chosen = {first, first + distance}
            if all(is_statement(lines[number]) for number in chosen) and \
                    depth(lines[first]) == depth(lines[first + distance]):
                yield without(lines, chosen)


def declarations(lines):
    """Without the helper function, or a global."""
    for number, line in enumerate(lines):
        if line.startswith("static int helper("):
            yield lines[:number] + lines[lines.index("}", number) + 1:]
    for number, line in enumerate(lines):
        if line and not line.startswith((" ", "#", "{", "}")) and line.endswith(";"):
            yield without(lines, {number})


def operands(lines):
    """With one side of an operator in a condition or on the right of an assignment."""
    for number, line in enumerate(lines):
        if line.startswith("    ") and "assume" not in line:
            for found in re.finditer(r"(\([^()]*\)|!?[\w\[\]]+) (&&|\|\||\+|-|\^|&) (\([^()]*\)|!?[\w\[\]]+)", line):
                for side in (found[1], found[3]):
                    yield [*lines[:number], line[:found.start()] + side + line[found.end():], *lines[number + 1:]]


def shrink_program(text, holds, seconds):
    """The smallest program found by leaving out parts of `text` as long as `holds`, a function of a text. After each
    success it goes on with the candidate of the same number: those before it did not hold a moment ago.
    """
    lines, until = text.split("\n"), time.monotonic() + seconds
    changed = True
    while changed:
        changed = False
        for part in (whole_threads, blocks, statements, operands, declarations):
            number = 0
            while time.monotonic() < until:
                shorter = next(itertools.islice(part(lines), number, None), None)
                if shorter is None:
                    break
                if sum(map(len, shorter)) < sum(map(len, lines)) and holds("\n".join(shorter)):
                    lines, changed = shorter, True
                else:
                    number += 1
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", type=pathlib.Path, help="compare on these, not on generated ones")
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--engine", default="predict", help="the engine to compare with enumerate")
    parser.add_argument("--inputs", action="store_true", default=None,
                        help="programs with branches and inputs; the default for mpc and mcr")
    parser.add_argument("--option", action="append", default=[], help="a further option for the engine")
    parser.add_argument("--only", choices=("race", "other"), help="do one of the two checks only")
    parser.add_argument("--count", type=int, default=300, help="number of programs to compare")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one run of the engine")
    parser.add_argument("--oracle-timeout", type=float, default=30, help="seconds for one run of enumerate")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("build/oracle"),
                        help="where the programs of disagreements go")
    parser.add_argument("--no-shrink", action="store_true", help="keep them as they are only")
    parser.add_argument("--shrink-seconds", type=float, default=120, help="for each program")
    arguments = parser.parse_args()
    if arguments.inputs is None:
        arguments.inputs = arguments.engine in ("mpc", "mcr")
    oracle = Oracle(arguments)
    results = collections.Counter()
    cases = iter(arguments.programs or itertools.count(arguments.seed))
    needed = len(arguments.programs) or arguments.count
    with ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        running = {}
        while True:
            # Never start more than could still be needed, so that exactly `count` programs are compared.
            compared = sum(results.values()) - (0 if arguments.programs else results["skip"])
            while len(running) < arguments.jobs and compared + len(running) < needed:
                case = next(cases)
                running[pool.submit(oracle.check, case)] = case if arguments.programs else f"seed {case}"
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                kind, words = future.result()
                results[kind] += 1
                if kind == "fail":
                    print(f"FAIL {running[future]}: {words}", flush=True)
                elif kind == "skip":
                    print(f"replaced {running[future]}: {words}", flush=True)
                del running[future]
    failed, replaced = results.pop("fail", 0), results.pop("skip", 0)
    print("verdicts for assertions and the like, and for races: " +
          ", ".join(f"{kind}: {count}" for kind, count in sorted(results.items())) + f"; replaced: {replaced}")
    print(f"not known by an engine that need not know: {oracle.excused}")
    return close(sum(results.values()), failed)


if __name__ == "__main__":
    sys.exit(main())
