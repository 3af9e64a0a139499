#!/usr/bin/env python3
"""Failing programs of all kinds: every output of each is made, and read by a parser that is not ours; the counterexample
is replayed by the machine, and natively. One line per program.

JSON is checked against doc/result.schema.json, SARIF against the rules of sarif-rules.json (python3-jsonschema); HTML is
read by html.parser and its data as JSON; witnesses are read by PyYAML and ElementTree. What the outputs mean is
the business of run_html.py, run_sarif.py, run_witness.py and run_native_replay.py.
"""
import html.parser
import json
import sys
import xml.etree.ElementTree

from harness import PROGRAMS, ROOT, import_or_explain, last_line, run, run_program, temporary_folder
from run_native_replay import TASKS
from tasks import read_task, read_yaml

LEAST_NATIVE = 27  # of 30 programs


class PageReader(html.parser.HTMLParser):
    """Finds the data of the page, and elements that are not closed."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.data = ""

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "link", "br", "input"):
            self.open.append((tag, dict(attrs).get("id")))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop()[0] != tag:
            raise ValueError(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if self.open and self.open[-1] == ("script", "data"):
            self.data += data


def read_page(path):
    reader = PageReader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    if reader.open:
        raise ValueError(f"not closed: {reader.open}")
    if len(json.loads(reader.data)["runs"]) != 1:
        raise ValueError("the page has no run, or several")


def read_xml(path):
    edges = [node for node in xml.etree.ElementTree.parse(path).iter() if node.tag.endswith("edge")]
    if not edges:
        raise ValueError("the witness has no edge")


def read_witness(path):
    if read_yaml(path)[0]["entry_type"] != "violation_sequence":
        raise ValueError("no violation sequence")


def make_readers():
    jsonschema = import_or_explain("jsonschema", "python3-jsonschema")
    schema = json.loads((ROOT / "doc" / "result.schema.json").read_text(encoding="utf-8"))
    rules = json.loads((ROOT / "test" / "sarif-rules.json").read_text(encoding="utf-8"))
    return {
        "json": lambda path: jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), schema),
        "html": read_page,
        "sarif": lambda path: jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), rules),
        "yml": read_witness,
        "graphml": read_xml,
    }


def check_program(raddle, name, readers, directory):
    """What is wrong, by output; and how the native replay ended."""
    task = read_task(PROGRAMS / f"{name}.yml")
    files = {ending: directory / f"x.{ending}" for ending in readers}
    recording, wrong = directory / "recorded.json", {}
    command = [raddle, "check", f"--property={task.violated}", *task.arguments, task.source]
    first = run_program([*command, "--json", files["json"], "--html", files["html"], "--sarif", files["sarif"],
                         "--witness", files["yml"], "--record", recording], timeout=120)
    run_program([*command, "--witness", files["graphml"]], timeout=120)
    verdict = last_line(first)
    where = f"{task.source.name}:{task.line}"
    if first.status != 1 or not verdict.startswith(f"FALSE({task.violated})") or where not in verdict:
        wrong["text"] = first.describe()
    for ending, read in readers.items():
        try:
            read(files[ending])
        except Exception as problem:  # whatever a parser finds
            wrong[ending] = f"{type(problem).__name__}: {problem}"[:200]
    replayed = last_line(run_program([raddle, "replay", recording], timeout=120))
    if not replayed or replayed != verdict:
        wrong["replay"] = replayed or "nothing"
    native = run_program([raddle, "replay", "--native", recording], timeout=120)
    return wrong, last_line(native) or native.describe()


def check_kind(name, readers, arguments):
    with temporary_folder() as directory:
        wrong, line = check_program(arguments.raddle, name, readers, directory)
    arguments.natively.append(line.startswith("NATIVE: the same violation"))
    print(f"{name:36} {line}", flush=True)
    return str(wrong) if wrong else None


def cases(arguments):
    arguments.natively = []
    readers = make_readers()
    for name in TASKS:
        yield name, check_kind, name, readers, arguments


def conclude(arguments):
    same, programs = sum(arguments.natively), len(arguments.natively)
    print(f"{same} of {programs} programs with the same violation natively")
    return "too few" if same * 30 < LEAST_NATIVE * programs else None


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, conclude=conclude, jobs=1, timeout=None))
