"""What the runners about memory models share: which models a raddle knows, and asking it."""
import json
import re

from harness import VERDICTS, Problem, list_engines, option, run_program, shorten
from memory.axioms import MODELS
from oracle import compile_program, find_clang

SEQUENTIAL = "sc"
FINDS_ONLY = ("stress",)  # engines that never answer TRUE


class Raddle:
    """The program, the models that its help names (sc, if it names none) and those that are asked about."""

    def __init__(self, arguments):
        self.path = arguments.raddle
        self.timeout = arguments.timeout
        self.clang = find_clang(self.path)
        listed = re.search(rb"--memory-model=(\S+)", run_program([self.path, "--help"]).stdout)
        self.has_option = listed is not None
        self.known = [model for model in MODELS if listed and model.encode() in listed[1].split(b"|")] or [SEQUENTIAL]
        self.models = self.choose_models(arguments)
        self.engines = arguments.engines.split(",")
        for engine in self.engines:
            if engine not in list_engines(self.path):
                arguments.error(f"{self.path} has no engine {engine}")

    def choose_models(self, arguments):
        """Those wanted; by default all it knows."""
        if not arguments.models:
            return self.known
        wanted = arguments.models.split(",")
        for model in wanted:
            if model not in self.known:
                arguments.error(f"{self.path} knows no memory model {model}")
        return wanted

    def command(self, program, model, engine, properties, options=()):
        chosen = [f"--memory-model={model}"] if self.has_option else []
        return [self.path, "check", f"--engine={engine}", *chosen, f"--property={properties}", "-w", "-q",
                f"--timeout={self.timeout:g}", *options, program]

    def ask(self, program, model, engine, properties, options=()):
        """The verdict and the JSON result."""
        result = program.with_suffix(".json")
        finished = run_program([*self.command(program, model, engine, properties, options), "--json", result],
                               self.timeout + 20)
        if finished.timed_out or finished.status not in VERDICTS:
            raise Problem(f"{model}, {engine}: {finished.describe()}: {shorten(finished.stderr)}")
        return VERDICTS[finished.status], json.loads(result.read_text(encoding="utf-8"))

    def expect(self, expected, subject, model, engine, properties, options=()):
        """The JSON result, if the verdict is the expected one; an engine that only finds may not know. Otherwise the
        program is kept, and the Problem says how to ask again."""
        try:
            verdict, result = self.ask(subject.bitcode, model, engine, properties, options)
            if verdict == expected or (verdict == "UNKNOWN" and expected == "TRUE" and engine in FINDS_ONLY):
                return result
            reason = f" ({result['reason']})" if result["reason"] else ""
            raise Problem(f"{model}, {engine}: {verdict}{reason} instead of {expected}")
        except Problem as problem:
            command = self.command(subject.keep(), model, engine, properties, options)
            raise Problem(f"{problem} of {subject.about}", command) from problem


class Subject:
    """A program in C that is asked about, compiled once for all questions in a folder that goes away."""

    def __init__(self, raddle, folder, kept, text, about):
        self.text = text
        self.kept = kept  # where it goes if something is wrong with it
        self.about = about  # what it is, in words
        self.bitcode = compile_program(raddle.clang, text, folder)
        if self.bitcode is None:
            raise Problem(f"does not compile: {self.keep()}")

    def keep(self):
        self.kept.parent.mkdir(parents=True, exist_ok=True)
        self.kept.write_text(self.text, encoding="utf-8")
        return self.kept


def asking(engines):
    """The options of all of them."""
    return (option("--models", help="separated by commas; by default all that raddle knows"),
            option("--engines", default=engines, help="separated by commas"))
