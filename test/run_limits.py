#!/usr/bin/env python3
"""A limit is a limit: programs that spend their time in different places (test/limits) are verified by every engine
with small limits, and get SIGINT or SIGTERM at moments that a seed chooses. Whatever happens there is a verdict line,
the exit status that belongs to it, whole files that say the same, an end soon after the limit, and no process left
behind."""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

from harness import EXIT_STATUS, ROOT, SEED, list_engines, option, run, run_program, shorten, temporary_folder

PROGRAMS = ROOT / "test" / "limits"
LINE = re.compile(r"(TRUE|FALSE|UNKNOWN)(\((.*)\).*)?")


class Case:
    """One verification: a program, an engine, limits, and a signal or two at moments counted from its start."""

    def __init__(self, program, engine, timeout=None, memory=None, signals=(), jobs=1, all_lines=False):
        self.program, self.engine = program, engine
        self.timeout, self.memory, self.signals = timeout, memory, signals
        self.jobs, self.all_lines = jobs, all_lines

    def __str__(self):
        words = [self.program.stem, self.engine]
        if self.timeout:
            words.append(f"--timeout={self.timeout}")
        if self.memory:
            words.append(f"--memory-limit={self.memory}")
        if self.jobs > 1:
            words.append(f"--jobs={self.jobs}")
        if self.all_lines:
            words.append("--all")
        words += [f"{signal.Signals(number).name} at {moment:.3f} s" for moment, number in self.signals]
        return " ".join(words)

    def command(self, raddle):
        command = [raddle, "check", f"--engine={self.engine}", "--json", "out.json", "--html", "out.html",
                   "--sarif", "out.sarif", "--witness", "out.yml", "--record", "out.trace", str(self.program)]
        if self.timeout:
            command.append(f"--timeout={self.timeout}")
        if self.memory:
            command.append(f"--memory-limit={self.memory}")
        if self.jobs > 1:
            command.append(f"--jobs={self.jobs}")
        if self.all_lines:
            command.append("--all")
        return command

    def expected_end(self):
        """Seconds after its start at which it should be over, if nothing decides it before."""
        ends = [moment for moment, number in self.signals[:1]]
        if self.timeout:
            ends.append(self.timeout)
        return min(ends) if ends else None


def session_processes(session):
    """The processes of a session that still run."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            text = pathlib.Path("/proc", entry, "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        fields = text[text.rindex(")") + 2:].split()
        if int(fields[3]) == session and fields[0] not in "ZX":
            found.append(int(entry))
    return found


def wait_for_end(process, case, started, patience):
    """Sends the signals of the case; False if the process has not ended by itself after all patience."""
    for moment, number in case.signals:
        try:
            process.wait(max(0, started + moment - time.monotonic()))
            return True
        except subprocess.TimeoutExpired:
            process.send_signal(number)
    try:
        process.wait(patience)
        return True
    except subprocess.TimeoutExpired:
        return False


def check_files(directory, answer, reason):
    """What is wrong with the files of a verdict, or None."""
    try:
        result = json.loads((directory / "out.json").read_text(encoding="utf-8"))
        sarif = json.loads((directory / "out.sarif").read_text(encoding="utf-8"))
        page = (directory / "out.html").read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        return f"a file is not whole: {problem}"
    if result["verdict"] != answer or (answer == "UNKNOWN" and result["reason"] != reason):
        return f"the JSON file says {result['verdict']} ({result['reason']})"
    if sarif["version"] != "2.1.0" or not page.rstrip().endswith("</html>"):
        return "the SARIF log or the HTML page is not whole"
    for name, when in (("out.yml", ("TRUE", "FALSE")), ("out.trace", ("FALSE",))):
        path = directory / name
        if path.exists() and answer not in when:
            return f"{name} was left behind"
        if path.exists() and path.stat().st_size == 0:
            return f"{name} is empty"
    if answer == "FALSE":
        try:
            json.loads((directory / "out.trace").read_text(encoding="utf-8"))
        except (OSError, ValueError) as problem:
            return f"the recorded run is not whole: {problem}"
    return None


def check_outcome(case, directory, status, output, errors, loads):
    lines = output.decode("utf-8", "replace").splitlines()
    said = f"status {status}, last lines {lines[-3:]!r}, standard error {shorten(errors, 1000)!r}"
    if not lines and case.signals and -status == case.signals[0][1]:
        return None  # it had not come so far as to catch it
    match = LINE.fullmatch(lines[-1]) if lines else None
    if not match:
        return f"no verdict line: {said}"
    answer, reason = match.group(1), match.group(3)
    if status != EXIT_STATUS[answer]:
        return f"the status is not that of the verdict: {said}"
    if answer == "UNKNOWN" and reason.startswith("internal error"):
        return f"an internal error: {said}"
    problem = check_files(directory, answer, reason)
    if problem:
        return f"{problem}: {said}"
    if answer == "FALSE" and loads and not loads(directory):
        return f"the recorded run cannot be followed: {said}"
    return None


def check_case(case, options):
    def loads(directory):
        return run_program([options.raddle, "replay", "--quiet", "out.trace"], 600, directory=directory).status == 1

    with temporary_folder() as directory:
        started = time.monotonic()
        with open(directory / "stdout", "wb") as output, open(directory / "stderr", "wb") as errors:
            process = subprocess.Popen(case.command(options.raddle), stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=errors, cwd=directory, start_new_session=True)
            expected = case.expected_end()
            patience = options.overrun + (expected or options.timeout)
            ended = wait_for_end(process, case, started, patience)
        took = time.monotonic() - started
        if not ended:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return f"still running after {took:.1f} s"
        if expected is not None and took > expected:
            options.overruns.append((took - expected, str(case)))
        left = session_processes(process.pid)
        while left and time.monotonic() - started < took + 5:
            time.sleep(0.05)
            left = session_processes(process.pid)
        if left:
            os.killpg(process.pid, signal.SIGKILL)
            return f"processes are left behind: {left}"
        if expected is not None and took > expected + options.overrun:
            return f"took {took:.1f} s, expected {expected:.1f} s"
        return check_outcome(case, directory, process.returncode, (directory / "stdout").read_bytes(),
                             (directory / "stderr").read_bytes(), loads if options.replay else None)


def random_signals(generator, seconds):
    moment = generator.uniform(0.05, seconds)
    first = (moment, generator.choice((signal.SIGINT, signal.SIGTERM)))
    if generator.random() < 0.2:
        return (first, (moment + generator.uniform(0, 0.3), generator.choice((signal.SIGINT, signal.SIGTERM))))
    return (first,)


def make_cases(options, programs, engines):
    generator = random.Random(options.seed)
    if options.short:
        # Every program and every engine once or twice; which meet is up to the seed.
        for number, program in enumerate(programs):
            yield Case(program, engines[number % len(engines)], timeout=1)
            yield Case(program, "auto", signals=random_signals(generator, 2))
        return
    for program in programs:
        for engine in engines:
            yield Case(program, engine, timeout=options.timeout)
    for program in programs:
        yield Case(program, "auto", timeout=options.timeout, jobs=2, all_lines=True)
        yield Case(program, "auto", timeout=30, memory=150)
    for _ in range(options.signals):
        yield Case(generator.choice(programs), generator.choice(engines), timeout=60,
                   signals=random_signals(generator, options.moment), jobs=generator.choice((1, 1, 2)),
                   all_lines=generator.random() < 0.2)


def cases(arguments):
    # Where it is ignored, as of what a shell starts in the background, the programs started here would begin like that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    arguments.overruns = []
    for case in make_cases(arguments, sorted(PROGRAMS.glob("*.c")), list(list_engines(arguments.raddle))):
        yield case, check_case, case, arguments


def conclude(arguments):
    for seconds, case in sorted(arguments.overruns, reverse=True)[:5 if arguments.short else 15]:
        print(f"{seconds:.2f} s beyond the limit: {case}")


if __name__ == "__main__":
    sys.exit(run(
        __doc__, cases, option("--short", action="store_true", help="a few cases, for the test suite"),
        option("--signals", type=int, default=300, help="how many runs get a signal (not with --short)"),
        option("--moment", type=float, default=6, help="the latest second at which one comes"),
        option("--overrun", type=float, default=20, help="seconds beyond the limit that are a failure"), SEED,
        option("--replay", action="store_true", help="follow the recorded runs, too"),
        conclude=conclude, jobs=1, timeout=2))
