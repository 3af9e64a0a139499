"""What the runners share: starting a program with a limit, running cases side by side, and the closing line."""
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys


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


def run_program(arguments, timeout=60, environment=None, directory=None, signals=()):
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


def run_cases(cases, check, jobs, quiet=True):
    """Calls check(case) for each case on `jobs` threads; it returns None or what went wrong. Prints failures as they
    come and `N passed, N failed` at the end; returns the exit status of the runner. No cases at all is a failure, too.
    """
    passed, failed = 0, 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        futures = {pool.submit(check, case): case for case in cases}
        for future in concurrent.futures.as_completed(futures):
            case = futures[future]
            problem = future.result()
            if problem is None:
                passed += 1
                if not quiet:
                    print(f"ok   {case}", flush=True)
            else:
                failed += 1
                print(f"FAIL {case}: {problem}", flush=True)
    return close(passed, failed)


def close(passed, failed):
    print(f"{passed} passed, {failed} failed", flush=True)
    if passed + failed == 0:
        print("no cases were found", file=sys.stderr)
    return 1 if failed or passed == 0 else 0


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
