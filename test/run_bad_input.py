#!/usr/bin/env python3
"""Bad input and bad days: wrong usage, broken files, features without a model, limits, signals, a full disk. Each case
states the exit status and what is said where; run against the sanitized build, none may leave a word of a sanitizer.
"""
import dataclasses
import json
import random
import re
import signal
import sys

from harness import Problem, option, run, run_program, shorten, temporary_folder

SANITIZER = re.compile(rb"AddressSanitizer|LeakSanitizer|UndefinedBehaviorSanitizer|runtime error:|internal error")

ENDLESS = """
#include <pthread.h>
int shared;
void *spin(void *unused) { for (;;) shared = shared + 1; return unused; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, spin, 0);
    pthread_create(&b, 0, spin, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"""

HUNGRY = """
#include <stdlib.h>
#include <string.h>
int main(void) {
    for (;;) memset(malloc(1 << 20), 1, 1 << 20);
}
"""

FINE = "int main(void) { return 0; }\n"

WRONG = """
#include <assert.h>
int main(void) { assert(1 + 1 == 3); return 0; }
"""

PROPERTY = "CHECK( init(main()), LTL(%s) )\n"
MULTIPLYING = "a0: &a0 x\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 10))
TASK = "format_version: '2.0'\ninput_files: %s\n"

# Reads, writes, an input, a branch, an assertion, a lock: a recording of it has something of everything.
THREADED = """
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *add(void *amount) {
    pthread_mutex_lock(&lock);
    x = x + *(int *)amount;
    pthread_mutex_unlock(&lock);
    y = x + 1;
    return 0;
}
int main(void) {
    pthread_t a;
    int amount = __VERIFIER_nondet_int();
    if (amount > 100) return 0;
    pthread_create(&a, 0, add, &amount);
    y = 3;
    pthread_join(a, 0);
    assert(y != 99);
    return 0;
}
"""


@dataclasses.dataclass
class Case:
    name: str
    arguments: list
    status: int
    files: dict = dataclasses.field(default_factory=dict)
    last_line: str = None    # pattern that the whole last line of standard output must match
    stderr: str = None       # pattern to be found on standard error
    json: dict = None        # values that out.json must hold (the case passes --json out.json)
    signals: tuple = ()
    environment: dict = None
    said: str = None         # pattern to be found on standard output
    stdout: str = None       # file that standard output goes to instead of a pipe


def failing_cases():
    """Engines that fail on request: see doc/testing.md."""
    def case(name, engines, arguments, status, last_line, said=None, json=None):
        output = ["--json", "out.json"] if json else []
        return Case(name, [*arguments, *output, "a.c"], status, {"a.c": THREADED}, last_line, json=json, said=said,
                    environment={"RADDLE_FAIL_ENGINE": engines})
    broken = r"engine %s failed \(internal error at src/engine/contain\.c:\d+: .*\); please report this program"
    everybody = "stress,predict,mpc,dpor,ag:memory,lazy,invariant,abstract,enumerate:kill"
    return [
        case("an engine fails", "mpc", ["--engine=mpc"], 3, r"UNKNOWN\(internal error in engine mpc at src/engine/.*\)",
             broken % "mpc", {"verdict": "UNKNOWN", "engine": "mpc"}),
        case("an engine without memory", "dpor:memory", ["--engine=dpor"], 3, r"UNKNOWN\(out of memory\)",
             r"engine dpor failed \(out of memory\)"),
        case("an engine that is killed", "lazy:kill", ["--engine=lazy"], 3, r"UNKNOWN\(out of memory\)"),
        case("another engine fails", "dpor", ["--engine=mpc"], 1, r"FALSE\(assertion\) a\.c:\d+"),
        case("the first engines of auto fail", "stress,predict,mpc", [], 1, r"FALSE\(assertion\) a\.c:\d+",
             broken % "predict", {"verdict": "FALSE"}),
        case("all engines of auto fail", everybody, [], 3, r"UNKNOWN\(internal error in engine \w+ at src/engine/.*\)",
             broken % "lazy", {"verdict": "UNKNOWN"}),
        case("mpc of auto --all fails", "mpc", ["--all"], 3, r"UNKNOWN\(.*\)", broken % "mpc"),
    ]


def usage_cases():
    def case(name, arguments, stderr):
        return Case(name, arguments, 2, {"a.c": FINE}, stderr=stderr)
    return [
        case("no argument", [], "needs a C file"),
        case("unknown option", ["--contxt-bound=1", "a.c"], "--contxt-bound.*did you mean '--context-bound'"),
        case("unknown short option", ["-Q", "a.c"], "-Q"),
        case("unknown command", ["rum", "a.c"], "unknown command 'rum'"),
        case("unknown engine", ["--engine=warp", "a.c"], "warp"),
        case("missing value", ["a.c", "--seed"], "--seed"),
        case("wrong number", ["--unwind=many", "a.c"], "many"),
        case("wrong property", ["--property=asertion", "a.c"], "asertion.*did you mean 'assertion'"),
        case("wrong schedule", ["run", "--schedule=sideways", "a.c"], "sideways"),
        case("replay without file", ["replay"], "needs one"),
        case("check natively", ["--native", "a.c"], "--native"),
        case("directory without --native", ["replay", "--native-dir=d", "a.c"], "--native-dir is for --native"),
        case("predict without file", ["predict"], "needs one"),
        case("predict with an engine", ["predict", "--engine=stress", "t.json"], "--engine"),
        case("wrong causal model", ["--causal-model=minimal", "a.c"], "minimal.*symbolic.maximal.happens-before"),
        case("wrong schedule of an observed run", ["--schedule=sideways", "a.c"], "sideways"),
        case("missing schedule of an observed run", ["--schedule=file:missing.json", "a.c"], r"missing\.json"),
    ]


# Assembly that does not say from which file and line it is.
CALLS_UNKNOWN = """
declare void @unknown()
define i32 @main() {
    call void @unknown()
    ret i32 0
}
"""
LOCKS_CROSSWISE = """
@a = global [64 x i8] zeroinitializer, align 8
@b = global [64 x i8] zeroinitializer, align 8
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @work(ptr %unused) {
    call i32 @pthread_mutex_lock(ptr @b)
    call i32 @pthread_mutex_lock(ptr @a)
    ret ptr null
}
define i32 @main() {
    %thread = alloca i64
    call i32 @pthread_create(ptr %thread, ptr null, ptr @work, ptr null)
    call i32 @pthread_mutex_lock(ptr @a)
    call i32 @pthread_mutex_lock(ptr @b)
    ret i32 0
}
"""


def file_cases():
    two = "int main(void) { return 0; }\n"
    return [
        Case("missing file", ["missing.c"], 2, stderr=r"missing\.c"),
        Case("one of two files missing", ["a.c", "missing.c"], 2, {"a.c": FINE}, stderr=r"missing\.c"),
        Case("a directory", ["sub.c"], 2, {"sub.c/x": ""}, stderr=r"sub\.c"),
        Case("syntax error", ["bad.c"], 2, {"bad.c": "int main(void) {\n    return 0 +;\n}\n"},
             stderr=r"bad\.c:2:15: error:"),
        Case("empty file", ["empty.c"], 2, {"empty.c": ""}, stderr="main"),
        Case("no main", ["no_main.c"], 2, {"no_main.c": "int f(void) { return 0; }\n"}, stderr="main"),
        Case("two mains", ["a.c", "b.c"], 2, {"a.c": two, "b.c": two}, stderr="main"),
        Case("missing header", ["a.c"], 2, {"a.c": '#include "nowhere.h"\nint main(void) { return 0; }\n'},
             stderr=r"a\.c:1:10: fatal error: .*nowhere\.h"),
        Case("empty bitcode", ["empty.bc"], 2, {"empty.bc": b""}, stderr=r"empty\.bc"),
        Case("garbage as bitcode", ["garbage.bc"], 2, {"garbage.bc": b"BC\xc0\xde" + bytes(range(256)) * 4},
             stderr=r"garbage\.bc"),
        Case("garbage as assembly", ["garbage.ll"], 2, {"garbage.ll": "define nonsense {\n"}, stderr=r"garbage\.ll"),
        Case("assembly without lines", ["--write-stubs=stubs.c", "a.ll"], 3, {"a.ll": CALLS_UNKNOWN},
             r"UNKNOWN\(.*unknown.*\)"),
        Case("assembly without lines that locks crosswise", ["--property=deadlock", "a.ll"], 1, {"a.ll": LOCKS_CROSSWISE},
             r"FALSE\(deadlock\).*"),
        Case("replay of a missing file", ["replay", "missing.json"], 2, stderr=r"missing\.json"),
        Case("native replay of a missing file", ["replay", "--native", "missing.json"], 2, stderr=r"missing\.json"),
        Case("replay of garbage", ["replay", "garbage.json"], 2, {"garbage.json": '{"verdict": '},
             stderr=r"garbage\.json"),
        Case("replay of something else", ["replay", "other.json"], 2, {"other.json": '{"hello": [1, 2]}'},
             stderr=r"other\.json"),
        Case("predict of a missing file", ["predict", "missing.json"], 2, stderr=r"missing\.json"),
        Case("predict of a directory", ["predict", "sub"], 2, {"sub/x": ""}, stderr="sub: Is a directory"),
        Case("predict of an empty file", ["predict", "empty.json"], 2, {"empty.json": ""},
             stderr=r"empty\.json: not a trace"),
        Case("predict of a C program", ["predict", "a.c"], 2, {"a.c": FINE}, stderr=r"a\.c: not a trace.* line 1"),
        Case("JSON to a full disk", ["--json", "/dev/full", "a.c"], 2, {"a.c": FINE},
             stderr=r"/dev/full.*No space left"),
        Case("JSON to no directory", ["--json", "no/such/x.json", "a.c"], 2, {"a.c": FINE},
             stderr=r"no/such/x\.json"),
        Case("page to a full disk", ["--html", "/dev/full", "a.c"], 2, {"a.c": FINE},
             stderr=r"/dev/full.*No space left"),
        Case("page of a run to no directory", ["run", "--html", "no/such/x.html", "a.c"], 2, {"a.c": FINE},
             stderr=r"no/such/x\.html"),
        Case("page without a file", ["a.c", "--html"], 2, {"a.c": FINE}, stderr="--html"),
        Case("page of engines", ["engines", "--html", "x.html"], 2, stderr="--html"),
        Case("SARIF to a full disk", ["--sarif", "/dev/full", "a.c"], 2, {"a.c": FINE},
             stderr=r"/dev/full.*No space left"),
        Case("witness to a missing directory", ["--witness", "no/w.yml", "a.c"], 2, {"a.c": WRONG},
             stderr=r"no/w\.yml: No such"),
        Case("witness to a directory", ["--witness", "sub.graphml", "a.c"], 2, {"a.c": WRONG, "sub.graphml/x": ""},
             stderr=r"sub\.graphml: Is a directory"),
        Case("missing property file", ["--property=no.prp", "a.c"], 2, {"a.c": FINE}, stderr=r"no\.prp: No such file"),
        Case("termination", ["--property=t.prp", "a.c"], 2, {"a.c": FINE, "t.prp": PROPERTY % "F end"},
             stderr=r"t\.prp:1: 'F end': raddle does not prove termination"),
        Case("unknown property in a file", ["--property", "x.prp", "a.c"], 2,
             {"a.c": FINE, "x.prp": PROPERTY % "G nice"}, stderr=r"x\.prp:1: 'G nice': raddle does not check it"),
        Case("garbage as property file", ["--property=g.prp", "a.c"], 2, {"a.c": FINE, "g.prp": bytes(range(256))},
             stderr=r"g\.prp: not a text"),
        Case("words as property file", ["--property=w.prp", "a.c"], 2, {"a.c": FINE, "w.prp": "\nno race\n"},
             stderr=r"w\.prp:2: expected CHECK"),
        Case("missing task definition", ["no.yml"], 2, stderr=r"no\.yml: No such file"),
        Case("garbage as task definition", ["g.yml"], 2, {"g.yml": bytes(range(1, 256))}, stderr=r"g\.yml:\d+: "),
        Case("deep task definition", ["d.yml"], 2, {"d.yml": "- " * 100000}, stderr=r"d\.yml:1: too deep"),
        Case("task definition in deep brackets", ["d.yml"], 2, {"d.yml": "[" * 100000}, stderr=r"d\.yml:1: too deep"),
        Case("task definition with an open bracket", ["t.yml"], 2, {"t.yml": TASK % "[a.c"},
             stderr=r"t\.yml:3: did not find expected ',' or '\]' .* line 2"),
        Case("task definition of aliases of aliases", ["t.yml"], 2, {"t.yml": TASK % "a.c" + MULTIPLYING},
             stderr=r"t\.yml:\d+: more than 10000 values, aliases included"),
        Case("task definition of two documents", ["t.yml"], 2, {"t.yml": TASK % "a.c" + "---\n" + TASK % "b.c"},
             stderr=r"t\.yml:3: a second document begins"),
        Case("task definition with an unknown tag", ["t.yml"], 2, {"t.yml": TASK % "!include a.c"},
             stderr=r"t\.yml:2: the tag !include is not known"),
        Case("task definition with brackets and aliases", ["t.yml"], 0,
             {"a.c": FINE, "t.yml": "x: &x {language: C}\n" + TASK % "[&a a.c]" + "options: {<<: *x}\nprogram: *a\n"},
             last_line="TRUE"),
        Case("task definition without its program", ["t.yml"], 2, {"t.yml": TASK % "missing.c"}, stderr=r"missing\.c"),
        Case("task definition beside a program", ["t.yml", "a.c"], 2, {"a.c": FINE, "t.yml": TASK % "a.c"},
             stderr="must be the only file"),
        Case("task definition with a wrong option", ["t.yml"], 2,
             {"a.c": FINE, "t.yml": TASK % "a.c" + "raddle:\n  arguments: --unwnd=1\n"},
             stderr="--unwnd.*section `raddle`"),
        Case("record to a full disk", ["run", "--record", "/dev/full", "a.c"], 2, {"a.c": FINE},
             stderr=r"/dev/full.*No space left"),
        Case("standard output to a full disk", ["a.c"], 2, {"a.c": WRONG},
             stderr="No space left", stdout="/dev/full"),
    ]


def program_cases():
    recursion = "int down(int n) { volatile int m = n; return down(m + 1) + m; }\nint main(void) { return down(0); }\n"
    gigantic = ("#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n    void *p = malloc((size_t)1 << 60);\n"
                "    assert(p == NULL);\n    return 0;\n}\n")
    unmodelled = "int frobnicate(int);\nint main(void) {\n    return frobnicate(3) & 1 ? 0 : 0;\n}\n"
    not_reached = "int frobnicate(int);\nint zero;\nint main(void) {\n    return zero ? frobnicate(3) : 0;\n}\n"
    assembly = 'int main(void) {\n    __asm__ volatile(".nops 2" ::: "memory");\n    return 0;\n}\n'
    endless_search = ["--engine=stress", "--runs=100000000", "--json", "out.json", "a.c"]
    stopped = {"verdict": "UNKNOWN"}
    return [
        Case("endless recursion", ["a.c"], 3, {"a.c": recursion},
             last_line=r"UNKNOWN\(recursion deeper than \d+ calls, in function down, at a\.c:1\)"),
        Case("2^60 bytes", ["a.c"], 0, {"a.c": gigantic}, last_line="TRUE"),
        Case("unmodelled function", ["--json", "out.json", "a.c"], 3, {"a.c": unmodelled},
             last_line=r"UNKNOWN\(unmodelled function frobnicate at a\.c:3\)", json=stopped),
        Case("unmodelled function in a run", ["run", "a.c"], 3, {"a.c": unmodelled}, stderr=r"frobnicate at a\.c:3"),
        Case("unmodelled function not reached", ["a.c"], 0, {"a.c": not_reached}, last_line="TRUE"),
        Case("unmodelled function havocked", ["--extern=havoc", "--json", "out.json", "a.c"], 3, {"a.c": unmodelled},
             last_line=r"UNKNOWN\(.*\)", json={"verdict": "UNKNOWN", "bounded": True}),
        Case("inline assembly", ["a.c"], 3, {"a.c": assembly}, last_line=r"UNKNOWN\(inline assembly \"\.nops 2\" at a\.c:2\)"),
        Case("timeout", ["--timeout=1", "--json", "out.json", "a.c"], 3, {"a.c": ENDLESS},
             last_line=r"UNKNOWN\(timeout\)", json=stopped),
        Case("timeout of stress", ["--engine=stress", "--timeout=1", "a.c"], 3, {"a.c": ENDLESS},
             last_line=r"UNKNOWN\(timeout\)"),
        Case("timeout of a run", ["run", "--timeout=1", "a.c"], 3, {"a.c": ENDLESS}, stderr="timeout"),
        Case("memory limit", ["--memory-limit=400", "--timeout=100", "a.c"], 3, {"a.c": HUNGRY},
             last_line=r"UNKNOWN\(memory limit\)"),
        Case("SIGTERM", endless_search, 3, {"a.c": ENDLESS}, last_line=r"UNKNOWN\(interrupted\)",
             json=stopped, signals=((2, signal.SIGTERM),)),
        Case("SIGINT", endless_search, 3, {"a.c": ENDLESS}, last_line=r"UNKNOWN\(interrupted\)",
             json=stopped, signals=((2, signal.SIGINT),)),
        Case("SIGTERM twice", endless_search, 3, {"a.c": ENDLESS}, last_line=r"UNKNOWN\(interrupted\)",
             json=stopped, signals=((2, signal.SIGTERM), (2.01, signal.SIGTERM))),
        Case("SIGTERM in a run", ["run", "a.c"], 3, {"a.c": ENDLESS}, stderr="interrupted",
             signals=((2, signal.SIGTERM),)),
        Case("JSON of a violation", ["--json", "out.json", "a.c"], 1, {"a.c": WRONG},
             last_line=r"FALSE\(assertion\) a\.c:3",
             json={"verdict": "FALSE", "property": "assertion", "bounded": False}),
    ]


def write_files(directory, files):
    for name, content in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def check_json(path, expected):
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        return f"the JSON file is not whole: {problem}"
    for key, value in expected.items():
        if key not in values or values[key] != value:
            return f"JSON: {key} is {values.get(key)!r}, expected {value!r}"
    return None


def check_case(raddle, case):
    with temporary_folder() as directory:
        write_files(directory, case.files)
        command = [raddle, *case.arguments]
        if case.stdout:
            command = ["sh", "-c", f'exec "$0" "$@" >{case.stdout}', *command]
        result = run_program(command, 120, case.environment, directory, case.signals)
        said = f"standard output {shorten(result.stdout)!r}, standard error {shorten(result.stderr, 1500)!r}"
        if result.timed_out or result.status != case.status:
            return f"{result.describe()}, expected {case.status}: {said}"
        if SANITIZER.search(result.stderr):
            return f"a sanitizer speaks: {shorten(result.stderr, 3000)}"
        lines = result.stdout.decode().splitlines()
        if case.last_line and not (lines and re.fullmatch(case.last_line, lines[-1])):
            return f"the last line does not match {case.last_line!r}: {said}"
        if case.said and not re.search(case.said, result.stdout.decode(), re.DOTALL):
            return f"standard output lacks {case.said!r}: {said}"
        if case.stderr and not re.search(case.stderr, result.stderr.decode(), re.DOTALL):
            return f"standard error lacks {case.stderr!r}: {said}"
        return check_json(directory / "out.json", case.json) if case.json else None


def truncated_bitcode_cases(clang, directory):
    """The same bitcode cut at several places: never a crash, always the file's name."""
    source = directory / "whole.c"
    source.write_text(WRONG, encoding="utf-8")
    whole = directory / "whole.bc"
    built = run_program([clang, "-g", "-O0", "-emit-llvm", "-c", source, "-o", whole])
    if built.status != 0:
        raise Problem(f"{clang}: {shorten(built.stderr)}")
    data = whole.read_bytes()
    return [Case(f"bitcode cut at {percent} %", ["cut.bc"], 2, {"cut.bc": data[:len(data) * percent // 100]},
                 stderr=r"cut\.bc")
            for percent in (1, 10, 50, 90)]


def damaged(text, change):
    trace = json.loads(text)
    change(trace)
    return json.dumps(trace)


def trace_cases(text):
    """A real recording, damaged in ways that are still JSON, and in some that are not."""
    trace = json.loads(text)
    steps = trace["steps"]
    add = next(number for number, term in enumerate(trace["terms"]) if term[0] == "add")
    write = next(number for number, step in enumerate(steps) if step["kind"] == "write" and "term" in step)

    def case(name, change, stderr):
        return Case(f"trace with {name}", ["predict", "t.json"], 2, {"t.json": damaged(text, change)},
                    stderr=r"t\.json: not a trace of raddle: " + stderr)

    def set_at(path, value):
        def change(whole):
            for key in path[:-1]:
                whole = whole[key]
            whole[path[-1]] = value
        return change

    def remove_at(path):
        def change(whole):
            for key in path[:-1]:
                whole = whole[key]
            del whole[path[-1]]
        return change

    def make_concrete(whole):
        del whole["terms"]
        whole["raddle_trace"] = 1
        whole["steps"] = [step for step in whole["steps"]
                          if step["kind"] not in ("branch", "pin", "assume", "check", "publish")]
        for part in whole["steps"] + whole["inputs"]:
            for key in ("term", "read", "content", "symbol"):
                part.pop(key, None)

    cases = [Case(f"trace cut at {percent} %", ["predict", "t.json"], 2, {"t.json": text[:len(text) * percent // 100]},
                  stderr=r"t\.json: not a trace of raddle: line \d+")
             for percent in (1, 30, 60, 99)]
    return cases + [
        case("another version", set_at(["raddle_trace"], 3), "raddle_trace is version 3"),
        case("no steps", remove_at(["steps"]), "steps is missing"),
        case("no program", remove_at(["program"]), "program is missing"),
        case("a step without thread", remove_at(["steps", write, "thread"]), rf"steps\[{write}\].thread is missing"),
        case("a thread from nowhere", set_at(["steps", write, "thread"], 77), rf"steps\[{write}\].thread is that of"),
        case("a missing step", remove_at(["steps", write]), r"steps\[\d+\].index is \d+, but the next"),
        case("an unknown kind", set_at(["steps", write, "kind"], "dance"), rf"steps\[{write}\].kind has the unknown"),
        case("a wrong index of a term", set_at(["steps", write, "term"], 10 ** 9), rf"steps\[{write}\].term is not"),
        case("a term of later terms", set_at(["terms", add, 2], add + 1), rf"terms\[{add}\] has an operand"),
        case("a term of a wrong width", set_at(["terms", add, 1], 31), rf"terms\[{add}\] has a width"),
        case("a term of no width", set_at(["terms", add, 1], 0), rf"terms\[{add}\].width is not from 1 to 64"),
        case("an unknown operator", set_at(["terms", add, 0], "root"), rf"terms\[{add}\].kind has the unknown"),
        case("another value written", set_at(["steps", write, "value"], 12345),
             rf"steps\[{write}\].term does not have the value"),
        Case("trace without terms", ["predict", "t.json"], 2, {"t.json": damaged(text, make_concrete)},
             stderr=r"t\.json: recorded without terms"),
        Case("trace not watched for overflow", ["predict", "--property=overflow", "t.json"], 2, {"t.json": text},
             stderr="without looking at overflow"),
        Case("trace that is whole", ["predict", "--timeout=60", "t.json"], 1, {"t.json": text},
             last_line=r"FALSE\(assertion\) .*threaded\.c:21"),
    ]


def corrupt(text, source):
    """One random change: of a byte, a number, a line or a stretch of the file."""
    place = source.randrange(len(text))
    choice = source.randrange(6)
    if choice == 0:
        return text[:place] + chr(source.randrange(32, 127)) + text[place + 1:]
    if choice == 1:
        return text[:place] + text[place + source.randrange(1, 200):]
    if choice == 2:
        numbers = list(re.finditer(r"(?<=[ \[])\d+", text))
        number = source.choice(numbers)
        value = source.choice([0, 1, 7, 31, 33, 64, 2 ** 31, 2 ** 32, 2 ** 63 - 1, source.choice(numbers).group()])
        return f"{text[:number.start()]}{value}{text[number.end():]}"
    lines = text.split("\n")
    line = source.randrange(len(lines))
    if choice == 3:
        del lines[line]
    elif choice == 4:
        lines.insert(source.randrange(len(lines)), lines[line])
    else:
        other = source.randrange(len(lines))
        lines[line], lines[other] = lines[other], lines[line]
    return "\n".join(lines)


def check_corrupted(raddle, seed, text):
    """Whatever happens to a file, there is a verdict or a refusal: no crash, no hang."""
    with temporary_folder() as directory:
        path = directory / "t.json"
        path.write_text(corrupt(text, random.Random(seed)), encoding="utf-8")
        result = run_program([raddle, "predict", "--timeout=10", path], 60)
    if result.timed_out or result.status not in (0, 1, 2, 3) or SANITIZER.search(result.stderr):
        return f"{result.describe()}: standard error {shorten(result.stderr, 3000)!r}"
    if result.status == 2 and not result.stderr:
        return "exit status 2 without a word"
    return None


def record_trace(raddle, directory):
    source, trace = directory / "threaded.c", directory / "t.json"
    source.write_text(THREADED, encoding="utf-8")
    result = run_program([raddle, "run", "--record", trace, source])
    if result.status != 0 or not trace.exists():
        raise Problem(f"recording failed, {result.describe()}: {shorten(result.stderr)}")
    return trace.read_text(encoding="utf-8")


def cases(arguments):
    raddle = arguments.raddle
    with temporary_folder() as directory:
        trace = record_trace(raddle, directory)
        described = usage_cases() + failing_cases() + file_cases() + program_cases() + trace_cases(trace) + \
            truncated_bitcode_cases(arguments.clang, directory)
    for case in described:
        yield case.name, check_case, raddle, case
    for seed in range(arguments.corruptions):
        yield f"corrupted trace, seed {seed}", check_corrupted, raddle, seed, trace


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, option("--clang", default="clang-19"),
                 option("--corruptions", type=int, default=200, help="number of random changes to a recorded run"),
                 timeout=None))
