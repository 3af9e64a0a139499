#!/usr/bin/env python3
"""What --witness writes: GraphML and YAML that parse and have what SV-COMP's formats ask for; the schedule and the
inputs in a witness of a violation are those of the counterexample of --json; what a witness of a proof says of a loop is so
in all runs within bounds.
"""
import datetime
import hashlib
import pathlib
import re
import sys
import uuid
import xml.etree.ElementTree

import harness
from formats import counted_steps, execute, runs
from harness import PROGRAMS, ROOT, expect, temporary_folder
from tasks import read_yaml

GRAPH_DATA = {"witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash",
              "architecture", "creationtime"}
EDGE_DATA = {"threadId", "createThread", "enterFunction", "returnFromFunction", "startline", "sourcecode", "assumption",
             "assumption.resultfunction", "originfile"}
LOOPS = ("capped_counter", "flag_handshake", "spin_exchange", "token_ring")
FORMULA = r"CHECK\( init\(main\(\)\), LTL\(G (! )?[\w() -]+\) \)"
NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"


def check_time(text):
    datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")


def check_specification(text, run):
    for line in text.split("\n"):
        expect(re.fullmatch(FORMULA, line), f"the specification has the line {line!r}")
    wanted = next((word for word in run.arguments if word.startswith("--property=")), "")
    if wanted == "--property=race":
        expect(text == "CHECK( init(main()), LTL(G ! data-race) )", f"the specification is {text!r}")


def line_of(step):
    return (step["location"] or {}).get("line")


class Schedule:
    """A counterexample as steps over lines: tuples of kind, thread, line, and what belongs to the kind."""

    def __init__(self, report):
        self.steps = []
        inputs = iter(report["counterexample"]["inputs"])
        for step in counted_steps(report):
            self.add(step, next(inputs) if step["kind"] == "input" else None)
        end = report["counterexample"]["end"]
        self.steps.append(("violation", end["thread"], end["location"]["line"], None))

    def add(self, step, read):
        thread, line = step["thread"], line_of(step)
        if step["kind"] == "create":
            self.steps.append(("create", thread, line, step["other"]))
        elif step["kind"] in ("start", "exit"):
            self.steps.append((step["kind"], thread, None, step.get("object")))
        elif read and read["origin"] == "call":
            self.steps.append(("input", thread, line, read["value"] % 2 ** read["bits"], read["bits"]))
        elif step["kind"] != "violation" and line and self.steps[-1:] != [("line", thread, line, None)]:
            self.steps.append(("line", thread, line, None))


def check_value(text, expected, where):
    """`\\result == V`, with the value that was read, in whatever sign."""
    match = re.fullmatch(r"\\result == (-?\d+)U?;?", text)
    right = match and int(match[1]) % 2 ** expected[4] == expected[3]
    expect(right, f"{where}: {text!r}, but the value is {expected[3]}")


def graph_data(element):
    data = {child.get("key"): child.text or "" for child in element.findall(f"{NAMESPACE}data")}
    expect(len(data) == len(element.findall(f"{NAMESPACE}data")), "a key stands twice in one element")
    return data


def check_graph_task(data, run, start):
    expect(set(data) == GRAPH_DATA, f"the data of the graph are {sorted(data)}")
    expect(data["witness-type"] == {"TRUE": "correctness_witness", "FALSE": "violation_witness"}[run.verdict],
           f"the type is {data['witness-type']}")
    expect(data["sourcecodelang"] == "C" and data["architecture"] in ("32bit", "64bit"), "language or architecture")
    content = (start / data["programfile"]).read_bytes()
    expect(data["programhash"] == hashlib.sha256(content).hexdigest(), "the hash of the program is wrong")
    check_time(data["creationtime"])
    check_specification(data["specification"], run)


def graph_path(graph):
    """The data of the edges, from the entry to the violation."""
    nodes = {node.get("id"): graph_data(node) for node in graph.findall(f"{NAMESPACE}node")}
    expect(len(nodes) == len(graph.findall(f"{NAMESPACE}node")), "two nodes have the same id")
    entries = [name for name, data in nodes.items() if data.get("entry") == "true"]
    expect(len(entries) == 1, f"{len(entries)} entry nodes")
    edges = {edge.get("source"): edge for edge in graph.findall(f"{NAMESPACE}edge")}
    expect(len(edges) == len(graph.findall(f"{NAMESPACE}edge")), "two edges leave one node")
    path, node = [], entries[0]
    while node in edges:
        path.append(graph_data(edges[node]))
        expect(set(path[-1]) <= EDGE_DATA, f"the data of an edge are {sorted(path[-1])}")
        node = edges[node].get("target")
        expect(node in nodes, f"no node {node}")
    expect(len(path) == len(edges) == len(nodes) - 1, "the edges are not one path")
    return path, nodes[node]


def check_edge(edge, step, functions, where):
    kind, thread, line, detail = step[:4]
    expect(edge.get("threadId") == str(thread), f"{where}: thread {edge.get('threadId')}, not {thread}")
    expect(edge.get("startline") == (str(line) if line else None), f"{where}: line {edge.get('startline')}, not {line}")
    expect(edge.get("createThread") == (str(detail) if kind == "create" else None), f"{where}: createThread")
    expect(edge.get("enterFunction") == (detail if kind == "start" else None), f"{where}: enterFunction")
    expect(edge.get("returnFromFunction") == (functions[thread] if kind == "exit" else None),
           f"{where}: returnFromFunction")
    expect(("assumption" in edge) == (kind == "input") == ("assumption.resultfunction" in edge), f"{where}: assumption")
    if kind == "input":
        check_value(edge["assumption"], step, where)
    if line:
        expect(edge["sourcecode"], f"{where}: no source")


def check_graphml(path, run, report, start):
    root = xml.etree.ElementTree.parse(path).getroot()
    graph = root.find(f"{NAMESPACE}graph")
    keys = {key.get("id") for key in root.findall(f"{NAMESPACE}key")}
    used = {data.get("key") for data in root.iter(f"{NAMESPACE}data")}
    expect(used <= keys, f"keys that are not declared: {used - keys}")
    check_graph_task(graph_data(graph), run, start)
    edges, last = graph_path(graph)
    if run.verdict == "TRUE":
        expect(not edges and "violation" not in last, "a proof has edges or a violation")
        return
    expect(last.get("violation") == "true", "the path does not end in a violation")
    expect(edges[0] == {"createThread": "0", "enterFunction": "main"}, f"the first edge is {edges[0]}")
    steps = Schedule(report).steps
    expect(len(edges) - 1 == len(steps), f"{len(edges) - 1} edges for {len(steps)} steps")
    functions = {thread: detail for kind, thread, _, detail, *_ in steps if kind == "start"}
    expect(all(functions.values()), f"a thread without a function: {functions}")
    for index, (edge, step) in enumerate(zip(edges[1:], steps)):
        check_edge(edge, step, functions, f"edge {index + 1}")
    first = graph_data(graph)["programfile"]
    check_places([(edge.get("originfile", first), edge["startline"]) for edge in edges if "startline" in edge], report, run)


def check_places(places, report, run):
    """Files are named as they were given, and every line is one of the counterexample in that file."""
    steps = [*report["counterexample"]["steps"], report["counterexample"]["end"]]
    known = {(pathlib.PurePath(step["location"]["file"]).name, str(step["location"]["line"]))
             for step in steps if step["location"]}
    for name, line in places:
        expect((pathlib.PurePath(name).name, line) in known, f"nothing happens at {name}:{line}")
        expect(name in run.arguments or name in run.files, f"{name} is not the name that was given")


def expected_waypoints(report):
    """Where threads are created and go on after each other, in the way doc/formats.md describes."""
    numbers, last, previous = {0: 0}, {}, 0
    for step in Schedule(report).steps:
        kind, thread, line = step[:3]
        if kind in ("start", "exit"):
            continue
        if kind == "create":
            numbers[step[3]] = len(numbers)
            yield "function_enter", numbers[thread], line, step
        elif kind == "input":
            yield "function_return", numbers[thread], line, step
        elif kind == "violation":
            yield "target", numbers[thread], line, step
        elif thread != previous and last.get(thread) != line:
            yield "assumption", numbers[thread], line, step
        previous, last[thread] = thread, line


def check_waypoint(waypoint, expected, where):
    kind, thread, line, step = expected
    location = waypoint["location"]
    actual = (waypoint["type"], waypoint["thread_id"], location["line"])
    expect(actual == (kind, thread, line), f"{where}: {actual}, not {(kind, thread, line)}")
    expect(waypoint["action"] == "follow", f"{where}: action {waypoint['action']}")
    expect(set(location) <= {"file_name", "line", "column"}, f"{where}: location")
    expect(isinstance(location.get("column", 1), int), f"{where}: column")
    constraint = waypoint.get("constraint")
    expect((constraint is not None) == (kind in ("assumption", "function_return")), f"{where}: constraint")
    if kind == "function_return":
        expect(constraint["format"] == "ext_c_expression", f"{where}: format {constraint['format']}")
        check_value(constraint["value"], step, where)
    elif constraint:
        expect(constraint == {"value": "1", "format": "c_expression"}, f"{where}: constraint {constraint}")


def check_metadata(metadata, run, start):
    expect(set(metadata) == {"format_version", "uuid", "creation_time", "producer", "task"}, f"{set(metadata)}")
    expect(metadata["format_version"] == {"TRUE": "2.0", "FALSE": "2.2"}[run.verdict], "format_version")
    expect(str(uuid.UUID(metadata["uuid"])) == metadata["uuid"], "uuid")
    check_time(metadata["creation_time"])
    expect(metadata["producer"]["name"] == "raddle" and isinstance(metadata["producer"]["version"], str), "producer")
    task = metadata["task"]
    expect(set(task) == {"input_files", "input_file_hashes", "specification", "data_model", "language"}, f"{set(task)}")
    hashes = {name: hashlib.sha256((start / name).read_bytes()).hexdigest() for name in task["input_files"]}
    expect(hashes and hashes == task["input_file_hashes"], "the hashes of the files are wrong")
    expect(task["data_model"] in ("ILP32", "LP64") and task["language"] == "C", "data model or language")
    check_specification(task["specification"], run)


def check_invariant(invariant):
    expect(set(invariant) == {"type", "location", "value", "format"}, f"an invariant with {set(invariant)}")
    expect(invariant["type"] == "loop_invariant" and invariant["format"] == "c_expression", f"{invariant}")
    expect({"file_name", "line", "function"} <= set(invariant["location"]), f"{invariant['location']}")


def check_yaml(path, run, report, start):
    document = read_yaml(path)
    expect(isinstance(document, list) and len(document) == 1, "not a list of one entry")
    entry = document[0]
    expect(set(entry) == {"entry_type", "metadata", "content"}, f"an entry with {set(entry)}")
    check_metadata(entry["metadata"], run, start)
    expect(entry["entry_type"] == {"TRUE": "invariant_set", "FALSE": "violation_sequence"}[run.verdict], "entry_type")
    if run.verdict == "TRUE":
        for part in entry["content"]:
            check_invariant(part["invariant"])
        return
    expect(all(len(segment["segment"]) == 1 for segment in entry["content"]), "a segment with several waypoints")
    waypoints = [segment["segment"][0]["waypoint"] for segment in entry["content"]]
    expected = list(expected_waypoints(report))
    expect(len(waypoints) == len(expected), f"{len(waypoints)} waypoints, expected {len(expected)}")
    check_places([(waypoint["location"]["file_name"], str(waypoint["location"]["line"])) for waypoint in waypoints],
                 report, run)
    for index, (waypoint, wanted) in enumerate(zip(waypoints, expected)):
        check_waypoint(waypoint, wanted, f"waypoint {index}")


FORMATS = {"graphml": check_graphml, "yml": check_yaml}


def check_case(run, ending, arguments):
    with temporary_folder() as directory:
        path = directory / f"witness.{ending}"
        report = execute(arguments.raddle, run, directory, ["--witness", path], arguments.timeout)
        if run.verdict == "UNKNOWN" or (run.verdict == "TRUE" and report["bounded"]):
            expect(not path.exists(), "a witness of something that is not proved")
        else:
            FORMATS[ending](path, run, report, directory if run.files else PROGRAMS)


def put_assertions(source, invariants, change):
    """The program with every invariant asserted at the beginning of its loop's body, in one step."""
    lines = source.splitlines()
    for invariant in invariants:
        index = invariant["location"]["line"] - 1
        if not lines[index].endswith("{"):
            continue
        expect(re.match(r"\s*(for|while|do)\b", lines[index]), f"no loop: {lines[index]}")
        value = change(invariant["value"])
        lines[index] += f" __VERIFIER_atomic_begin(); int so = {value}; __VERIFIER_atomic_end(); " \
                        "if (!so) reach_error();"
    return ("extern void reach_error(void);\nextern void __VERIFIER_atomic_begin(void);\n"
            "extern void __VERIFIER_atomic_end(void);\n") + "\n".join(lines) + "\n"


def check_loops(arguments, path):
    """What is said of loops without end is so in two rounds of two threads; its opposite is not."""
    with temporary_folder() as directory:
        witness, program = directory / "witness.yml", directory / "program.c"
        options = [arguments.raddle, "--engine=invariant", f"--timeout={arguments.timeout}", f"--witness={witness}", path]
        expect(harness.last_line(harness.run_program(options)) == "TRUE", "no proof")
        invariants = [part["invariant"] for part in read_yaml(witness)[0]["content"]]
        expect(invariants, "no invariant")
        for invariant in invariants:
            check_invariant(invariant)
            expect(pathlib.Path(invariant["location"]["file_name"]).name == path.name, f"{invariant['location']}")
        for change, wanted in ((lambda value: value, False), (lambda value: f"!({value})", True)):
            program.write_text(put_assertions(path.read_text(), invariants, change))
            options = [arguments.raddle, "--engine=dpor", "--unwind=2", "--max-threads-per-site=2", "--property=assertion",
                       program]
            answer = harness.last_line(harness.run_program(options))
            expect(answer.startswith("FALSE(assertion)") == wanted, f"{answer}: {invariants[0]['value']}")


def cases(arguments):
    for name in LOOPS:
        yield f"invariant of {name}", check_loops, arguments, ROOT / "test" / "endless" / f"{name}.c"
    for run in runs():
        for ending in FORMATS:
            yield f"{run} ({ending})", check_case, run, ending, arguments


if __name__ == "__main__":
    sys.exit(harness.run(__doc__, cases))
