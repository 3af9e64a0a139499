"""What the runners share: starting a program with a limit, and a whole runner around its cases, with its command line,
running them side by side, and the closing line."""
import argparse
import collections
import concurrent.futures
import contextlib
import importlib
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "test" / "programs"
EXIT_STATUS = {"TRUE": 0, "FALSE": 1, "UNKNOWN": 3}
VERDICTS = {status: verdict for verdict, status in EXIT_STATUS.items()}

# raddle turns its own death into a verdict, and auto goes on where an engine fails. To a test it is a crash still, unless
# it asked for it.
INTERNAL_ERROR = re.compile(rb"^UNKNOWN\(internal error|^engine \w+ failed \(internal error", re.MULTILINE)
ASKS_FOR_FAILURE = "RADDLE_FAIL_ENGINE"
CRASHED = -signal.SIGABRT


class Finished:
    """A program that ended: its status (negative: killed by that signal), output, and whether it ran out of time."""

    def __init__(self, status, stdout, stderr, timed_out):
        self.status = status
        self.stdout = stdout
        self.stderr = stderr
        self.timed_out = timed_out

    def describe(self):
        return "timed out" if self.timed_out else f"exit status {self.status}"


def run_program(arguments, timeout=180, environment=None, directory=None, signals=()):
    """Runs a program to its end. `signals` is a sequence of (seconds after the start, signal)."""
    process = subprocess.Popen(
        [str(argument) for argument in arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, **(environment or {})}, cwd=directory, start_new_session=True)
    waited = 0
    for moment, number in signals:
        try:
            process.wait(moment - waited)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        waited = moment
    try:
        stdout, stderr = process.communicate(timeout=timeout)
        crashed = INTERNAL_ERROR.search(stdout) and ASKS_FOR_FAILURE not in (environment or {})
        status = CRASHED if crashed else process.returncode
        return Finished(status, stdout, stderr, False)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        stdout, stderr = process.communicate()
        return Finished(process.returncode, stdout, stderr, True)


def list_engines(raddle):
    """What raddle's table of engines says of each, by name, in its order."""
    return {row["name"]: row for row in json.loads(run_program([raddle, "engines", "--json", "-"]).stdout)}


class Problem(Exception):
    """What is wrong, and the command that shows it. A case that raises it fails."""

    def __init__(self, reason, command=()):
        words = shlex.join(map(str, command))
        super().__init__(f"{reason}; to see it: {words}" if words else reason)


class Skip(Exception):
    """There is nothing to compare, and why. The case does not count: where cases are drawn, another takes its place."""


def expect(condition, text):
    if not condition:
        raise Problem(text)


@contextlib.contextmanager
def temporary_folder():
    with tempfile.TemporaryDirectory() as name:
        yield pathlib.Path(name).resolve()


def option(*names, **settings):
    """One of a runner's own, as argparse takes it."""
    return names, settings


def count(default, what="programs to compare"):
    """How many of the cases, of which there may be no end, are to pass or fail."""
    return option("--count", type=int, default=default, help=f"number of {what}")


def keep(folder):
    """Where programs go that failed."""
    return option("--keep", type=pathlib.Path, default=pathlib.Path(folder), help="where failing programs go")


SEED = option("--seed", type=int, default=1, help="the first seed")
SECONDS = option("--seconds", dest="begin_within", type=float, default=float("inf"),
                 help="begin with no case after that time")


def parse_arguments(document, options, jobs, timeout, raddle):
    """The command line of a runner. Beside the values there are `enter`, which enters a context for as long as cases
    run, and `error`, which ends the runner with a message about its arguments."""
    parser = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    if raddle:
        parser.add_argument("--raddle", type=pathlib.Path, default=ROOT / "build" / "raddle")
    parser.add_argument("--filter", default="", help="only cases whose name contains this")
    if jobs:
        parser.add_argument("--jobs", type=int, default=jobs, help="cases at once")
    if timeout:
        parser.add_argument("--timeout", type=float, default=timeout, help="seconds for each run")
    parser.add_argument("--verbose", action="store_true", help="name the cases that pass, too")
    for names, settings in options:
        parser.add_argument(*names, **settings)
    arguments = parser.parse_args()
    if raddle:
        arguments.raddle = arguments.raddle.resolve()
    arguments.error = parser.error
    return arguments


class Tally:
    """What came of the cases so far; says so as they end."""

    def __init__(self, verbose):
        self.passed = self.failed = 0
        self.skipped = collections.Counter()  # by reason
        self.verbose = verbose

    def compared(self):
        return self.passed + self.failed

    def note(self, name, problem):
        """`problem` is None, what is wrong, or a Skip."""
        if isinstance(problem, Skip):
            self.skipped[str(problem)] += 1
            if self.verbose:
                print(f"skip {name}: {problem}", flush=True)
            return
        self.passed += problem is None
        self.failed += problem is not None
        if problem is not None or self.verbose:
            print(f"ok   {name}" if problem is None else f"FAIL {name}: {problem}", flush=True)
        if self.compared() % 100 == 0:
            print(f"{self.compared()} done, {self.failed} failed", flush=True)

    def close(self):
        """Prints the closing line; the exit status."""
        for reason, number in self.skipped.most_common():
            print(f"skipped {number}: {reason}")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        if not self.compared():
            print("no cases were found", file=sys.stderr)
        return 1 if self.failed or not self.passed else 0


def attempt(check, parameters):
    """Calls check(*parameters), which returns None or what is wrong, or raises it: a Problem in its own words, anything
    else with its kind and place."""
    try:
        return check(*parameters)
    except Skip as skip:
        return skip
    except Problem as problem:
        return str(problem)
    except Exception as error:  # a case that falls over has failed; the others go on
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({pathlib.Path(place.filename).name}:{place.lineno})"


def run_cases(cases, tally, jobs, most, until):
    """Runs cases on threads until there are no more or `most` have passed or failed, and begins with none after
    `until`. Never begins more than could still be needed."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        running = {}
        while True:
            while len(running) < jobs and tally.compared() + len(running) < most and time.monotonic() < until:
                name, check, *parameters = next(cases, (None, None))
                if check is None:
                    break
                running[pool.submit(attempt, check, parameters)] = name
            if not running:
                return
            for future in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED).done:
                tally.note(running.pop(future), future.result())


def run(document, collect, *options, conclude=None, jobs=2, timeout=180, raddle=True):
    """A whole runner; returns its exit status. collect(arguments) gives its cases, each a name, a function, and what to
    call it with; see `attempt`. If it raises a Problem itself, the runner ends. With `jobs` None cases run one at a
    time, with `timeout` None there is no such option. In the end conclude(arguments), if there is one, prints what the
    cases have shown together, and returns None or what is wrong with it. No case at all is a failure, too.
    """
    arguments = parse_arguments(document, options, jobs, timeout, raddle)
    tally = Tally(arguments.verbose)
    with contextlib.ExitStack() as stack:
        arguments.enter = stack.enter_context
        until = time.monotonic() + getattr(arguments, "begin_within", float("inf"))
        try:
            cases = (case for case in collect(arguments) if arguments.filter in str(case[0]))
            run_cases(cases, tally, arguments.jobs if jobs else 1, getattr(arguments, "count", float("inf")), until)
        except Problem as problem:
            sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {problem}")
    problem = conclude(arguments) if conclude else None
    if problem:
        tally.note("all together", problem)
    return tally.close()


def last_line(finished):
    """Of what a program printed."""
    lines = finished.stdout.decode("utf-8", "replace").splitlines()
    return lines[-1] if lines else ""


def import_or_explain(name, package):
    """A module that the standard library does not have, or the end of the runner."""
    try:
        return importlib.import_module(name)
    except ImportError:
        sys.exit(f"this test needs the Python module {name} (Debian: {package})")


def shorten(data, limit=400):
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    text = text.strip()
    return text if len(text) <= limit else text[:limit] + " ..."


def first_difference(expected, actual):
    """The first line in which two outputs differ, for a message."""
    left, right = expected.splitlines(), actual.splitlines()
    for number, (a, b) in enumerate(zip(left, right), 1):
        if a != b:
            return f"line {number}: native {a[:120]!r}, raddle {b[:120]!r}"
    if len(left) != len(right):
        number = min(len(left), len(right))
        rest = (left if len(left) > len(right) else right)[number]
        return f"line {number + 1} only in {'native' if len(left) > len(right) else 'raddle'}: {rest[:120]!r}"
    return f"the last newline: native {expected[-20:]!r}, raddle {actual[-20:]!r}"
