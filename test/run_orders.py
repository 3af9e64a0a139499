#!/usr/bin/env python3
"""`raddle orders`. Of every data structure of test/memory/structures that is right: the orders that it proposes are weaker,
the source that --apply writes has exactly these, is TRUE, and cannot be weakened any more. Of every one that lacks an order:
what it proposes is stronger, and the source with it is TRUE. Then what it says of programs written for it."""
import json
import sys

from harness import Problem, expect, last_line, run, run_program, shorten, temporary_folder
from two_threads import main_of
from memory.weakened import CORRECT, choosing, read_weakened

TIMEOUT = 60
STRENGTH = {"relaxed": set(), "acquire": {"a"}, "release": {"r"}, "acq_rel": {"a", "r"}, "seq_cst": {"a", "r", "s"}}

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
"""
TAIL = main_of("sender", "receiver")


def message(send, receive, before=""):
    return f"""{HEAD}{before}static void *sender(void *unused)
{{
    data = 42;
    {send};
    return unused;
}}
static void *receiver(void *unused)
{{
    if ({receive})
        assert(data == 42);
    return unused;
}}
{TAIL}"""


# name: (program, options, last line, what standard output has, what standard error has, text of the changed source)
PROGRAMS = {
    "functions": (message("atomic_store(&ready, 1)", "atomic_load ( &ready )"), [], "TRUE",
                  ["p.c:9:5: store: seq_cst -> release", "p.c:14:9: load: seq_cst -> acquire",
                   "2 orders can be weaker, of 2. "], [],
                  ["atomic_store_explicit(&ready, 1, memory_order_release);",
                   "atomic_load_explicit ( &ready , memory_order_acquire)"]),
    "stronger": (message("atomic_store_explicit(&ready, 1, memory_order_relaxed /* ) */)",
                         "atomic_load_explicit(&ready, /* , */ memory_order_relaxed)"), [], "FALSE(race) p.c:15",
                 ["store: relaxed -> release", "load: relaxed -> acquire", "2 stronger orders mend it. "], [],
                 ["memory_order_release", "memory_order_acquire"]),
    "one is missing": (message("atomic_store_explicit(&ready, 1, memory_order_release)",
                               "atomic_load_explicit(&ready, memory_order_relaxed)"), [], "FALSE(race) p.c:15",
                       ["1 stronger order mends it. "], [], ["memory_order_acquire", "memory_order_release"]),
    "compare and exchange": (message("int none = 0; atomic_compare_exchange_strong(&ready, &none, 1)",
                                     "atomic_exchange(&ready, 2) == 1"), [], "TRUE",
                             ["compare-exchange: seq_cst/seq_cst -> release/relaxed", "update: seq_cst -> acquire"], [],
                             ["(&ready, &none, 1, memory_order_release, memory_order_relaxed)",
                              "atomic_exchange_explicit(&ready, 2, memory_order_acquire)"]),
    "of the compiler": (message("__atomic_store_n(&plain, 1, __ATOMIC_SEQ_CST)",
                                "__atomic_load_n(&plain, __ATOMIC_SEQ_CST)", "static int plain;\n"), [], "TRUE", [], [],
                        ["__atomic_store_n(&plain, 1, __ATOMIC_RELEASE)", "__atomic_load_n(&plain, __ATOMIC_ACQUIRE)"]),
    "fences": (message("atomic_thread_fence(memory_order_seq_cst); "
                       "atomic_store_explicit(&ready, 1, memory_order_release)",
                       "atomic_load_explicit(&ready, memory_order_acquire)"), [], "TRUE",
               ["fence: seq_cst -> relaxed (no fence is needed)"], [], ["atomic_thread_fence(memory_order_relaxed)"]),
    "operators and macros": (message("ready = 1", "LOOK(&ready)",
                                     "#define LOOK(flag) atomic_load_explicit(flag, memory_order_seq_cst)\n"), [],
                             "TRUE", ["store: seq_cst -> release", "load: seq_cst -> acquire"],
                             ["p.c:10:11: to be changed by hand", "p.c:15:9: to be changed by hand"], ["ready = 1;"]),
    "another cause": (message("atomic_store(&ready, 1)", "!atomic_load(&ready)"), [], "FALSE(race)",
                      ["Memory orders are not the cause"], ["nothing changes"], None),
    "no atomics": (message("data = 42", "0"), [], "TRUE", ["no atomic operation"], ["nothing changes"], None),
    "never executed": (message("atomic_store(&ready, 1)", "0 && atomic_load(&ready)"), [], "TRUE",
                       ["store: seq_cst -> relaxed"], [], None),
    "not reached": (message("atomic_store(&ready, 1)", "data == 7 && atomic_load(&ready)") .replace("data = 42;", ""),
                    [], "TRUE", ["load: seq_cst (never executed)"], [], None),
    "tso": (message("atomic_store(&ready, 1)", "atomic_load(&ready)"), ["--memory-model=tso"], "TRUE",
            ["store: seq_cst -> relaxed", "load: seq_cst -> relaxed"], [], None),
    "sc": (message("atomic_store(&ready, 1)", "atomic_load(&ready)"), ["--memory-model=sc"], "",
           [], ["orders make no difference"], None),
}


def propose(raddle, program, changed, options=()):
    """The JSON result; what is proposed is in `changed`, if anything is."""
    result = program.with_suffix(".json")
    finished = run_program([raddle, "orders", f"--timeout={TIMEOUT}", f"--json={result}", f"--apply={changed}", *options,
                            program], TIMEOUT + 20)
    if finished.timed_out or finished.status not in (0, 1):
        raise Problem(f"{finished.describe()}: {shorten(finished.stdout + finished.stderr)}")
    return json.loads(result.read_text(encoding="utf-8"))


def orders_of(operations, key):
    """In the order of the source; where nothing is proposed, what is given. A fence that is relaxed is none."""
    orders = [(operation["operation"], operation[key] or operation["given"]) for operation in operations]
    return [pair for pair in orders if pair != ("fence", {"order": "relaxed"})]


def is_at_least(stronger, weaker):
    return all(STRENGTH[stronger[part]] >= STRENGTH[weaker[part]] for part in stronger)


def check_remedy(raddle, program):
    """A counterexample that a missing order made possible says which orders would have forbidden it."""
    result = program.with_suffix(".json")
    run_program([raddle, "--memory-model=c11", f"--timeout={TIMEOUT}", f"--json={result}", program], TIMEOUT + 20)
    for violation in json.loads(result.read_text(encoding="utf-8"))["violations"]:
        expect(violation["remedy"], "nothing is said of orders that would have forbidden the run")


def check_structure(row, arguments):
    with temporary_folder() as folder:
        program, changed = folder / "program.c", folder / "changed.c"
        program.write_text(row.text(), encoding="utf-8")
        result = propose(arguments.raddle, program, changed)
        right = row.expected == CORRECT
        expect(result["verdict"].startswith("TRUE" if right else "FALSE"), f"{result['verdict']}: {row.why}")
        expect(right or result["mended"] == "yes", f"mended: {result['mended']}")
        changes = [one for one in result["operations"] if one["proposed"]]
        for one in changes:
            pair = (one["given"], one["proposed"]) if right else (one["proposed"], one["given"])
            expect(is_at_least(*pair), f"{one} is no change in the right direction")
        expect(right or changes, "nothing is changed")
        if not right:
            check_remedy(arguments.raddle, program)
        if not changes:
            return
        again = propose(arguments.raddle, changed, folder / "again.c")
        expect(again["verdict"] == "TRUE", f"the changed source is {again['verdict']}")
        expect(orders_of(again["operations"], "given") == orders_of(result["operations"], "proposed"),
               "the changed source has other orders than those proposed")
        expect(not right or not any(one["proposed"] for one in again["operations"]), "it can be weaker still")


def check_program(name, arguments):
    text, options, verdict, printed, noted, written = PROGRAMS[name]
    with temporary_folder() as folder:
        (folder / "p.c").write_text(text, encoding="utf-8")
        finished = run_program([arguments.raddle, "orders", "--apply=changed.c", *options, "p.c"], TIMEOUT,
                               directory=folder)
        output, errors = finished.stdout.decode(), finished.stderr.decode()
        shown = last_line(finished)
        expect(shown == verdict or (":" not in verdict and shown.split(" ")[0] == verdict), f"{shown} instead of {verdict}")
        expect((finished.status == 2) == (verdict == ""), f"status {finished.status}")
        for text in printed:
            expect(text in output, f"'{text}' is not printed:\n{output}")
        for text in noted:
            expect(text in errors, f"'{text}' is not said:\n{errors}")
        changed = folder / "changed.c"
        for text in written or []:
            expect(text in changed.read_text(encoding="utf-8"), f"'{text}' is not written:\n{changed.read_text()}")
        if not written and noted:
            expect(not changed.exists(), "something was written")


def check_files(arguments):
    """Two files change: a folder takes both, a file none."""
    with temporary_folder() as folder:
        text = message("send()", "atomic_load(&ready)", "void send(void);\n").replace("static atomic_int", "atomic_int")
        (folder / "receive.c").write_text(text, encoding="utf-8")
        (folder / "send.c").write_text("#include <stdatomic.h>\nextern atomic_int ready;\n"
                                       "void send(void)\n{\n    atomic_store(&ready, 1);\n}\n", encoding="utf-8")
        (folder / "out").mkdir()
        command = [arguments.raddle, "orders", "receive.c", "send.c"]
        finished = run_program([*command, "--apply=out"], TIMEOUT, directory=folder)
        expect(finished.status == 0, shorten(finished.stderr))
        expect("memory_order_release" in (folder / "out/send.c").read_text(), "send.c is not changed")
        expect("memory_order_acquire" in (folder / "out/receive.c").read_text(), "receive.c is not changed")
        finished = run_program([*command, "--apply=one.c"], TIMEOUT, directory=folder)
        expect(finished.status == 2 and b"folder" in finished.stderr, "two files went into one")


def cases(arguments):
    for name in PROGRAMS:
        yield name, check_program, name, arguments
    yield "several files", check_files, arguments
    for row in read_weakened(arguments):
        if row.certain:
            yield row.name(), check_structure, row, arguments


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, *choosing()))
