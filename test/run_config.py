#!/usr/bin/env python3
"""raddle.toml: its settings are heeded, the command line wins, and what cannot be understood is an error with its line;
`raddle init` writes one that is right also with its comments taken away."""
import json
import re
import sys
import tomllib

from harness import expect, run, run_program, shorten, temporary_folder

# Wrong if WRONG is defined to be 1, or if it is called with an argument.
PROGRAM = """#include <assert.h>
#include "wrong.h"
int seven(int x) { assert(x != 7); return x; }
int main(int count, char **words) {
    (void)words;
    assert(!WRONG);
    assert(count == 1);
    return 0;
}
"""
FALSE6, FALSE7 = r"FALSE\(assertion\) a\.c:6", r"FALSE\(assertion\) a\.c:7"
FILES = 'files = ["a.c"]\nincludes = "include"\n'


def call(raddle, folder, settings, arguments):
    (folder / "include").mkdir(exist_ok=True)
    (folder / "include/wrong.h").write_text("#ifndef WRONG\n#define WRONG 0\n#endif\n")
    (folder / "a.c").write_text(PROGRAM)
    if settings is not None:
        (folder / "raddle.toml").write_text(settings)
    return run_program([raddle, *arguments], directory=folder)


def check(raddle, settings, arguments, status, last):
    with temporary_folder() as folder:
        finished = call(raddle, folder, settings, arguments)
        lines = finished.stdout.decode().splitlines()
        said = f"{finished.describe()} {lines[-1:]} {shorten(finished.stderr)}"
        expect(finished.status == status and lines and re.fullmatch(last, lines[-1]), f"expected {last}, got {said}")
        heeded = b"raddle: note: raddle.toml is heeded" in finished.stderr
        ignored = "--no-config" in arguments or "-q" in arguments
        expect(heeded != ignored, f"the note is {'' if heeded else 'not '}there")


def check_wrong(raddle, settings, message):
    with temporary_folder() as folder:
        finished = call(raddle, folder, settings, [])
        expect(finished.status == 2 and not finished.stdout, finished.describe())
        expect(re.search(message, finished.stderr.decode()), f"expected {message}: {shorten(finished.stderr)}")


def check_settings(raddle):
    """Options of each kind, as the recorded program and the verdict show them."""
    settings = FILES + ('property = ["assertion", "race"]\nunwind = 4\nmalloc-may-fail = true\nall = false\n'
                        'args = ["x", "y z"]\nengine = "mpc"\n[raddle]\njson = "out.json"\n')
    with temporary_folder() as folder:
        finished = call(raddle, folder, settings, [])
        expect(finished.status == 1, f"{finished.describe()} {shorten(finished.stderr)}")
        report = json.loads((folder / "out.json").read_text())
        program = report["counterexample"]["program"]
        found = {key: program[key] for key in ("arguments", "properties", "unwind", "malloc_may_fail", "files")}
        expect(found == {"arguments": ["x", "y z"], "properties": ["assertion", "race"], "unwind": 4,
                         "malloc_may_fail": True, "files": ["a.c"]}, f"found {found}")
        expect(report["engine"] == "mpc", report["engine"])


def check_lists_are_replaced(raddle):
    with temporary_folder() as folder:
        settings = FILES + 'args = ["x", "y"]\n'
        call(raddle, folder, settings, ["--json=out.json", "--args=z"])
        program = json.loads((folder / "out.json").read_text())["counterexample"]["program"]
        expect(program["arguments"] == ["z"], f"the arguments are {program['arguments']}")


def check_other_file(raddle):
    with temporary_folder() as folder:
        (folder / "other.toml").write_text(FILES + 'defines = ["WRONG=1"]\n')
        finished = call(raddle, folder, "nonsense", ["--config=other.toml"])
        expect(finished.status == 1, f"{finished.describe()} {shorten(finished.stderr)}")
        missing = call(raddle, folder, None, ["--config=missing.toml", "a.c"])
        expect(missing.status == 2 and b"missing.toml: No such file" in missing.stderr, shorten(missing.stderr))


def check_init(raddle):
    with temporary_folder() as folder:
        made = run_program([raddle, "init", 'a "b".c', "c.c"], directory=folder)
        expect(made.status == 0, f"{made.describe()} {shorten(made.stderr)}")
        text = (folder / "raddle.toml").read_text()
        expect(tomllib.loads(text) == {"files": ['a "b".c', "c.c"]}, f"it says {tomllib.loads(text)}")
        again = run_program([raddle, "init"], directory=folder)
        expect(again.status == 2 and b"is there already" in again.stderr, "a file was replaced")
        expect((folder / "raddle.toml").read_text() == text, "the file was changed")


def check_template(raddle):
    """Each setting that the file shows is one, and right as it is shown."""
    with temporary_folder() as folder:
        run_program([raddle, "init"], directory=folder)
        text = (folder / "raddle.toml").read_text()
        shown = re.findall(r"^# ([a-z-]+ = .*)$", text, re.MULTILINE)
        expect(len(shown) > 15, f"only {len(shown)} settings are shown")
        everything = "\n".join(shown)
        names = set(tomllib.loads(everything))
        expect({"files", "defines", "timeout", "property", "threads", "args"} <= names, f"shown are {names}")
        for line in shown:
            (folder / "raddle.toml").write_text(line + "\n")
            finished = run_program([raddle, "missing.c"], directory=folder)
            expect(b"raddle.toml" not in finished.stderr.replace(b"raddle.toml is heeded", b""),
                   f"{line}: {shorten(finished.stderr)}")


def check_elsewhere(raddle):
    """A task definition stands for itself, and a recorded run, too."""
    with temporary_folder() as folder:
        (folder / "t.yml").write_text("format_version: '2.0'\ninput_files: a.c\nraddle:\n  arguments: -Iinclude\n")
        finished = call(raddle, folder, 'defines = ["WRONG=1"]\n', ["t.yml"])
        expect(finished.status == 0, f"{finished.describe()} {shorten(finished.stderr)}")
        broken = call(raddle, folder, "nonsense", ["engines"])
        expect(broken.status == 0, "raddle engines reads settings")


def cases(arguments):
    raddle = arguments.raddle
    wrong = FILES + 'defines = ["WRONG=1"]\n'
    for name, settings, words, status, last in (
            ("files", FILES, [], 0, "TRUE"),
            ("defines", wrong, [], 1, FALSE6),
            ("in a table", "[raddle]\n" + wrong, [], 1, FALSE6),
            ("defines of the command line", wrong, ["-DWRONG=0"], 0, "TRUE"),
            ("files of the command line", wrong.replace("a.c", "b.c"), ["a.c"], 1, FALSE6),
            ("arguments", FILES + 'args = "x"\n', [], 1, FALSE7),
            ("a function", FILES + 'function = "seven"\n', [], 1, r"FALSE\(assertion\) a\.c:3"),
            ("left out", wrong, ["--no-config", "-Iinclude", "a.c"], 0, "TRUE"),
            ("a property of the command line", wrong + 'property = "assertion"\n', ["--property=race"], 0, "TRUE"),
            ("quietly", wrong, ["-q"], 1, FALSE6)):
        yield f"settings: {name}", check, raddle, settings, words, status, last
    for name, settings, message in (
            ("unknown key", FILES + "time-out = 3\n", r"raddle\.toml:3: unknown key 'time-out'; did you mean 'timeout'"),
            ("unknown table", "[other]\nx = 1\n", r"raddle\.toml:2: unknown table 'other'"),
            ("wrong value", "\nunwind = \"many\"\n", r"raddle\.toml:2: unwind: wrong value 'many'"),
            ("wrong property", 'property = ["rase"]', r"raddle\.toml:1: property: unknown property 'rase'"),
            ("number for a flag", "all = 1", r"raddle\.toml:1: all: expected true or false"),
            ("boolean for a number", "unwind = true", r"raddle\.toml:1: unwind: expected a value"),
            ("array for one value", "timeout = [1, 2]", r"raddle\.toml:1: timeout: expected one value"),
            ("number for files", "files = 3", r"raddle\.toml:1: files: expected a string"),
            ("unknown argument of clang", 'clang = "--nonsense"', r"raddle\.toml:1: clang: unknown option"),
            ("option that is no setting", "help = true", r"raddle\.toml:1: unknown key 'help'"),
            ("no TOML", "files", r"raddle\.toml:1: expected = after the key")):
        yield f"wrong settings: {name}", check_wrong, raddle, settings, message
    yield "options of each kind", check_settings, raddle
    yield "lists are replaced", check_lists_are_replaced, raddle
    yield "another file", check_other_file, raddle
    yield "init", check_init, raddle
    yield "template", check_template, raddle
    yield "elsewhere", check_elsewhere, raddle


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, timeout=None))
