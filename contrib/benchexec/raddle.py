"""raddle for BenchExec: how it is called for a task, and what its last line means.

Put this file where Python finds it and name it in the benchmark definition, <benchmark tool="raddle" ...>, or copy it
to benchexec/tools.
"""
import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

# The names of SV-COMP for raddle's properties. The last two exist in raddle alone.
PROPERTIES = {
    "assertion": "unreach-call",
    "race": "no-data-race",
    "deadlock": "no-deadlock",
    "overflow": "no-overflow",
    "leak": "valid-memtrack",
    "memory": "valid-deref",
    "lock": "lock",
    "division": "division",
}

# What UNKNOWN(...) says when raddle itself ran into a limit that it was given.
LIMITS = {"timeout": "TIMEOUT", "memory limit": "OUT OF MEMORY"}

BAD_FREE = re.compile(r": invalid memory access: (free|realloc) of ")


class Tool(benchexec.tools.template.BaseTool2):
    """A verifier for multithreaded C programs."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("raddle")

    def name(self):
        return "raddle"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="raddle")

    def cmdline(self, executable, options, task, rlimits):
        options = list(options)
        if task.property_file:
            options.append(f"--property={task.property_file}")
        model = get_data_model_from_task(task, {ILP32: "--data-model=ILP32", LP64: "--data-model=LP64"})
        if model and not any(option.startswith("--data-model") for option in options):
            options.append(model)
        return [executable, "check", *options, *task.input_files]

    def determine_result(self, run):
        lines = [line.strip() for line in run.output if line.strip()]
        last = lines[-1] if lines else ""
        if last == "TRUE":
            return result.RESULT_TRUE_PROP
        match = re.match(r"FALSE\((\w+)\) ", last)
        if match:
            return f"{result.RESULT_FALSE_PROP}({self._property_name(match[1], lines)})"
        match = re.fullmatch(r"UNKNOWN\((.*)\)", last)
        if match:
            return LIMITS.get(match[1], result.RESULT_UNKNOWN)
        return result.RESULT_ERROR

    @staticmethod
    def _property_name(name, lines):
        if name == "memory" and any(BAD_FREE.search(line) for line in lines):
            return "valid-free"
        return PROPERTIES.get(name, name)
