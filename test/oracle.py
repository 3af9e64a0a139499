"""What run_oracle.py and soak.py share: engines are asked about a program, and their answers compared with those of the
oracle, the plain enumeration of all interleavings for every vector of inputs. A program on which one disagrees is kept,
as it is and shrunk.

Engines that explore all paths must decide and name the same lines. One that takes fixed inputs is compared for each
vector, the others with the oracle's answers for all vectors together. `predict` must decide programs that have one
path, unless the default run, on which its answer is based, fails an assertion or gets stuck, and so does not show the
whole program: then it may name fewer lines, and not know whether there is a race. Of other programs it may not know,
and name fewer lines; so it may of any program if it looks at a part of the run at a time. For races the lines need only
be among the oracle's, since either of two racing accesses may be named.
"""
import collections
import itertools
import json
import os
import pathlib
import random
import re
import time
import typing

from grammar import input_domains
from harness import SEED, VERDICTS, Skip, count, keep, option, run_program, shorten, temporary_folder
from shrink import shrink_program

RACE = "race"
ASSERTION = "assertion"
LEAK = "leak"
CLOCKS = ("clock_gettime", "time")  # inputs whose value does not matter in generated programs; one that they may have
MOMENT = 1000
UNASKED = "undefined behaviour that was not asked about"
UNASKED_OF_RUNS = ("another order of arrivals at a barrier",)  # doc/mpc.md, limits
# What shows that a program may have more than one path.
BRANCHING = re.compile(r"\b(if|for|while|switch) \(| \? |&&|\|\||nondet|assume|abort|exit|try|malloc|->"
                       r"|\[[^\]\d]|\*\w+( =|;)|timed|clock_|once|yield|while")


class Check(typing.NamedTuple):
    """What is asked: properties, separated by commas, the bound on context switches if there is one, and a further
    option."""
    properties: str
    bound: int | None = None
    option: str = ""

    def __str__(self):
        return " ".join(filter(None, [self.properties, self.option, self.bound and f"with {self.bound} switches"]))

    def options(self):
        bound = [] if self.bound is None else [f"--context-bound={self.bound}"]
        return [f"--property={self.properties}", *bound, *filter(None, [self.option])]


class Engine(typing.NamedTuple):
    """How an engine is asked, and what is expected of it. What raddle's own table tells comes from there: with_row."""
    name: str
    all_paths: bool = True      # explores all paths, so it must decide; from the table
    per_vector: bool = False    # for fixed inputs; from the table
    races: bool = False         # can look for races
    slices: bool = False        # leaves out what the properties do not depend on: less, if there are fewer
    leaks: bool = False         # tries all orders, so it must decide about leaks
    bounds: bool = False        # knows a bound on context switches; from the table
    partial: bool = False       # does not know everything a program may do: then it may not know, or name fewer lines
    first: bool = False         # is asked for the first violation only: one of those that there are
    engine: str = ""            # as raddle calls it, if not by `name`
    options: tuple = ()

    def is_asked(self, check):
        if check.bound is not None and not self.bounds:
            return False
        return self.races if check.properties == RACE else self.slices or check.properties != ASSERTION


ENGINES = {engine.name: engine for engine in (
    Engine("enumerate", races=True),
    Engine("predict", races=True),
    Engine("predict-window", races=True, partial=True, engine="predict", options=("--window=12",)),
    Engine("predict-window-symbolic", races=True, partial=True, engine="predict",
           options=("--window=30", "--causal-model=symbolic", "--schedule=random:3")),
    Engine("mcr", races=True),
    Engine("tdv", races=True),
    Engine("tdv-step", partial=True, engine="tdv", options=("--encoding=step",)),
    Engine("tdv-step-reduced", partial=True, engine="tdv",
           options=("--encoding=step", "--ppor", "--tl-ssa")),
    Engine("bmc", partial=True, options=("--ppor", "--tl-ssa")),
    Engine("mpc", races=True),
    Engine("se", races=True, leaks=True),
    Engine("dpor", races=True, leaks=True),
    Engine("ag", races=True, slices=True, leaks=True),
    Engine("lazy", races=True, leaks=True),
    Engine("record", races=True, leaks=True),
    Engine("uw", races=True, leaks=True),
    Engine("invariant", races=True, partial=True),
    Engine("abstract", races=True, slices=True, partial=True),
    Engine("deepen", leaks=True, partial=True),
    *(Engine(f"{name}-first", races=True, leaks=True, first=True, engine=name)
      for name in ("dpor", "ag", "lazy", "record", "uw")),
    # Whatever can be given to another process is (doc/parallel.md).
    *(Engine(f"{name}-parts", races=True, leaks=True, slices=name == "ag", engine=name,
             options=("--jobs=3", "--divide-after=0"))
      for name in ("dpor", "ag", "lazy", "se")),
)}


KEPT_ORDERS = {"dpor": ("updates", "attempts", "barriers", "sharers", "rounds", "undone", "guarded"),
               "ag": ("attempts", "barriers", "sharers", "guarded"), "lazy": ("guarded",)}
# Engines without one of their reductions, without several, and without any (doc/tree.md).
REDUCTIONS = {engine.name: engine for engine in (
    ENGINES[name]._replace(name=f"{name}-{title}", engine=name, options=(given,))
    for name, kept in KEPT_ORDERS.items()
    for title, given in (*((order, f"--keep-order={order}") for order in kept),
                         ("orders", f"--keep-order={','.join(kept)}"), ("plain", "--no-dpor")))}


def with_row(engine, row):
    """The engine with what its row in raddle's table says. One that analyses one path counts changes of thread in that."""
    return engine._replace(all_paths=not row["one_path"], per_vector=row["inputs"] == "one",
                           bounds="context-bound" in row["options"] and not row["one_path"])


class Answer:
    """What an engine said: its verdict, the violated (property, line) pairs, and in words what went wrong."""

    def __init__(self, verdict, places=frozenset(), words="", seconds=0):
        self.verdict = verdict
        self.places = places
        self.words = words
        self.seconds = seconds

    def __str__(self):
        places = " ".join(f"{name}:{line}" for name, line in sorted(self.places))
        return " ".join(filter(None, [self.verdict, places, self.words]))

    def left_unasked(self):
        """Whether it says that there is something which no reordering of a run can be asked about."""
        return any(reason in self.words for reason in UNASKED_OF_RUNS)

    def kind(self):
        """The answer without lines and files."""
        return self.verdict, frozenset(name for name, _ in self.places), re.sub(r":\d+|/\S+", "", self.words)


class Problem:
    """A disagreement: about which check, with which inputs given, and what both said."""

    def __init__(self, engine, check, given, expected, actual):
        self.engine = engine
        self.check = check
        self.given = given
        self.expected = expected
        self.actual = actual

    def __str__(self):
        inputs = "".join(f"{word} " for word in self.given).replace("--input=", "")
        return f"{self.check}: {'with ' + inputs if inputs else ''}enumerate {self.expected}; " \
               f"{self.engine.name} {self.actual}"

    def kind(self):
        return self.engine.name, self.check, self.expected.kind(), self.actual.kind()

    def is_limit(self):
        """Whether the engine ran into its time, its memory or a bound, and says nothing that is wrong."""
        return self.actual.verdict == "UNKNOWN" and self.actual.places <= self.expected.places and \
            self.actual.words.startswith(("(timeout", "(memory", "(bound"))


class Case(typing.NamedTuple):
    """A program to compare on: what to call it, the name of its file, and a function that makes its text."""
    title: str
    name: str
    make: typing.Callable


class Comparison:
    """Compares engines on programs: all of them, or as many as `drawn` says, with as many of the checks and of the
    vectors of inputs, all drawn by the name of the program."""

    def __init__(self, arguments, engines, checks, drawn=None):
        self.raddle = arguments.raddle
        self.drawn = drawn
        self.engines = engines
        self.checks = checks
        self.oracle_timeout = arguments.oracle_timeout
        self.timeout = arguments.timeout
        self.keep = arguments.keep
        self.shrink_seconds = 0 if arguments.no_shrink else arguments.shrink_seconds
        self.clang = find_clang(self.raddle)
        self.excused = []   # the engines of answers that may be missing
        self.left_open = []  # in words, what drawn engines did not decide because of a limit: no disagreement
        self.verdicts = []  # of the oracle, for each program on which all agreed
        self.asked = []     # pairs of an engine and the seconds an answer took

    def ask(self, engine, check, program, timeout, options=()):
        report_path = program.with_suffix(".json")
        started = time.monotonic()
        finished = run_program([self.raddle, "check", f"--engine={engine.engine or engine.name}", *check.options(),
                                *([] if engine.first else ["--all"]), "-w", "-q", f"--timeout={timeout:g}", "--json", report_path, *options,
                                program], timeout + 20)
        seconds = time.monotonic() - started
        self.asked.append((engine.name, seconds))
        if finished.timed_out or finished.status not in VERDICTS:
            return Answer("broken", words=f"({finished.describe()}: {shorten(finished.stderr)})", seconds=seconds)
        try:
            report = json.loads(report_path.read_text(encoding="utf-8"))
            places = frozenset((found["property"], found["location"]["line"]) for found in report["violations"])
            searched = report["stats"]["time_s"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            return Answer("broken", words=f"(--json: {error})", seconds=seconds)
        if report["verdict"] != VERDICTS[finished.status]:
            words = f"(exit status {finished.status}, --json says {report['verdict']})"
            return Answer("broken", words=words, seconds=seconds)
        if report["verdict"] == "FALSE" and searched > 0.95 * timeout:
            return Answer("UNKNOWN", places, "(timeout)", seconds)  # not all lines were found
        words = report["reason"] or (report["note"] if report["verdict"] == "FALSE" else None)
        return Answer(report["verdict"], places, f"({words})" if words else "", seconds)

    def stops_early(self, bitcode):
        """Whether the default run is violated."""
        return run_program([self.raddle, "run", "-w", bitcode], self.oracle_timeout).status == 1

    def ask_oracle(self, check, bitcode, vectors, timeout):
        """For each vector of inputs the options that give it and the answer; the last one alone may be undecided."""
        answers = []
        for given in vectors:
            answers.append((given, self.ask(ENGINES["enumerate"], check, bitcode, timeout, given)))
            if answers[-1][1].verdict not in ("TRUE", "FALSE"):
                break
        return answers

    def draw(self, name):
        """The engines and the checks for a program; each check is one that some of these engines are asked."""
        if self.drawn is None:
            return self.engines, self.checks
        chance = random.Random(name)
        engines = chance.sample(self.engines, min(self.drawn, len(self.engines)))
        checks = [check for check in self.checks if any(engine.is_asked(check) for engine in engines)]
        return engines, chance.sample(checks, min(self.drawn, len(checks)))

    def draw_vectors(self, text, by_vector):
        """Those for which an engine with fixed inputs is asked."""
        if self.drawn is None or len(by_vector) <= self.drawn:
            return by_vector
        return random.Random(text).sample(by_vector, self.drawn)

    def compare(self, text, directory, engines=None, checks=None, timeouts=None):
        """Returns the oracle's answers to the checks and the problems; or None and why, if it did not decide. The
        timeouts are those of the oracle and of the engines."""
        vectors, bitcode = input_vectors(text), compile_program(self.clang, text, directory)
        if vectors is None or bitcode is None:
            return None, ["the program is not valid"]
        oracle_timeout, timeout = timeouts or (self.oracle_timeout, self.timeout)
        answers, problems, one_path = [], [], not BRANCHING.search(text)
        for check in checks or self.checks:
            asked = [engine for engine in engines or self.engines if engine.is_asked(check)]
            if not asked:
                continue
            by_vector = self.ask_oracle(check, bitcode, vectors, oracle_timeout)
            undecided = by_vector[-1][1]
            if UNASKED in undecided.words:
                continue  # nothing can be said of this property
            if undecided.verdict not in ("TRUE", "FALSE"):
                return None, [f"enumerate {undecided}"]
            answers.append(together([answer for _, answer in by_vector]))
            for engine in asked:
                compared = self.draw_vectors(text, by_vector) if engine.per_vector else [([], answers[-1])]
                problems += itertools.islice(
                    self.compare_answers(engine, check, bitcode, compared, one_path, timeout), 1)
        return (answers, problems) if answers else (None, [f"enumerate {UNASKED}"])

    def compare_answers(self, engine, check, bitcode, compared, one_path, timeout):
        """The problems of an engine; `compared` are pairs of the inputs to give and the oracle's answer."""
        for given, expected in compared:
            actual = self.ask(engine, check, bitcode, timeout, [*given, *engine.options])
            same_lines = check.properties != RACE and not engine.partial and not engine.first and \
                (engine.all_paths or one_path)
            if agrees(expected, actual, same_lines):
                continue
            may_not_know = engine.partial or (not engine.all_paths and not one_path) or \
                (check.properties == LEAK and not engine.leaks)
            if not engine.all_paths and one_path and self.stops_early(bitcode):
                same_lines, may_not_know = False, may_not_know or check.properties in (RACE, LEAK)
            if (may_not_know and actual.verdict == "UNKNOWN" or actual.left_unasked()) and \
                    actual.places <= expected.places:
                self.excused.append(engine.name)
            elif not agrees(expected, actual, same_lines):
                yield Problem(engine, check, given, expected, actual)

    def shrink(self, text, directory, problem):
        """Keeps the disagreement as it is, whatever the lines and inputs are. No question may take much longer than the
        one that showed it."""
        timeouts = (min(self.oracle_timeout, 2 + 3 * problem.expected.seconds),
                    min(self.timeout, 2 + 3 * problem.actual.seconds))

        def disagrees(shorter):
            if shorter.count("atomic_begin();") != shorter.count("atomic_end();"):
                return False
            answers, found = self.compare(shorter, directory, [problem.engine], [problem.check], timeouts)
            return answers is not None and [other.kind() for other in found] == [problem.kind()]
        return shrink_program(text, disagrees, self.shrink_seconds)

    def check(self, case):
        """None, or the disagreements."""
        try:
            text = case.make()
        except RuntimeError as error:
            raise Skip(str(error)) from error
        with temporary_folder() as directory:
            answers, problems = self.compare(text, directory, *self.draw(case.name))
            if answers is None and ("(timeout)" in problems[0] or UNASKED in problems[0]):
                raise Skip(problems[0])
            if answers is None:
                return problems[0]
            if self.drawn is not None:
                self.left_open += [f"{case.title}: {problem}" for problem in problems if problem.is_limit()]
                problems = [problem for problem in problems if not problem.is_limit()]
            if not problems:
                self.verdicts.append(" ".join(sorted(answer.verdict for answer in answers)))
                return None
            words = [*map(str, problems), f"see {self.keep_program(case.name, text)}"]
            if self.shrink_seconds:
                first = {problem.engine.name: problem for problem in reversed(problems)}
                for engine, problem in sorted(first.items()):
                    small = self.shrink(text, directory, problem)
                    found = self.compare(small, directory, [problem.engine], [problem.check])[1]
                    words += ["shrunk: " + "; ".join(map(str, found)),
                              f"see {self.keep_program(f'{case.name}_{engine}_small', small)}"]
        return "; ".join(words)

    def keep_program(self, name, text):
        self.keep.mkdir(parents=True, exist_ok=True)
        path = self.keep / f"{name}.c"
        path.write_text(text, encoding="utf-8")
        return path

    def cases(self, arguments, generated):
        """Those of the runner: on the programs given by name, or on generated ones."""
        if arguments.programs:
            arguments.count = len(arguments.programs)
        for case in map(case_of_file, arguments.programs) if arguments.programs else generated:
            yield case.title, self.check, case

    def print_verdicts(self):
        """What engines left open, and what the oracle said, as far as they agreed."""
        for words in self.left_open:
            print(f"left open: {words}")
        print(f"verdicts for {' and for '.join(map(str, self.checks))}: " + ", ".join(
            f"{kind}: {number}" for kind, number in sorted(collections.Counter(self.verdicts).items())))


def input_vectors(text):
    """For each vector of inputs the options that give it; None if an input is not limited. Inputs of a loop have one
    name, so they are given in the order in which they are read."""
    clocks = [f"--input={name}={MOMENT}" for name in CLOCKS if re.search(rf"\b{name}\(", text)]
    looped = re.search(r"^/\* inputs in a loop: (\d+) \*/", text, re.MULTILINE)
    if looped:
        vectors = itertools.product("01", repeat=int(looped[1]))
        return [[f"--input={','.join(vector)}", *clocks] for vector in vectors]
    domains = input_domains(text)
    if domains is None:
        return None
    vectors = itertools.product(*domains.values())
    return [[*(f"--input={name}={value}" for name, value in zip(domains, vector)), *clocks] for vector in vectors]


def together(answers):
    """One answer for several vectors of inputs."""
    return Answer("FALSE" if any(answer.verdict == "FALSE" for answer in answers) else "TRUE",
                  frozenset().union(*(answer.places for answer in answers)),
                  seconds=max(answer.seconds for answer in answers))


def agrees(expected, actual, same_lines):
    return actual.verdict == expected.verdict and \
        (actual.places == expected.places if same_lines else actual.places <= expected.places)


def find_clang(raddle):
    """The clang that raddle uses."""
    if "RADDLE_CLANG" in os.environ:
        return os.environ["RADDLE_CLANG"]
    found = re.search(rb"front end ([^)]*)", run_program([raddle, "version"]).stdout)
    return found[1].decode() if found else "clang-19"


def compile_program(clang, text, directory, options=()):
    """To bitcode, once for all questions. None if the program is none, which happens in shrinking."""
    program = pathlib.Path(directory) / "program.c"
    program.write_text(text, encoding="utf-8")
    bitcode = program.with_suffix(".bc")
    finished = run_program([clang, "-c", "-emit-llvm", "-O0", "-g", "-Xclang", "-disable-O0-optnone",
                            "-fno-discard-value-names", "-pthread", "-w", *options, program, "-o", bitcode])
    return bitcode if finished.status == 0 else None


def case_of_file(path):
    return Case(str(path), path.stem, lambda: path.read_text(encoding="utf-8"))


def comparing(folder, oracle_timeout, programs):
    """The options of everything that compares."""
    return (
        option("programs", nargs="*", type=pathlib.Path, help="compare on these, not on generated ones"),
        option("--only", choices=("race", "other"), help="do one of the two checks only"),
        SEED, count(programs), keep(folder),
        option("--oracle-timeout", type=float, default=oracle_timeout, help="seconds for one run of enumerate"),
        option("--no-shrink", action="store_true", help="keep the programs of disagreements as they are only"),
        option("--shrink-seconds", type=float, default=120, help="for each program"))
