#!/usr/bin/env python3
"""raddle against the axioms of memory models, on random small programs (test/memory/random_programs.py).

Of each program the axioms give the set of outcomes: the final values of all registers and locations. raddle is asked
- with an assertion against each outcome, --all: the lines that it reports must be exactly these outcomes,
- with the assertion that the outcome is one of the set: TRUE,
- with an assertion against one of them: FALSE; which one and which engine are drawn,
- where not all accesses are atomic, for races: as the axioms say. Where there is one under c11, nothing else is asked.

Engines that know no model but sc are asked about sc alone. One that does not know is wrong only if it should: see
MAY_NOT_KNOW; such an engine may also name fewer lines. One that runs out of time is not wrong either. How often there
was no answer is printed at the end. A program on which they disagree is printed, as it is and
made smaller, and kept as C in the folder of --keep."""
import collections
import itertools
import random
import sys

from harness import SECONDS, SEED, Problem, Skip, count, keep, option, run, temporary_folder
from memory.asking import SEQUENTIAL, Raddle, Subject, asking
from memory.axioms import behaviours
from memory.language import parse
from memory.random_programs import draw_program
from memory.shrinking import smaller_programs
from memory.translate import BITS, pack, packed_text, translate
from oracle import ENGINES

KNOW_MODELS = ("enumerate", "dpor", "ag", "se", "lazy", "stress")
MAY_NOT_KNOW = ("stress", "predict", "invariant", "deepen")
LARGEST = (1 << BITS) - 1
MOST_OUTCOMES = 60  # each is a line with an assertion


class Question:
    """One of what is asked about a program: its text, what the answer must be, and the options for it."""

    def __init__(self, name, text, properties, expected, lines=None):
        self.name = name
        self.text = text
        self.properties = properties
        self.expected = expected
        self.lines = lines  # those that must be reported; then all are asked for

    def check(self, raddle, subject, model, engine):
        """Raises a Problem unless the answer is right; returns whether there was one."""
        verdict, result = raddle.ask(subject.bitcode, model, engine, self.properties, ["--all"] if self.lines else [])
        found = {violation["location"]["line"] for violation in result["violations"]}
        late = result["stats"]["time_s"] > 0.95 * raddle.timeout  # then not all lines have been found
        excused = verdict == "UNKNOWN" and engine in MAY_NOT_KNOW or late and verdict != "TRUE"
        if excused and found <= (self.lines or found):
            return False
        words = f" ({result['reason']})" if result["reason"] else ""
        if verdict != self.expected:
            raise Problem(f"{verdict}{words} instead of {self.expected}")
        if self.lines and found != self.lines and not (engine in MAY_NOT_KNOW and found < self.lines):
            raise Problem(f"outcomes in lines {sorted(found ^ self.lines)} are only "
                          f"{'raddle' if found - self.lines else 'the axioms'}'s")
        return True


def questions(program, behaviour, chance):
    names = [name for name, _ in next(iter(behaviour.outcomes))]
    if behaviour.race is not None and program.plain_locations():
        yield Question("race", translate(program, []), "race", "FALSE" if behaviour.race else "TRUE")
    keys = sorted(map(pack, behaviour.outcomes))
    packed = f"uint64_t outcome = {packed_text(program, names)};"
    one_of = " | ".join(f"outcome == {key:#x}" for key in keys)
    text = translate(program, [packed, *(f"assert(outcome != {key:#x});" for key in keys), f"assert({one_of});"])
    first = next(number for number, line in enumerate(text.splitlines(), 1) if "assert(outcome" in line)
    yield Question("set", text, "assertion", "FALSE", set(range(first, first + len(keys))))
    yield Question("only", translate(program, [packed, f"assert({one_of});"]), "assertion", "TRUE")
    key = chance.choice(keys)
    yield Question("one", translate(program, [packed, f"assert(outcome != {key:#x});"]), "assertion", "FALSE")


def engines_for(raddle, model, question):
    for engine in raddle.engines:
        if model != SEQUENTIAL and engine not in KNOW_MODELS:
            continue
        if question.name == "race" and not (engine in ENGINES and ENGINES[engine].races):
            continue
        yield engine


class Comparison:
    def __init__(self, arguments):
        self.raddle = Raddle(arguments)
        self.keep = arguments.keep
        self.shrink = not arguments.no_shrink
        self.asked = collections.Counter()
        self.unknown = collections.Counter()

    def find_problem(self, program, name, wanted=None):
        """None, or (model, question, engine) and the Problem that it shows; `wanted` asks about one triple only."""
        found = behaviours(program, self.raddle.models)
        for model, behaviour in found.items():
            if any(value > LARGEST for outcome in behaviour.outcomes for _, value in outcome):
                raise Skip("a value is too large")
            if len(behaviour.outcomes) > MOST_OUTCOMES:
                raise Skip("there are too many outcomes")
            for question in questions(program, behaviour, random.Random(name)):
                if model != SEQUENTIAL and behaviour.race and question.name != "race":
                    break
                problem = self.ask(program, model, question, name, wanted)
                if problem:
                    return problem
        return None

    def ask(self, program, model, question, name, wanted):
        engines = list(engines_for(self.raddle, model, question))
        if question.name == "one" and wanted is None:
            engines = random.Random(name).sample(engines, min(1, len(engines)))
        engines = [engine for engine in engines if wanted in (None, (model, question.name, engine))]
        if not engines:
            return None
        with temporary_folder() as folder:
            subject = Subject(self.raddle, folder, self.keep / f"{name}.c", question.text, str(program))
            for engine in engines:
                self.asked[engine] += 1
                try:
                    self.unknown[engine] += not question.check(self.raddle, subject, model, engine)
                except Problem as problem:
                    subject.keep()
                    return (model, question.name, engine), problem
        return None

    def check(self, seed):
        name = f"memory_{seed}"
        program = draw_program(random.Random(seed))
        found = self.find_problem(program, name)
        if found is None:
            return
        triple, problem = found
        small = self.shrunk(program, name, triple) if self.shrink else program
        raise Problem(f"{', '.join(triple)}: {problem}: {program}; smaller: {small}; kept {self.keep / name}.c")

    def shrunk(self, program, name, triple):
        for other in smaller_programs(program):
            try:
                still = self.find_problem(other, f"{name}_small", triple)
            except (Skip, Problem):
                continue
            if still:
                return self.shrunk(other, name, triple)
        return program


def cases(arguments):
    arguments.comparison = Comparison(arguments)
    if arguments.program:
        yield arguments.program, check_given, arguments.comparison, arguments.program
        return
    for seed in itertools.count(arguments.seed):
        yield f"program {seed}", arguments.comparison.check, seed


def check_given(comparison, text):
    found = comparison.find_problem(parse(text), "memory_given")
    if found:
        raise Problem(f"{', '.join(found[0])}: {found[1]}")


def conclude(arguments):
    comparison = arguments.comparison
    for engine, number in comparison.asked.items():
        print(f"{engine}: asked {number} times, {comparison.unknown[engine]} times without an answer")


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, count(300), SEED, SECONDS, keep("build/memory"), *asking(",".join(KNOW_MODELS)),
                 option("--no-shrink", action="store_true", help="leave failing programs as they are"),
                 option("--program", help="compare on this one, in the notation of test/memory/language.py"),
                 conclude=conclude))
