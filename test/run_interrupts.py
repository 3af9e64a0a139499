#!/usr/bin/env python3
"""Handlers that interrupt their thread: on each program of programs/interrupts and programs/signals the engines that try
every choice find the same lines violated as enumerate, with --all; those that look at one order of a run do not decide
those of the first folder, unless the handler plays no part, and say why; a counterexample tells where the handler runs,
and is replayed.
"""
import json
import sys

from harness import PROGRAMS, Problem, last_line, run, run_program, shorten, temporary_folder
from tasks import read_task

CHOOSING = "dpor", "se", "ag", "lazy", "record", "uw"
ORDERED = "predict", "mpc", "mcr", "tdv", "bmc", "invariant"
REASON = "a signal handler that interrupts another thread at any step"
# Too many interleavings, or other inputs than 0, for one engine.
UNDECIDED = {("two_senders", "se"), ("two_senders_any", "se")}


def verdicts(raddle, engine, path):
    """The last line, unless it is one of several, and what is violated where."""
    with temporary_folder() as directory:
        report = directory / "result.json"
        finished = run_program([raddle, f"--engine={engine}", "--all", "--json", report, path.name], 240,
                               directory=path.parent)
        if not report.exists():
            raise Problem(f"{engine}: {finished.describe()}: {shorten(finished.stderr)}")
        result = json.loads(report.read_text(encoding="utf-8"))
    places = sorted((found["property"], found["location"]["line"]) for found in result.get("violations", []))
    return last_line(finished) if result["verdict"] != "FALSE" else "FALSE", places


def check_agreement(path, raddle):
    """None, or what went wrong."""
    expected = verdicts(raddle, "enumerate", path)
    task = read_task(path.with_suffix(".yml"))
    if expected[0] != ("TRUE" if task.violated is None else "FALSE"):
        return f"enumerate: {expected}"
    for engine in CHOOSING:
        if (path.stem, engine) not in UNDECIDED and verdicts(raddle, engine, path) != expected:
            return f"{engine}: {verdicts(raddle, engine, path)}, enumerate: {expected}"
    return None


def check_refusal(path, raddle):
    for engine in ORDERED:
        said, _ = verdicts(raddle, engine, path)
        if not said.startswith("UNKNOWN(") or (engine in ("predict", "mpc", "mcr") and REASON not in said):
            return f"{engine}: {said}"
    return None


def check_counterexample(path, raddle):
    with temporary_folder() as directory:
        trace = directory / "trace.json"
        found = run_program([raddle, "--engine=dpor", "--record", trace, path.name], directory=path.parent)
        text = found.stdout.decode()
        replayed = run_program([raddle, "replay", "-q", trace], directory=path.parent)
        predicted = run_program([raddle, "predict", trace], directory=path.parent)
    if "is interrupted: handler handle for SIGUSR1" not in text:
        return f"no word of the handler: {shorten(found.stdout)}"
    if replayed.status != 1 or last_line(replayed) != last_line(found):
        return f"replay: {replayed.describe()}: {shorten(replayed.stdout + replayed.stderr)}"
    return f"predict: {last_line(predicted)}" if last_line(predicted).startswith(("TRUE", "FALSE")) else None


def cases(arguments):
    folder = PROGRAMS / "interrupts"
    for path in sorted([*folder.glob("*.c"), *(PROGRAMS / "signals").glob("*.c")]):
        yield f"{path.parent.name}/{path.stem}", check_agreement, path, arguments.raddle
    for name in "lost_update", "polled_flag", "condition":
        yield f"{name}, refused", check_refusal, folder / f"{name}.c", arguments.raddle
    for name in "lost_update", "locking_handler", "errno_changed":
        yield f"{name}, shown", check_counterexample, folder / f"{name}.c", arguments.raddle


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, jobs=1, timeout=None))
