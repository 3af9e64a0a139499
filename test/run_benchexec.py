#!/usr/bin/env python3
"""The tool-info module in contrib/benchexec: the commands that it makes run, and their output is understood. Where
BenchExec is not installed, stand-ins for what the module uses of it take its place.
"""
import importlib.util
import subprocess
import sys
import types

from harness import PROGRAMS, ROOT, run, run_program

MODULE = ROOT / "contrib" / "benchexec" / "raddle.py"
PROPERTIES = ROOT / "test" / "properties"


class StandInTool:
    """BaseTool2 as far as the module uses it."""

    def _version_from_tool(self, executable, arg="--version", line_prefix=None):
        text = subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout.strip()
        return text.removeprefix(line_prefix or "").strip()


def stand_in_data_model(task, parameters):
    return parameters.get((task.options or {}).get("data_model"))


def provide_benchexec():
    """Makes `import benchexec...` work."""
    if importlib.util.find_spec("benchexec"):
        return
    contents = {
        "benchexec": {},
        "benchexec.result": {"RESULT_TRUE_PROP": "true", "RESULT_FALSE_PROP": "false", "RESULT_UNKNOWN": "unknown",
                             "RESULT_ERROR": "ERROR"},
        "benchexec.tools": {},
        "benchexec.tools.template": {"BaseTool2": StandInTool},
        "benchexec.tools.sv_benchmarks_util": {"ILP32": "ILP32", "LP64": "LP64",
                                               "get_data_model_from_task": stand_in_data_model},
    }
    for name, values in contents.items():
        module = types.ModuleType(name)
        vars(module).update(values)
        sys.modules[name] = module
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)


def load_tool():
    spec = importlib.util.spec_from_file_location("raddle_tool_info", MODULE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Tool()


def make_task(program, prp, model):
    return types.SimpleNamespace(input_files=[str(PROGRAMS / program)], options={"data_model": model, "language": "C"},
                                 property_file=str(PROPERTIES / prp) if prp else None)


def make_run(lines):
    return types.SimpleNamespace(output=lines)


# Program, property file, data model, options, result.
RUNS = [
    ("assertion/lost_update.c", "assertion.prp", "LP64", [], "false(unreach-call)"),
    ("race/counter.c", "race.prp", "LP64", [], "false(no-data-race)"),
    ("race/counter_locked.c", "race.prp", "LP64", [], "true"),
    ("deadlock/opposite_order.c", "deadlock.prp", "LP64", [], "false(no-deadlock)"),
    ("overflow/sum.c", "overflow.prp", "ILP32", [], "false(no-overflow)"),
    ("leak/overwritten.c", "leak.prp", "LP64", [], "false(valid-memtrack)"),
    ("memory/double_free.c", "memory.prp", "LP64", [], "false(valid-free)"),
    ("memory/heap_out_of_bounds.c", "memory.prp", "LP64", ["--data-model=host"], "false(valid-deref)"),
    ("division/int_min.c", None, "LP64", [], "false(division)"),
    ("race/counter_locked.c", "race.prp", "LP64", ["--engine=stress", "--runs=1"], "unknown"),
    ("race/no_such_program.c", "race.prp", "LP64", [], "ERROR"),
]

# Output that a test cannot wait for, or that a run can leave behind.
OUTPUTS = [
    (["UNKNOWN(timeout)"], "TIMEOUT"),
    (["UNKNOWN(memory limit)"], "OUT OF MEMORY"),
    (["UNKNOWN(bound: the loop at a.c:3)"], "unknown"),
    (["TRUE", "", "  "], "true"),
    (["TRUE", "Killed"], "ERROR"),
    ([], "ERROR"),
]


def check_command(tool, raddle, program, prp, model, options, expected):
    command = tool.cmdline(str(raddle), options, make_task(program, prp, model), None)
    models = [word for word in command if word.startswith("--data-model")]
    if models != (options if options[:1] == ["--data-model=host"] else [f"--data-model={model}"]):
        return f"the data model is given as {models}"
    finished = run_program(command, 120)
    lines = finished.stdout.decode("utf-8", "replace").splitlines()
    actual = tool.determine_result(make_run(lines))
    return None if actual == expected else f"expected {expected}, got {actual} from {' '.join(command)}: {lines[-1:]}"


def check_version(tool, raddle):
    said = run_program([raddle, "--version"]).stdout.decode().split()
    actual = tool.version(str(raddle))
    return None if actual.split()[0] == said[1] else f"the version is {actual!r}, raddle says {' '.join(said)!r}"


def check_output(tool, lines, expected):
    actual = tool.determine_result(make_run(lines))
    return None if actual == expected else f"got {actual}"


def cases(arguments):
    provide_benchexec()
    tool = load_tool()
    yield "version", check_version, tool, arguments.raddle
    for row in RUNS:
        yield row, check_command, tool, arguments.raddle, *row
    for row in OUTPUTS:
        yield row, check_output, tool, *row


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, timeout=None))
