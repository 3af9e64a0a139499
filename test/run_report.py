#!/usr/bin/env python3
"""What is printed of a counterexample, at a terminal of 100 columns: the stacks of test/report/*.c, in the text, in the
JSON and in SARIF; names; and of a run of some 4,000 steps of eight threads the page that --trace chooses: at most 60
lines, with every step that the explanation names and every write that the violated check read; and of runs in which a
check goes through a long table."""
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios

from harness import ROOT, Problem, expect, run, run_program, temporary_folder

PROGRAMS = ROOT / "test" / "report"
COLUMNS = 100
MOST_LINES = 60
ROW = re.compile(r"^(>?) *(\d+) ")

# By program: options, and the stacks that are expected: thread, start routine, what it does there, by whom and in which
# line it was created, and its frames.
STACKS = {
    "race.c": (["--property=race"], [
        ("thread 1", "earn", "about to write total", ("main", 25), [("add", 8), ("pay", 13), ("earn", 18)]),
        ("main", None, "about to read total", None, [("add", 8), ("pay", 13), ("main", 32)])]),
    "deadlock.c": ([], [
        ("thread 1", "outer", "waits for b", ("main", 33), [("take_both", 10), ("outer", 25)]),
        ("main", None, "waits for thread 1 to end", None, [("main", 34)]),
        ("thread 2", "inner", "waits for a", ("thread 1", 24), [("take_both", 10), ("inner", 17)])]),
    "polled.c": ([], [
        ("thread 1", "take", "waits in sigwait", ("main", 24), [("take", 9)]),
        ("main", None, "waits in poll", None, [("wait_for", 16), ("main", 25)])]),
    "since.c": ([], [
        ("thread 2", "check", "assertion violated", ("main", 38), [("holds", 25), ("check", 31)])]),
    "freed.c": ([], [
        ("main", None, "invalid memory access", None, [("value_of", 26), ("main", 34)]),
        ("thread 1", "clean", "freed the block", ("main", 33), [("drop", 14), ("clean", 20)])]),
}


def print_at_terminal(raddle, arguments):
    """The lines that raddle prints where its output is a terminal; no colours."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    attributes = termios.tcgetattr(slave)
    attributes[1] &= ~termios.OPOST
    termios.tcsetattr(slave, termios.TCSANOW, attributes)
    command = [str(raddle), "--color=never", *map(str, arguments)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=slave, stderr=subprocess.PIPE, cwd=PROGRAMS)
    os.close(slave)
    printed = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other side is closed
            part = b""
        if not part:
            break
        printed += part
    os.close(master)
    errors = process.communicate()[1]
    if process.returncode != 1:
        raise Problem(f"exit status {process.returncode}: {errors.decode()}", command)
    return printed.decode().splitlines()


def check_stack_text(lines, name, stacks):
    text = "\n".join(lines)
    for thread, start, what, created, frames in stacks:
        title = f"{thread}: {start}" if start else thread
        origin = f", created by {created[0]} at {name}:{created[1]}" if created else ""
        wanted = re.escape(f"\n{title}, {what} (step ") + r"\d+\)" + re.escape(origin) + "\n" + "".join(
            re.escape(f"    #{depth} {function} {name}:{line}\n") for depth, (function, line) in enumerate(frames))
        expect(re.search(wanted, re.sub(r"(?m)([^\n])\n(?=at |by |created )", r"\1 ", text) + "\n"),
               f"no stack of {title} with {frames} in\n{text}")


def check_stack_json(result, stacks):
    threads = result["counterexample"]["threads"]
    found = []
    for stack in result["violations"][0]["stacks"]:
        created = stack["created"]
        found.append((threads[stack["thread"]], stack["start"], stack["what"],
                      (threads[created["thread"]], created["location"]["line"]) if created else None,
                      [(frame["function"], frame["location"]["line"]) for frame in stack["frames"]]))
        event = result["counterexample"]["steps"][stack["event"]]
        expect(event["thread"] == stack["thread"], f"{stack} is not that of {event}")
    expect(found == stacks, f"{found} instead of {stacks}")


def check_stack_sarif(log, stacks):
    found = []
    for stack in log["runs"][0]["results"][0]["stacks"]:
        frames = [frame["location"] for frame in stack["frames"]]
        numbers = {frame["threadId"] for frame in stack["frames"]}
        thread = re.match(r"main|thread (\d+)", stack["message"]["text"])
        expect(numbers == {int(thread.group(1) or 0)}, f"{thread.group()} has frames of {numbers}")
        found.append([(frame["logicalLocations"][0]["name"], frame["physicalLocation"]["region"]["startLine"])
                      for frame in frames])
    expect(found == [frames for *_, frames in stacks], f"{found} in SARIF")


def check_recorded_stacks(trace):
    """Each event of the run has a stack whose innermost frame is where the event happens."""
    frames = trace["frames"]
    for number, frame in enumerate(frames):
        expect(frame.get("caller", -1) < number, f"frame {number} comes before its caller")
    for event in trace["steps"]:
        if event["location"] and event["kind"] != "start":
            expect(frames[event["stack"]]["location"]["line"] == event["location"]["line"], f"another place: {event}")


def check_stacks(raddle, name, options, stacks):
    with temporary_folder() as folder:
        arguments = [*options, "--json", folder / "result.json", "--sarif", folder / "result.sarif", name]
        check_stack_text(print_at_terminal(raddle, arguments), name, stacks)
        result = json.loads((folder / "result.json").read_text())
        check_stack_json(result, stacks)
        check_recorded_stacks(result["counterexample"])
        check_stack_sarif(json.loads((folder / "result.sarif").read_text()), stacks)
        replayed = run_program([raddle, "replay", folder / "result.json"], directory=PROGRAMS)
        expect(replayed.status == 1, f"replay: {replayed.describe()}")
        check_stack_text(replayed.stdout.decode().splitlines(), name, stacks)


def check_stacks_of_runs(raddle):
    """Of a run with a race, and of what is predicted from a recording: stacks of the recorded events."""
    with temporary_folder() as folder:
        raced = run_program([raddle, "run", "--property=race", "race.c"], directory=PROGRAMS)
        expect(raced.status == 1, f"run: {raced.describe()}")
        text = raced.stderr.decode()
        for wanted in ("main, write total = 4 (was 0) (step 3)\n    #0 add race.c:8\n    #1 pay race.c:13\n"
                       "    #2 main race.c:32\n",
                       "thread 1: earn, write total = 7 (was 4) (step 5), created by main at race.c:25\n"
                       "    #0 add race.c:8\n"):
            expect(wanted in text, text)
        program = ROOT / "test" / "programs" / "predict" / "fig1.c"
        run_program([raddle, "run", "--record", folder / "run.json", program])
        predicted = run_program([raddle, "predict", folder / "run.json"]).stdout.decode()
        wanted = "thread 2: second, assertion violated, created by main at fig1.c:45\n    #0 second fig1.c:34\n"
        expect(wanted in predicted, predicted)


def check_names(raddle):
    """Strings as C writes them, inputs by the variables they go to, blocks by the variables that hold them, and reads
    that are alike once."""
    text = " ".join(" ".join(print_at_terminal(raddle, ["--trace=full", "names.c"])).split())
    for wanted in ('write name = "gamma\\n" (was "none")', "input width (by scanf) = ",
                   "input item.height (by scanf) = ", " width (by scanf) = ", " at names.c:",
                   'write box->label = "a \\"box\\"" (was NULL)',
                   "write *count = 7 (was 0)", "free count", ", twice", "write table[2] = 77 (was 0)",
                   "free Book#2"):
        expect(wanted in text, f"{wanted} is not in {text}")
    expect("heap(names" not in text and "thread 0" not in text, text)


def check_since(raddle):
    """The values that are checked have stood since the first write of what was there already at the second; what other
    variables became meanwhile does not matter."""
    text = " ".join(print_at_terminal(raddle, ["since.c"]))
    wanted = r"low and high have had these values since step \d+ \(thread 1: write high = 3 \(was 9\), line 15\)"
    expect(re.search(wanted, text), text)
    with temporary_folder() as folder:
        run_program([raddle, "-q", "--json", folder / "result.json", "since.c"], directory=PROGRAMS)
        result = json.loads((folder / "result.json").read_text())
        write = result["counterexample"]["steps"][result["violations"][0]["unchanged_since"]]
        expect((write["kind"], write["object"], write["location"]["line"]) == ("write", "high", 15), str(write))


def check_library_calls(raddle):
    """A call of the library is one row, unless all are asked for; the numbers of a clock stand in one line."""
    short = print_at_terminal(raddle, ["--engine=stress", "library.c"])
    text = "\n".join(short)
    words = " ".join(text.split())
    for row in r"open: input file_size = \d+, .* \(\d+ steps\)", r"write \(\d+ steps\)", r"close \(\d+ steps\)", \
               r"clock_gettime: input \d+, \d+ \(3 steps\)":
        expect(re.search(row, words), f"no row {row}:\n{text}")
    expect(not re.search(r"\b(names|files|descriptions|atomic-begin)\b", text), f"what the library keeps:\n{text}")
    expect(len(re.findall(r"\n  clock_gettime = \d+, \d+ at library.c:14(?=\n)", text)) == 2, f"inputs:\n{text}")
    full = "\n".join(print_at_terminal(raddle, ["--trace=full", "--engine=stress", "library.c"]))
    expect("open: atomic-begin" in full and "close: write" in full, full)
    with temporary_folder() as folder:
        command = [raddle, "-q", "--engine=stress", "--json", folder / "result.json", "library.c"]
        run_program(command, directory=PROGRAMS)
        result = json.loads((folder / "result.json").read_text())
        calls = {step.get("call") for step in result["counterexample"]["steps"]}
        expect(calls == {None, "open", "clock_gettime", "write", "close"}, str(calls))
        replayed = run_program([raddle, "replay", folder / "result.json"], directory=PROGRAMS).stdout.decode()
        expect(re.search(r"\bclose \(\d+ steps\)", replayed), replayed)


FAILING = """#include <assert.h>
int failing(int value) { assert(value == 1); return value; }
"""
CALLING = """int failing(int value);
int main(void) { return failing(2); }
"""


def check_folders(raddle):
    """Stacks name files without their folders, unless there are two of a name."""
    with temporary_folder() as folder:
        for names, wanted in ((("a/failing.c", "b/main.c"), ("failing.c:2\n", "main.c:2\n")),
                              (("a/part.c", "b/part.c"), ("a/part.c:2\n", "b/part.c:2\n"))):
            for name, source in zip(names, (FAILING, CALLING)):
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).write_text(source)
            printed = run_program([raddle, *names], directory=folder).stdout.decode()
            for function, place in zip(("#0 failing ", "#1 main "), wanted):
                expect(function + place in printed, f"{function + place!r} is not in\n{printed}")


def check_waiting(raddle):
    """The write that a waiting condition depends on is shown, however far it is from what the explanation names."""
    for option in "short", "normal", "full":
        lines = print_at_terminal(raddle, [f"--trace={option}", "--engine=stress", "waiting.c"])
        text = "\n".join(lines)
        for wanted in "write ready = 1 (was 0)", "read  ready -> 0", "signal changed", "wait changed":
            expect(wanted in text, f"--trace={option} does not show {wanted}:\n{text}")
        expect((len(lines) > MOST_LINES) == (option == "full"), f"--trace={option}: {len(lines)} lines:\n{text}")


def rows_of(lines):
    """Number and mark of the steps that have a row."""
    rows = {}
    for line in lines:
        row = ROW.match(line)
        if row:
            rows[int(row.group(2))] = bool(row.group(1))
    return rows


def explanation_steps(lines):
    violated = next(i for i, line in enumerate(lines) if line.startswith("pool.c:"))
    return {int(step) for step in re.findall(r"\(step (\d+),", " ".join(lines[violated:]))}  # "since step" is another


def check_page(lines):
    rows = rows_of(lines)
    named = explanation_steps(lines)
    expect(len(lines) <= MOST_LINES, f"{len(lines)} lines:\n" + "\n".join(lines))
    expect(all(len(line) <= COLUMNS for line in lines[:-2]), "a line is too wide")
    expect(named and named == {step for step, told in rows.items() if told},
           f"the explanation names {named}, marked are {[step for step, told in rows.items() if told]}")
    text = "\n".join(lines)
    expect("heap(line 103)" not in text, "tasks are not called by their type:\n" + text)
    expect("pool->done" in text and "thread 0" not in text, "names:\n" + text)
    read = re.search(r"read +pool->done -> (\d+) ", text[text.index("assert(pool->done"):])
    expect(read and f"write pool->done = {read.group(1)} " in text, "the write that the check read is hidden:\n" + text)
    since = re.search(r"\npool->done has had this value since step (\d+) \((thread \d): write pool->done = (\d+)", text)
    expect(since and int(since.group(1)) in rows and since.group(3) == read.group(1), "since when?\n" + text)
    for above, below in zip(lines, lines[1:]):
        expect("read" not in below or re.sub(r"^[ >]*\d+", "", above) != re.sub(r"^[ >]*\d+", "", below),
               f"twice: {above}")


def check_long_run(raddle):
    arguments = ["--engine=stress", "--no-minimise", "pool.c"]
    normal = print_at_terminal(raddle, arguments)
    check_page(normal)
    short = print_at_terminal(raddle, ["--trace=short", *arguments])
    check_page(short)
    expect(len(short) < len(normal), f"--trace=short: {len(short)} lines, normal {len(normal)}")
    count = int(re.search(r"\((\d+) steps; --trace=full", "\n".join(normal)).group(1))
    expect(count > 3000, f"{count} steps only")
    for option in "--trace=full", "--verbose":
        full = print_at_terminal(raddle, [option, *arguments])
        missing = set(range(1, count + 1)) - rows_of(full).keys()
        repeated = sum(int(times) - 1 for times in re.findall(r", (\d+) times", "\n".join(full)))
        repeated += len(re.findall(r", *twice", re.sub(r"\n\s*", " ", "\n".join(full))))
        expect(len(missing) <= repeated, f"{option}: {len(missing)} steps are missing, {repeated} are repeated reads")


def check_unknown(raddle):
    """How far auto came with what it cannot decide, and what to try."""
    with temporary_folder() as folder:
        report = folder / "report.json"
        command = [raddle, "check", "--timeout=60", "--json", report, ROOT / "test" / "report" / "workload.c"]
        finished = run_program(command, 120)
        result = json.loads(report.read_text(encoding="utf-8"))
    lines = finished.stdout.decode().splitlines()
    expect(lines[-1].startswith("UNKNOWN(bound: nothing found with up to "), f"not the verdict expected: {lines[-1]}")
    pattern = r"no violation in \d+ random runs, the reorderings of one run of \d+ events with the values it read, " \
              r"400 events at a time and all runs with up to \d+ rounds of the loop at \S+workload.c:11"
    expect(re.fullmatch(pattern, lines[-3]), f"not how far it came: {lines[-3]}")
    expect(lines[-2].startswith("try: a smaller workload"), f"not what to try: {lines[-2]}")
    expect(lines[-3] == f"no violation in {result['covered']}" and lines[-2] == f"try: {result['hint']}",
           f"--json says {result['covered']!r} and {result['hint']!r}")
    expect(result["depth"]["loop"]["line"] == 11 and f"up to {result['depth']['rounds']} rounds" in lines[-1],
           f"--json says {result['depth']}")


def check_table(raddle, option, words):
    """More reads than can be told, in runs of 120,000 steps: the report does not take longer than the search."""
    lines = print_at_terminal(raddle, [*option, "table.c"])
    expect(len(lines) <= MOST_LINES + 15, f"{len(lines)} lines")
    expect(any(words in line for line in lines), f"not among the lines: {words}")
    with temporary_folder() as folder:
        finished = run_program([raddle, "check", "-q", *option, "--json=r.json", "--html=r.html", "--sarif=r.sarif",
                                PROGRAMS / "table.c"], 60, directory=folder)
        expect(finished.status == 1, finished.describe())
        expect(json.loads((folder / "r.json").read_text())["verdict"] == "FALSE", "another verdict in the JSON")


def cases(arguments):
    for name, (options, stacks) in STACKS.items():
        yield f"stacks of {name}", check_stacks, arguments.raddle, name, options, stacks
    yield "stacks of runs", check_stacks_of_runs, arguments.raddle
    yield "names", check_names, arguments.raddle
    yield "since when", check_since, arguments.raddle
    yield "calls of the library", check_library_calls, arguments.raddle
    yield "folders", check_folders, arguments.raddle
    yield "a waiting condition", check_waiting, arguments.raddle
    yield "a long run", check_long_run, arguments.raddle
    yield "a table", check_table, arguments.raddle, [], "thread 1 read table[59998] = 1, which main wrote"
    yield "a table waited for", check_table, arguments.raddle, ["-DWAITS"], "which nobody has signalled"
    yield "an answer that is none", check_unknown, arguments.raddle


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, jobs=1, timeout=None))
