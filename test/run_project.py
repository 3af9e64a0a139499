#!/usr/bin/env python3
"""Programs as their own build compiles them, and functions without main, on the command line: files and flags of
compilation databases, the choice of entries, notes and refusals; a pasted line of gcc; a program on standard input; what
--function and --threads say that no task definition can; reports, recordings and native replay of both.
"""
import json
import subprocess
import sys

import harness
from harness import ROOT, expect, run_program, shorten, temporary_folder

LIBRARY = """#include "box.h"
#include <string.h>
#ifndef SIZE
#error SIZE is not defined
#endif
static int box[SIZE];
static int count;
int put(int value)
{
    if (strlen(NAME) != 3 || count >= SIZE)
        return -1;
    box[count++] = value;
    return count;
}
"""
MAIN = '#include "box.h"\n#include <assert.h>\nint main(void)\n{\n    assert(put(1) == %d);\n    return 0;\n}\n'
FLAGS = ["-DSIZE=2", '-DNAME="a b"', "-Iinclude", "-Wall", "-Werror", "-Wno-such-warning", "-O2", "-g3", "-MD", "-MF",
         "x.d", "-MT", "x.o", "-fvisibility=hidden", "-fstack-protector-strong", "-flto=auto", "-pipe", "-rdynamic",
         "-fsanitize=address", "-fPIC", "-Wl,-z,now", "-fno-strict-overflow", "-pthread", "-std=gnu11", "-include",
         "include/first.h"]
OBJECTS = ROOT / "test" / "functions" / "objects.c"
STACK = ROOT / "test" / "functions" / "stack.c"


def validator():
    jsonschema = harness.import_or_explain("jsonschema", "python3-jsonschema")
    schema = json.loads((ROOT / "doc" / "result.schema.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema)


def entry(folder, file, flags, **more):
    return {"directory": str(folder), "file": file, "arguments": ["cc", *flags, "-o", "x.o", "-c", file], **more}


def make_project(folder, entries=None):
    """Two programs that share a library; the flags of the library are needed to compile it."""
    (folder / "source").mkdir()
    (folder / "include").mkdir()
    (folder / "build").mkdir()
    (folder / "include" / "box.h").write_text("int put(int value);\n")
    (folder / "include" / "first.h").write_text("#define FIRST 1\n")
    (folder / "source" / "box.c").write_text(LIBRARY + "int first = FIRST;\n")
    (folder / "source" / "good.c").write_text(MAIN % 1)
    (folder / "source" / "bad.c").write_text(MAIN % 2)
    (folder / "driver.c").write_text(MAIN % 1)
    whole = [entry(folder, "source/box.c", FLAGS),
             {"directory": str(folder), "file": str(folder / "source" / "good.c"),
              "command": f"cc -I'{folder}/include' -c source/good.c"},
             entry(folder / "source", "bad.c", ["-I../include"])]
    database = folder / "build" / "compile_commands.json"
    database.write_text(json.dumps(whole if entries is None else entries(folder)))


def raddle_says(raddle, folder, arguments, status, *words, text=None):
    """Runs raddle; what it prints must contain the words."""
    if text is None:
        finished = run_program([raddle, *arguments], directory=folder)
        said, ended = (finished.stdout + finished.stderr).decode(), finished.status
    else:
        done = subprocess.run([raddle, *arguments], input=text, text=True, capture_output=True, cwd=folder, timeout=60,
                              check=False)
        said, ended = done.stdout + done.stderr, done.returncode
    expect(ended == status, f"{arguments}: exit status {ended}, expected {status}: {shorten(said.encode())}")
    for word in words:
        expect(word in said, f"{arguments}: {word!r} is not in {said!r}")
    return said


PROJECT_CASES = {
    # name: (arguments, exit status, words)
    "entries": (["-p", "build", "source/good.c", "source/box.c"], 0, ["TRUE"]),
    "the file itself": (["-p", "build/compile_commands.json", "source/good.c", "source/box.c"], 0, ["TRUE"]),
    "long option": (["--build=build", "source/good.c", "source/box.c"], 0, ["TRUE"]),
    "violation": (["-p", "build", "source/bad.c", "source/box.c"], 1, ["FALSE(assertion) source/bad.c:5"]),
    "ends of paths": (["-p", "build", "bad.c", "box.c"], 1, ["FALSE(assertion) source/bad.c:5"]),
    "all": (["-p", "build"], 2, ["there are several functions main, in source/good.c and source/bad.c: name the files"]),
    "all without main": (["-p", "build", "--function=put"], 0, ["checked: function put", "TRUE"]),
    "no entry": (["-p", "build", "driver.c", "box.c"], 0,
                 ["note: driver.c has no entry in build/compile_commands.json; it is compiled as source/box.c is", "TRUE"]),
    "no file": (["-p", "build", "absent.c"], 2, ["absent.c: there is no such file, nor an entry for it in build/"]),
    "no database": (["-p", "nowhere", "bad.c"], 2, ["nowhere: No such file or directory"]),
    "folder without database": (["-p", "include", "bad.c"], 2,
                                ["include/compile_commands.json: No such file or directory (CMake writes it"]),
    "run": (["run", "-p", "build", "source/good.c", "box.c"], 0, []),
    "gcc line": ([*FLAGS, "-o", "x", "source/good.c", "source/box.c"], 0, ["TRUE"]),
    "unknown option": (["-p", "build", "--no-such-thing", "good.c"], 2, ["unknown option '--no-such-thing'"]),
}


def check_project(name, raddle):
    with temporary_folder() as folder:
        make_project(folder)
        arguments, status, words = PROJECT_CASES[name]
        raddle_says(raddle, folder, arguments, status, *words)


def twice(folder):
    return [entry(folder, "source/box.c", FLAGS), entry(folder, "source/good.c", ["-Iinclude"]),
            entry(folder, "source/box.c", ["-DNO"])]


DATABASE_CASES = {
    # name: (entries, arguments, exit status, words)
    "twice": (twice, ["-p", "build"], 0, ["note: source/box.c has several entries in build/", "TRUE"]),
    "C++": (lambda folder: [entry(folder, "a.cpp", [])], ["-p", "build"], 2, ["raddle reads C, and a.cpp is C++"]),
    "C++ by option": (lambda folder: [entry(folder, "driver.c", ["-x", "c++"])], ["-p", "build"], 2,
                      ["raddle reads C, and driver.c is C++"]),
    "C++ by standard": (lambda folder: [entry(folder, "driver.c", ["-std=c++17"])], ["-p", "build"], 2,
                        ["raddle reads C, and driver.c is C++"]),
    "assembly": (lambda folder: [entry(folder, "start.S", []), *twice(folder)], ["-p", "build"], 0,
                 ["note: start.S is assembly, and left out", "TRUE"]),
    "unknown option": (lambda folder: [entry(folder, "driver.c", ["--mystery"])], ["-p", "build"], 2,
                       ["unknown option '--mystery' (in the command for driver.c in build/compile_commands.json)"]),
    "two of one name": (lambda folder: [entry(folder, "x/a.c", []), entry(folder, "y/a.c", [])], ["-p", "build", "a.c"],
                        2, ["a.c may be x/a.c or y/a.c: give more of its path"]),
    "wraps": (lambda folder: [entry(folder, "wraps.c", ["-fwrapv"])], ["-p", "build", "--property=overflow"], 0, ["TRUE"]),
    "does not wrap": (lambda folder: [entry(folder, "wraps.c", [])], ["-p", "build", "--property=overflow"], 1,
                      ["FALSE(overflow) wraps.c:4"]),
    "sign of char": (lambda folder: [entry(folder, "sign.c", ["-funsigned-char"])], ["-p", "build"], 0, ["TRUE"]),
    "other sign": (lambda folder: [entry(folder, "sign.c", ["-fsigned-char"])], ["-p", "build"], 1, ["FALSE(assertion)"]),
    "not a list": (lambda folder: {}, ["-p", "build"], 2, ["not a compilation database"]),
    "empty": (lambda folder: [], ["-p", "build"], 2, ["the compilation database has no entries"]),
}


def check_database(name, raddle):
    entries, arguments, status, words = DATABASE_CASES[name]
    with temporary_folder() as folder:
        make_project(folder, entries)
        (folder / "wraps.c").write_text("int most = 2147483647;\nint main(void)\n{\n    most = most + 1;\n    return 0;\n}\n")
        (folder / "sign.c").write_text("#include <assert.h>\nchar c = -1;\nint main(void)\n{\n    assert(c > 0);\n"
                                       "    return 0;\n}\n")
        raddle_says(raddle, folder, arguments, status, *words)


def malformed_database(raddle):
    with temporary_folder() as folder:
        make_project(folder)
        (folder / "build" / "compile_commands.json").write_text('[\n{"file": "a.c",\n"command": }]\n')
        raddle_says(raddle, folder, ["-p", "build"], 2, "build/compile_commands.json:3: not JSON: ")


def replayed_project(raddle):
    """A recording has the flags of each file: the database is not needed any more."""
    with temporary_folder() as folder:
        make_project(folder)
        raddle_says(raddle, folder, ["-p", "build", "bad.c", "box.c", "--record", "run.json"], 1)
        (folder / "build" / "compile_commands.json").unlink()
        raddle_says(raddle, folder, ["replay", "run.json"], 1, "FALSE(assertion) source/bad.c:5")
        raddle_says(raddle, folder, ["replay", "--native", "run.json"], 1, "NATIVE: the same violation")


STANDARD_INPUT = '#include <assert.h>\nint x = 1;\nint main(void)\n{\n    assert(x == 2);\n    return 0;\n}\n'


def standard_input(raddle):
    with temporary_folder() as folder:
        outputs = ["--record", "run.json", "--json", "report.json", "--sarif", "run.sarif", "--html", "run.html", "--witness", "run.yml"]
        raddle_says(raddle, folder, ["-", *outputs], 1, "FALSE(assertion) <stdin>:5", "    assert(x == 2);",
                    text=STANDARD_INPUT)
        raddle_says(raddle, folder, ["replay", "run.json"], 1, "FALSE(assertion) <stdin>:5", "    assert(x == 2);")
        raddle_says(raddle, folder, ["replay", "--native", "run.json"], 1, "NATIVE: the same violation")
        validator().validate(json.loads((folder / "report.json").read_text()))
        expect("<stdin>" in (folder / "run.yml").read_text(), "the witness does not name the file")
        expect("x == 2" in (folder / "run.sarif").read_text(), "SARIF does not quote the line")
        raddle_says(raddle, folder, ["-"], 0, "TRUE", text=STANDARD_INPUT.replace("x = 1", "x = 2"))
        raddle_says(raddle, folder, ["-"], 2, "<stdin>:1:1: error: ", "<stdin>: clang could not compile it", text="wrong")
        raddle_says(raddle, folder, ["-"], 2, "<stdin>: there is no function main", text="")
        raddle_says(raddle, folder, ["run", "-"], 3, text="int main(void) { return 3; }\n")
        raddle_says(raddle, folder, ["-"], 2, "standard input is not text", text="int x;\0\n")


def cplusplus(raddle):
    with temporary_folder() as folder:
        for name in ("a.cpp", "a.cc", "a.cxx", "a.C", "a.hpp"):
            (folder / name).write_text("int main() {}\n")
            raddle_says(raddle, folder, [name], 2, f"raddle reads C, and {name} is C++")


FUNCTION_CASES = {
    # name: (arguments, exit status, words)
    "pointer to a function": (["--function=call_back", OBJECTS], 3,
                              ["UNKNOWN(unmodelled function (what device->start points to) at"]),
    "pointer to void": (["--function=look_inside", OBJECTS], 3, ["UNKNOWN(undefined variable (what unknown points to) at"]),
    "unknown function": (["--function=relaese", OBJECTS], 2, ["there is no function relaese; did you mean release?"]),
    "declared function": (["--function=free", OBJECTS], 2, ["the function free is declared and defined nowhere"]),
    "unknown thread": (["--threads=push,no", STACK], 2, ["there is no function no"]),
    "unknown setup": (["--threads=push,pop", "--setup=no", STACK], 2, ["there is no function no"]),
    "unknown finally": (["--function=push", "--finally=no", STACK], 2, ["there is no function no"]),
    "both": (["--function=push", "--threads=pop", STACK], 2, ["--function and --threads exclude each other"]),
    "missing name": (["--threads=push,,pop", STACK], 2, ["--threads=push,,pop: a name is missing"]),
    "setup alone": (["--setup=stack_init", STACK], 2, ["--setup needs --function=NAME or --threads=NAME,..."]),
    "arrays alone": (["--function-arrays=3", STACK], 2, ["--function-arrays needs --function=NAME"]),
    "too large": (["--function=push", "--function-arrays=1000000", STACK], 2, ["--function-arrays: at most 4096"]),
    "semaphore": (["--threads=pass,pass", STACK], 2,
                  ["argument gate->open of pass, thread 1: a semaphore, barrier or spin lock has to be"]),
    "assumptions": (["--function=sum", "--property=memory", OBJECTS], 0,
                    ["this answer is bounded: ", "pointers lead to separate objects, lists have 2 elements", "TRUE"]),
    "assumptions of text": (["--function=length", "--function-null", "--property=assertion", "--assume-defined", OBJECTS],
                            0, ["pointers are NULL or lead to separate objects, text has at most 4 characters"]),
    "no assumptions": (["--threads=push,push", "--setup=stack_make", "--finally=two_are_on", STACK], 0,
                       ["for all schedules and inputs\nTRUE"]),
    "no main": ([STACK], 2, ["stack.c: there is no function main"]),
    "run": (["run", "--function=visit", OBJECTS], 0, []),
    "inputs": (["--function=sum", "--input=list->value=70", OBJECTS], 1,
               ["list->value = 70 at", "list->next->value = 7 at", "FALSE(assertion)"]),
}


def check_function(name, raddle):
    arguments, status, words = FUNCTION_CASES[name]
    said = raddle_says(raddle, ROOT, arguments, status, *words)
    if name == "no assumptions":
        expect("bounded" not in said, f"it is bounded: {said}")


REFUSED = {
    # what is refused: (source, words)
    "variable arguments": ("int f(int n, ...) { return n; }", "f takes a variable number of arguments"),
    "long double": ("int f(long double x) { return x > 0; }", "argument x of f: its type is not one"),
    "union with a pointer": ("union u { char *p; int i; }; int f(union u *u) { return u->i; }",
                             "argument *u of f: a union that may hold a pointer"),
    "own malloc": ("void *malloc(unsigned long n) { return 0; } int f(int *p) { return *p; }",
                   "argument p of f: the program defines malloc itself"),
    "too large": ("struct s { _Bool b[20000]; }; int f(struct s *s) { return s->b[0]; }", "it is too large"),
}


def check_refused(name, raddle):
    source, words = REFUSED[name]
    with temporary_folder() as folder:
        (folder / "f.c").write_text(source + "\n")
        raddle_says(raddle, folder, ["--function=f", "f.c"], 2, words)


def two_of_one_name(raddle):
    with temporary_folder() as folder:
        for name in ("a.c", "b.c"):
            (folder / name).write_text("static int f(int x) { return x; }\nint main(void) { return f(0); }\n")
        raddle_says(raddle, folder, ["--function=f", "a.c", "b.c"], 2,
                    "there are two functions f, at a.c:1 and b.c:1: give the file of one only")
        raddle_says(raddle, folder, ["--function=f", "a.c"], 0, "TRUE")
        (folder / "c.c").write_text("static int g(int x) { return 1 / x; }\n")
        raddle_says(raddle, folder, ["--function=g", "a.c", "c.c"], 1, "FALSE(division) c.c:1")


def without_debug_information(raddle):
    with temporary_folder() as folder:
        (folder / "a.ll").write_text("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n")
        raddle_says(raddle, folder, ["--function=f", "a.ll"], 2, "f: there is no debug information")


def reports_name_functions(raddle):
    with temporary_folder() as folder:
        arguments = ["--threads=push_without_lock,push_without_lock", "--setup=stack_init", "--finally=counted", STACK]
        about = "threads push_without_lock, push_without_lock after stack_init, then counted"
        outputs = ["--json", "r.json", "--sarif", "r.sarif", "--html", "r.html", "--witness", "r.yml", "--record", "t.json"]
        raddle_says(raddle, folder, [*arguments, *outputs], 1, f"checked: {about}, with arbitrary arguments")
        report = json.loads((folder / "r.json").read_text())
        validator().validate(report)
        expect(report["calls"] == about, "--json does not say what was called")
        for name in ("r.sarif", "r.html", "r.yml"):
            expect(about in (folder / name).read_text(), f"{name} does not say what was called")
        raddle_says(raddle, folder, [*arguments, "--witness", "r.graphml", "-q"], 1)
        expect(about in (folder / "r.graphml").read_text(), "GraphML does not say what was called")
        raddle_says(raddle, folder, ["replay", "t.json"], 1, "FALSE(assertion)")
        raddle_says(raddle, folder, ["replay", "--native", "t.json"], 1, "NATIVE: the same violation")
        damaged = json.loads((folder / "t.json").read_text())
        damaged["program"]["calls"]["function"] = "push"
        (folder / "t.json").write_text(json.dumps(damaged))
        raddle_says(raddle, folder, ["replay", "t.json"], 2, "--function and --threads exclude each other")


def recorded_functions(raddle):
    """What was assumed of the arguments belongs to the answer about a recorded run, too."""
    with temporary_folder() as folder:
        arguments = ["run", "--function=sum", "--property=memory", "--record", "t.json", OBJECTS]
        raddle_says(raddle, folder, arguments, 0)
        raddle_says(raddle, folder, ["predict", "t.json"], 0, "checked: function sum, with arbitrary arguments",
                    "this answer is bounded: it holds for all", "lists have 2 elements", "TRUE")


def variables_without_type(raddle):
    with temporary_folder() as folder:
        (folder / "a.c").write_text("static int *p = &(int){3};\nint f(void) { return *p; }\n")
        raddle_says(raddle, folder, ["--function=f", "--arbitrary-globals", "a.c"], 2, "no debug information tells its type")
        raddle_says(raddle, folder, ["--function=f", "a.c"], 0, "TRUE")


def other_targets(raddle):
    """Structures are passed otherwise there."""
    numbers = ROOT / "test" / "functions" / "numbers.c"
    for target in ("--target=x86_64-linux-gnu", "--target=aarch64-linux-gnu", "--data-model=ILP32"):
        raddle_says(raddle, ROOT, ["--function=clamp", target, numbers], 0, "TRUE")
        raddle_says(raddle, ROOT, ["--function=copied", target, numbers], 1, "FALSE(assertion)",
                    "argument from.parts[3] of copied = 12 at")


def cases(arguments):
    raddle = arguments.raddle
    for group, check in ((PROJECT_CASES, check_project), (DATABASE_CASES, check_database),
                         (FUNCTION_CASES, check_function), (REFUSED, check_refused)):
        for name in group:
            yield f"{check.__name__.removeprefix('check_')}: {name}", check, name, raddle
    for check in (malformed_database, replayed_project, standard_input, cplusplus, two_of_one_name,
                  without_debug_information, reports_name_functions, recorded_functions, variables_without_type, other_targets):
        yield check.__name__.replace("_", " "), check, raddle


if __name__ == "__main__":
    sys.exit(harness.run(__doc__, cases, timeout=None))
