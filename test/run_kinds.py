#!/usr/bin/env python3
"""Failing programs of all kinds: every output of each is made, and read by a parser that is not ours; the counterexample
is replayed by the machine, and natively. One line per program.

JSON is checked against doc/result.schema.json, SARIF against the rules of sarif-rules.json (python3-jsonschema); HTML is
read by html.parser and its data as JSON; witnesses are read by PyYAML and ElementTree. What the outputs mean is
the business of run_html.py, run_sarif.py, run_witness.py and run_native_replay.py.
"""
import argparse
import html.parser
import json
import pathlib
import sys
import tempfile
import xml.etree.ElementTree

from formats import PROGRAMS, import_or_explain
from harness import run_program
from run_native_replay import TASKS
from run_tasks import read_task

ROOT = pathlib.Path(__file__).resolve().parent.parent
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


def make_readers():
    jsonschema = import_or_explain("jsonschema", "python3-jsonschema")
    yaml = import_or_explain("yaml", "python3-yaml")
    schema = json.loads((ROOT / "doc" / "result.schema.json").read_text(encoding="utf-8"))
    rules = json.loads((ROOT / "test" / "sarif-rules.json").read_text(encoding="utf-8"))

    def read_yaml(path):
        if yaml.safe_load(path.read_text(encoding="utf-8"))[0]["entry_type"] != "violation_sequence":
            raise ValueError("no violation sequence")
    return {
        "json": lambda path: jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), schema),
        "html": read_page,
        "sarif": lambda path: jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), rules),
        "yml": read_yaml,
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
    text = first.stdout.decode("utf-8", "replace")
    verdict = text.splitlines()[-1] if text else ""
    where = f"{task.source.name}:{task.line}"
    if first.status != 1 or not verdict.startswith(f"FALSE({task.violated})") or where not in verdict:
        wrong["text"] = first.describe()
    for ending, read in readers.items():
        try:
            read(files[ending])
        except Exception as problem:  # whatever a parser finds
            wrong[ending] = f"{type(problem).__name__}: {problem}"[:200]
    replayed = run_program([raddle, "replay", recording], timeout=120).stdout.decode("utf-8", "replace").splitlines()
    if not replayed or replayed[-1] != verdict:
        wrong["replay"] = replayed[-1] if replayed else "nothing"
    native = run_program([raddle, "replay", "--native", recording], timeout=120)
    lines = native.stdout.decode("utf-8", "replace").splitlines()
    return wrong, lines[-1] if lines else native.describe()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--filter", default="", help="only programs whose name contains this")
    arguments = parser.parse_args()
    readers = make_readers()
    names = [name for name in TASKS if arguments.filter in name]
    failed = native = 0
    for name in names:
        with tempfile.TemporaryDirectory() as directory:
            wrong, line = check_program(arguments.raddle.resolve(), name, readers, pathlib.Path(directory))
        native += line.startswith("NATIVE: the same violation")
        failed += bool(wrong)
        print(f"{name:36} {'FAIL ' + str(wrong) if wrong else 'ok'}  {line}", flush=True)
    print(f"{len(names)} programs: {len(names) - failed} with all outputs right, {native} with the same violation natively")
    return 1 if failed or native * 30 < LEAST_NATIVE * len(names) else 0


if __name__ == "__main__":
    sys.exit(main())
