"""Task definitions, and what the tests that go through them share. See programs/README.md for the format."""
import pathlib
import re
import shlex

from harness import Problem, import_or_explain, option

yaml = import_or_explain("yaml", "python3-yaml")

PROPERTIES = ("assertion", "deadlock", "memory", "lock", "division", "abort", "race", "overflow", "leak")
COUNTED_BY = {"interleavings": "enumerate", "paths": "mpc"}
# What a definition may say, as section: keys. Everything else is an error, so that a misspelt key is noticed.
KEYS = {
    "": {"format_version", "input_files", "properties", "options", "raddle"},
    "properties": {"property_file", "expected_verdict"},
    "options": {"language", "data_model"},
    "raddle": {"line", "arguments", *COUNTED_BY},
}


class UniqueKeys(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """YAML without keys that stand in a mapping twice, the first of which would be lost."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep) for key, _ in node.value]
        for key, (found, _) in zip(keys, node.value):
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"'{key}' stands here twice", found.start_mark)
        return super().construct_mapping(node, deep)


def read_yaml(path):
    """The document in a file, as dictionaries, lists and values."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), UniqueKeys)
    except yaml.YAMLError as error:
        raise Problem(f"{path}: {error}") from error


class Task:
    """One .yml file: the program, the properties with their expected verdicts, and what raddle needs beyond that."""

    def __init__(self, path):
        self.path = path
        self.source = None
        self.first = None     # the first property, which is checked when raddle is given the definition
        self.proven = []      # properties expected to hold
        self.violated = None  # the property expected to be violated
        self.line = None
        self.data_model = "LP64"
        self.arguments = []
        self.counts = {}      # what a run with --all counts: by the key of the statistics


def section(path, document, name):
    """A mapping of the definition, of which all keys are known; {} where there is none."""
    values = document if name == "" else document.get(name, {})
    values = values if isinstance(values, list) else [values]
    for mapping in values:
        unknown = sorted(mapping.keys() - KEYS[name]) if isinstance(mapping, dict) else [mapping]
        if unknown:
            raise Problem(f"{path.name}: not understood: {name} {unknown[0]}")
    return values if name == "properties" else values[0]


def add_property(task, entry):
    prp = (task.path.parent / entry["property_file"]).resolve()
    if prp.stem not in PROPERTIES or not prp.is_file():
        raise Problem(f"{task.path.name}: no such property file: {entry['property_file']}")
    task.first = task.first or prp.stem
    if entry["expected_verdict"] is True:
        task.proven.append(prp.stem)
    elif entry["expected_verdict"] is False and task.violated is None:
        task.violated = prp.stem
    else:
        raise Problem(f"{task.path.name}: not understood: the verdict {entry['expected_verdict']} of {prp.stem}")


def read_task(path):
    task, document = Task(path), read_yaml(path)
    whole, ours = section(path, document, ""), section(path, document, "raddle")
    task.source = path.with_name(whole.get("input_files", "no input file"))
    if not task.source.is_file():
        raise Problem(f"{path.name}: no input file")
    for entry in section(path, document, "properties"):
        add_property(task, entry)
    task.data_model = section(path, document, "options").get("data_model", task.data_model)
    task.line = ours.get("line")
    task.arguments = shlex.split(ours.get("arguments", ""))
    task.counts = {key: ours[key] for key in COUNTED_BY if key in ours}
    if (task.violated is None) != (task.line is None):
        raise Problem(f"{path.name}: a line belongs to a violated property, and only to one")
    if not task.proven and task.violated is None:
        raise Problem(f"{path.name}: no property")
    return task


def names_line(location, task):
    """Whether a location, `file:line` with or without a column or an object with these keys, is the expected one."""
    if isinstance(location, dict):
        location = f"{location.get('file')}:{location.get('line')}"
    match = re.fullmatch(r"(.*?):(\d+)(?::\d+)?", str(location))
    return bool(match) and pathlib.Path(match[1]).name == task.source.name and int(match[2]) == task.line


DIRECTORIES = option("directories", nargs="+", type=pathlib.Path, metavar="DIR")


def every(default):
    return option("--step", type=int, default=default, help="only every N-th task")


FIRST = option("--first", type=int, default=0, help="where every N-th task is tried: how many are passed over before")


def task_cases(arguments, check):
    """A case check(path, arguments) for each task below the directories, or every N-th of those that are asked for."""
    paths = [path.resolve() for directory in arguments.directories for path in sorted(directory.rglob("*.yml"))]
    paths = [path for path in paths if arguments.filter in str(path)]
    return [(path, check, path, arguments) for path in
            paths[getattr(arguments, "first", 0)::getattr(arguments, "step", 1)]]
