"""What the tests of output formats share: the runs whose outputs they look at, and making these outputs."""
import json

from harness import EXIT_STATUS, PROGRAMS, Problem, run_program, shorten
from tasks import read_task

VIOLATIONS = (
    "assertion/lost_update", "deadlock/opposite_order", "memory/double_free", "lock/unlock_by_other",
    "division/by_zero_race", "race/counter", "overflow/sum", "leak/overwritten", "cond/lost_wakeup", "mpc/fig2",
    "threads/argument_reused", "interop/nondet_names", "functions/thread_function_from_table",
    "deadlock/flag_nobody_sets")

# A name that has to be written differently in every format.
AWKWARD_NAME = "a b & <c> %41 \"é\".c"
AWKWARD_PROGRAM = """#include <assert.h>
char *text = "<&>\\"";
int main(void)
{
    assert(text[0] != '<' && "{0} & <b> \\"é\\"");
    return 0;
}
"""

TWO_FILES = {
    "two.c": "int bump(int);\nextern int shared;\nint main(void)\n{\n    shared = bump(1);\n    return 0;\n}\n",
    "sub/one.c": "#include <assert.h>\nint shared;\nint bump(int by)\n{\n    assert(by == 0);\n    return by;\n}\n",
}


class Run:
    """One run of raddle: its arguments, where it starts, and the verdict that it must give."""

    def __init__(self, name, arguments, verdict, directory=None, files=None):
        self.name = name
        self.arguments = arguments
        self.verdict = verdict
        self.directory = directory  # None: that of the programs
        self.files = files or {}    # written before the run, into a directory of its own

    def __str__(self):
        return self.name


def violation_run(name):
    task = read_task(PROGRAMS / f"{name}.yml")
    source = task.source.relative_to(PROGRAMS)
    return Run(name, [f"--property={task.violated}", *task.arguments, str(source)], "FALSE")


def runs():
    """Runs with every verdict; those with a violation cover every property."""
    locked = "race/counter_locked.c"
    return [
        *map(violation_run, VIOLATIONS),
        Run("all violations", ["--all", "assertion/check_then_act.c", "--property=all"], "FALSE"),
        Run("awkward name", [AWKWARD_NAME], "FALSE", files={AWKWARD_NAME: AWKWARD_PROGRAM}),
        Run("two files", ["two.c", "sub/one.c"], "FALSE", files=TWO_FILES),
        Run("absolute name", [str(PROGRAMS / "race/../mpc/fig2.c")], "FALSE"),
        Run("holds", ["--property=race", locked], "TRUE"),
        Run("holds within a bound", ["--engine=enumerate", "--context-bound=1", locked], "TRUE"),
        Run("random runs", ["--engine=stress", "--runs=3", locked], "UNKNOWN"),
        Run("no model", ["m.c"], "UNKNOWN", files={"m.c": "int odd(int);\nint main(void) { return odd(1); }\n"}),
    ]


def execute(raddle, run, directory, options, timeout):
    """Runs raddle with further options and --json; returns the report. `directory` is for the outputs."""
    for name, content in run.files.items():
        (directory / name).parent.mkdir(exist_ok=True)
        (directory / name).write_text(content, encoding="utf-8")
    report = directory / "report.json"
    command = [str(raddle), "check", *run.arguments, *map(str, options)]
    start = directory if run.files else PROGRAMS
    finished = run_program([*command, "--json", report], timeout, directory=start)
    if finished.timed_out or finished.status != EXIT_STATUS[run.verdict]:
        raise Problem(f"expected {run.verdict} in {start}, got {finished.describe()} {shorten(finished.stderr)}",
                      command)
    return json.loads(report.read_text(encoding="utf-8"))


def counted_steps(report):
    """The events of the counterexample that the program made, without conditions of a symbolic run."""
    conditions = ("branch", "pin", "assume", "check", "publish", "retire", "blocked")
    return [step for step in report["counterexample"]["steps"] if step["kind"] not in conditions]
