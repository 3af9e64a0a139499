#!/usr/bin/env python3
"""Where people meet raddle: outputs that cannot be written are refused before any work, colours are where NO_COLOR,
CLICOLOR_FORCE, TERM and --color want them, and one of something is not called several."""
import json
import os
import pty
import re
import subprocess
import sys
import threading

from harness import ROOT, Skip, expect, list_engines, run, run_program, shorten, temporary_folder

ENDLESS = "int shared;\nint main(void) { for (;;) shared = shared + 1; }\n"
FINE = "int main(void) { return 0; }\n"
WRONG = "#include <assert.h>\nint main(void) { assert(1 + 1 == 3); return 0; }\n"
BANK = ROOT / "examples" / "bank.c"

OUTPUTS = ("json", "html", "sarif", "junit", "code-quality", "annotations", "diagnostics", "coverage", "witness", "record", "write-stubs", "write-baseline")
ESCAPE = re.compile(rb"\033\[")
# The first colour of a verdict line, and its end.
VERDICT_COLOURS = {"TRUE": b"\033[1;32mTRUE\033[0m", "FALSE": b"\033[1;31mFALSE(", "UNKNOWN": b"\033[1;33mUNKNOWN("}


def check_refused(raddle, command, output):
    """The program has no end: an answer means that nobody began with it."""
    with temporary_folder() as folder:
        (folder / "a.c").write_text(ENDLESS)
        finished = run_program([raddle, command, f"--{output}=no/such/file", "a.c"], directory=folder)
        expect(not finished.timed_out and finished.status == 2, f"{finished.describe()}, expected 2")
        expect(b"raddle: error: no/such/file: No such file" in finished.stderr, shorten(finished.stderr))
        expect(not finished.stdout, f"it said {shorten(finished.stdout)}")


def check_untouched(raddle):
    """What is there stays until there is something to put in its place."""
    with temporary_folder() as folder:
        (folder / "a.c").write_text(FINE)
        (folder / "old.json").write_text("old")
        command = [raddle, "--json=old.json", "--html=new.html", "--sarif=no/such/x", "a.c"]
        finished = run_program(command, directory=folder)
        expect(finished.status == 2, finished.describe())
        expect((folder / "old.json").read_text() == "old", "a file was changed though nothing was verified")
        expect(not (folder / "new.html").exists(), "a file was left behind")


def check_no_witness(raddle):
    with temporary_folder() as folder:
        (folder / "a.c").write_text(FINE)
        finished = run_program([raddle, "--engine=stress", "--runs=1", "--witness=w.yml", "a.c"], directory=folder)
        expect(finished.status == 3, finished.describe())
        expect(not (folder / "w.yml").exists(), "an empty witness was left behind")
        expect(b"\n1 random run found nothing" in finished.stdout.replace(b"UNKNOWN(", b"\n"),
               shorten(finished.stdout))


def check_pipe(raddle):
    """A reader of a pipe gets the whole result, not an end before it."""
    with temporary_folder() as folder:
        (folder / "a.c").write_text(WRONG)
        os.mkfifo(folder / "pipe")
        read = []
        reader = threading.Thread(target=lambda: read.append((folder / "pipe").read_bytes()), daemon=True)
        reader.start()
        finished = run_program([raddle, "--json=pipe", "a.c"], directory=folder)
        reader.join(60)
        expect(finished.status == 1, finished.describe())
        expect(read and json.loads(read[0])["verdict"] == "FALSE", f"the reader got {read}")


def check_link(raddle):
    """A link to a file that does not exist yet is followed, and stays."""
    with temporary_folder() as folder:
        (folder / "a.c").write_text(FINE)
        (folder / "link.json").symlink_to("target.json")
        finished = run_program([raddle, "--json=link.json", "a.c"], directory=folder)
        expect(finished.status == 0, f"{finished.describe()} {shorten(finished.stderr)}")
        expect((folder / "link.json").is_symlink(), "the link was replaced")
        expect(json.loads((folder / "target.json").read_text())["verdict"] == "TRUE", "the target was not written")


def output_on_terminal(command, environment, directory):
    """What a program prints to a terminal that it has on standard output and standard error."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                               env=environment, cwd=directory)
    os.close(theirs)
    output = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:  # nobody has the other side open any more
            break
        if not block:
            break
        output += block
    os.close(ours)
    process.wait(60)
    return output


def check_colours(raddle, terminal, variables, options, expected):
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM")}
    environment.update(variables)
    with temporary_folder() as folder:
        (folder / "a.c").write_text(WRONG)
        command = [raddle, *options, "a.c"]
        if terminal:
            output = output_on_terminal(command, environment, folder)
        else:
            output = subprocess.run([str(word) for word in command], env=environment, cwd=folder, timeout=60,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False).stdout
        expect(b"FALSE(assertion) a.c:2" in output, f"there is no verdict: {shorten(output)}")
        coloured = VERDICT_COLOURS["FALSE"] in output
        expect(coloured == expected, f"the verdict is {'' if coloured else 'not '}coloured")
        expect(expected or not ESCAPE.search(output), f"there are escapes: {output[:200]}")


def check_verdict_colour(raddle, verdict, options, source):
    with temporary_folder() as folder:
        (folder / "a.c").write_text(source)
        finished = run_program([raddle, "--color=always", *options, "a.c"], directory=folder)
        last = finished.stdout.splitlines()[-1]
        expect(last.startswith(VERDICT_COLOURS[verdict]) and last.endswith(b"\033[0m"), f"the last line is {last}")


def check_counts(raddle):
    """The summary of one run and of several."""
    one = run_program([raddle, "--engine=stress", "--trace=short", BANK]).stdout.decode()
    expect(re.search(r"^engine stress: (1 run|\d+ runs), \d+ events, ", one, re.MULTILINE), one)
    with temporary_folder() as folder:
        (folder / "a.c").write_text(FINE)
        single = run_program([raddle, "--engine=enumerate", "a.c"], directory=folder).stdout.decode()
    expect("engine enumerate: 1 run, 1 interleaving, " in single, single)
    expect(not re.search(r"\b1 (runs|interleavings|events|clauses|solver calls)\b", one + single), one + single)


MANY = """#include <pthread.h>
int x;
static void *work(void *p) { for (int i = 0; i < 30; i++) x = x * 3 + i; return p; }
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
}
"""


def check_progress(raddle):
    """Lines of JSON whose counts do not fall while the engine is the same; nothing unless that is asked for."""
    with temporary_folder() as folder:
        (folder / "many.c").write_text(MANY)
        command = [raddle, "--engine=enumerate", "--timeout=2", "many.c"]
        told = run_program([*command, "--progress=json"], directory=folder)
        for options in ([], ["--progress=none"]):
            finished = run_program([*command, *options], directory=folder)
            expect(not finished.stderr, f"{options}: {finished.stderr}")
    lines = [json.loads(line) for line in told.stderr.decode().splitlines()]
    expect(lines and all(line["engine"] == "enumerate" and line["timeout"] == 2 for line in lines), told.stderr)
    for key in ("seconds", "runs", "events"):
        values = [line[key] for line in lines]
        expect(values == sorted(values) and values[-1] > 0, f"{key}: {values}")


def check_overview(raddle):
    """What is used daily fits a screen; each option that it names exists."""
    shown = run_program([raddle, "--help"]).stdout.decode()
    lines = shown.splitlines()
    expect(10 < len(lines) <= 40 and max(map(len, lines)) <= 80, f"{len(lines)} lines of {max(map(len, lines))}")
    expect(run_program([raddle, "help"]).stdout.decode() == shown, "`raddle help` says something else")
    everything = run_program([raddle, "help", "all"]).stdout.decode()
    for option in set(re.findall(r"--[a-z][a-z-]*", shown)):
        expect(f"{option}" in everything, f"there is no {option}")


def check_words(raddle):
    """There is help about every command, option, engine, property and topic."""
    everything = run_program([raddle, "help", "all"]).stdout.decode()
    options = re.findall(r"^  (?:-\w, )?(--[a-z][a-z-]*)", everything, re.MULTILINE)
    properties = re.findall(r"^  ([a-z]+) ", everything[everything.index("Properties:"):], re.MULTILINE)
    topics = ("all", "clang", "engines", "properties", "verdict")
    commands = ("check", "run", "predict", "replay", "engines", "init", "help", "version")
    compilers = ("--target",)
    words = [*(option for option in options if option not in compilers), *properties, *list_engines(raddle), *topics,
             *commands]
    expect(len(options) > 60 and len(properties) == 9, f"{len(options)} options, {properties}")
    for word in words:
        finished = run_program([raddle, "help", word])
        expect(finished.status == 0 and word.encode() in finished.stdout or word in topics, f"{word}: {finished.stdout}")
    both = run_program([raddle, "help", "predict"]).stdout
    expect(b"raddle predict [options] TRACE" in both and b"The engine predict:" in both, shorten(both))
    wrong = run_program([raddle, "help", "deadlok"])
    expect(wrong.status == 2 and b"did you mean 'deadlock'?" in wrong.stderr, shorten(wrong.stderr))


def check_version(raddle):
    said = run_program([raddle, "--version"]).stdout.decode()
    expect(re.fullmatch(r"raddle \d+\.\d+\.\d+ \((commit [0-9a-f]{7,}\+?, )?front end .*\)\n", said), said)


def check_archive():
    """What `make dist` makes has the source and knows its commit without git."""
    if not (ROOT / ".git").exists():
        raise Skip("this is no checkout of git")
    with temporary_folder() as folder:
        made = run_program(["make", "-C", ROOT, "dist", f"BUILD={folder}"])
        expect(made.status == 0, shorten(made.stderr))
        archive, = folder.glob("raddle-*.tar.gz")
        run_program(["tar", "-xf", archive, "-C", folder])
        source = folder / archive.name.removesuffix(".tar.gz")
        for name in ("CMakeLists.txt", "Makefile", "src/cli/main.c", "models/pthread.c", "LICENSE"):
            expect((source / name).is_file(), f"the archive lacks {name}")
        commit = run_program(["git", "-C", ROOT, "rev-parse", "HEAD"]).stdout.decode().strip()
        script = ["cmake", f"-DSOURCE={source}", f"-DOUTPUT={folder}/commit.c", "-P", source / "cmake/Commit.cmake"]
        expect(run_program(script).status == 0, "the commit cannot be asked for")
        named = re.search(r'raddle_commit\[\] = "(.*)";', (folder / "commit.c").read_text()).group(1)
        expect(len(named) == 10 and commit.startswith(named), f"the commit is {named!r}, not {commit}")


def check_advice(raddle, source, options, advice):
    """The same in the text, the JSON and the page."""
    with temporary_folder() as folder:
        (folder / "a.c").write_text(source)
        finished = run_program([raddle, *options, "--json=out.json", "--html=out.html", "a.c"], directory=folder)
        expect(finished.status == 3, finished.describe())
        hint = json.loads((folder / "out.json").read_text())["hint"]
        expect(hint and advice in hint, f"the advice is {hint!r}")
        expect(f"\ntry: {hint}\n" in finished.stdout.decode(), shorten(finished.stdout))
        expect(f"Try: {hint}." in (folder / "out.html").read_text(), "the page has no advice")


def advice_cases(raddle):
    inputs = "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() == 3; }\n"
    for name, source, options, advice in (
            ("a function without a model", "int odd(int);\nint main(void) { return odd(1); }\n", [], "--write-stubs="),
            ("random runs", FINE, ["--engine=stress", "--runs=1"], "--engine=auto"),
            ("one value", inputs, ["--engine=enumerate"], "--engine=mpc"),
            ("time", ENDLESS, ["--engine=mpc", "--unwind=none", "--timeout=1"], "--timeout"),
            ("instructions", ENDLESS, ["--engine=enumerate", "--max-steps=1000", "--unwind=none"], "--max-steps")):
        yield f"advice after {name}", check_advice, raddle, source, options, advice


def colour_cases(raddle):
    able = {"TERM": "xterm-256color"}
    for name, terminal, variables, options, expected in (
            ("on a terminal", True, able, [], True),
            ("in a pipe", False, able, [], False),
            ("on a dumb terminal", True, {"TERM": "dumb"}, [], False),
            ("with NO_COLOR", True, {**able, "NO_COLOR": "1"}, [], False),
            ("with an empty NO_COLOR", True, {**able, "NO_COLOR": ""}, [], True),
            ("with CLICOLOR_FORCE in a pipe", False, {**able, "CLICOLOR_FORCE": "1"}, [], True),
            ("with CLICOLOR_FORCE on a dumb terminal", True, {"TERM": "dumb", "CLICOLOR_FORCE": "1"}, [], True),
            ("with CLICOLOR_FORCE=0 in a pipe", False, {**able, "CLICOLOR_FORCE": "0"}, [], False),
            ("with NO_COLOR and CLICOLOR_FORCE", True, {**able, "NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, [], False),
            ("with NO_COLOR, asked for", False, {**able, "NO_COLOR": "1"}, ["--color=always"], True),
            ("with CLICOLOR_FORCE, refused", True, {**able, "CLICOLOR_FORCE": "1"}, ["--color=never"], False)):
        yield f"colours {name}", check_colours, raddle, terminal, variables, options, expected


def cases(arguments):
    raddle = arguments.raddle
    for output in OUTPUTS:
        yield f"--{output} that cannot be written", check_refused, raddle, "check", output
    for output in ("json", "html", "record"):
        yield f"run --{output} that cannot be written", check_refused, raddle, "run", output
    yield "files stay when nothing is done", check_untouched, raddle
    yield "no witness of not knowing", check_no_witness, raddle
    yield "output to a pipe", check_pipe, raddle
    yield "output to a link", check_link, raddle
    yield from colour_cases(raddle)
    yield "colour of TRUE", check_verdict_colour, raddle, "TRUE", [], FINE
    yield "colour of FALSE", check_verdict_colour, raddle, "FALSE", [], WRONG
    yield "colour of UNKNOWN", check_verdict_colour, raddle, "UNKNOWN", ["--engine=stress", "--runs=2"], FINE
    yield "progress as JSON", check_progress, raddle
    yield "help on one screen", check_overview, raddle
    yield "help about every word", check_words, raddle
    yield "version", check_version, raddle
    yield "archive", check_archive
    yield from advice_cases(raddle)
    yield "singular and plural", check_counts, raddle


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, timeout=None))
