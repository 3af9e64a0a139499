#!/usr/bin/env python3
"""Native replay: counterexamples of failing programs are executed by the processor, with `raddle replay --native`, and
the same violation must be seen there. Where that is not possible the reason must be said. Also: runs that end by
themselves, what is kept for a debugger, and a program that was changed.
"""
import re
import signal
import sys

from harness import PROGRAMS, Problem, last_line, run, run_program, shorten, temporary_folder
from tasks import read_task

# The tasks of programs/, and what else than the same violation is expected.
TASKS = {
    "assertion/lost_update": None,
    "assertion/beside_a_crash": "violation of memory in thread 1 at .*: Segmentation fault",
    "atomics/cas_once": None,
    "atomics/weak_fails": None,
    "atomics/weak_fails_alone": None,
    "atomics/weak_fails_in_section": None,
    "attributes/mutex_type_forgotten": None,
    "barrier/count_too_high": None,
    "c11threads/condition_lost": None,
    "c11threads/mutex_released_between": None,
    "cond/if_instead_of_while": None,
    "cond/lost_wakeup_between": None,
    "cond/recursive_twice": None,
    "cond/spurious_if": None,
    "cond/timedwait_ignored": None,
    "deadlock/flag_nobody_sets": None,
    "deadlock/local_cycle": None,
    "deadlock/philosophers": None,
    "abort/invariant": None,
    "abort/trap": None,
    "division/by_zero_race": None,
    "division/shift_too_far": None,
    "heap/list_push_lost": None,
    "inputs/in_order": None,
    "interop/klee": None,
    "keys/destructor_races": None,
    "leak/overwritten": None,
    "lock/never_initialised": None,
    "lock/unlock_by_other": None,
    "memory/double_free": None,
    "memory/global_out_of_bounds": None,
    "memory/null_race": None,
    "memory/use_after_free": None,
    "mpc/fig2": None,
    "outcomes/timedlock_gives_up": None,
    "overflow/sum": None,
    "predict/struct_copy_torn": None,
    "race/counter": None,
    "rwlock/opposite_order": None,
    "semaphore/two_permits": None,
    "spin/change_between_looks": None,
    "threads/exit_runs_handlers": None,
    "tls/outlives_thread": "nothing is noticed at .*outlives_thread.c:21 on this machine",
}

PRINTING = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
int shared;
void *work(void *name) {
    for (int i = 0; i < 3; i++) {
        int seen = shared;
        printf("%s saw %d\n", (char *)name, seen);
        shared = seen + 1;
    }
    return NULL;
}
int main(void) {
    pthread_t a, b;
    int *uninitialised = malloc(sizeof *uninitialised), first = rand(), second = *uninitialised;
    printf("inputs %d %d\n", first, second);
    pthread_create(&a, NULL, work, "a");
    pthread_create(&b, NULL, work, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", shared);
    free(uninitialised);
    return 7;
}
"""

# remove() exists in the C library and has no model: it must not be called.
UNMODELLED = """
#include <assert.h>
#include <unistd.h>
int main(void) { assert(truncate("precious", 0) != 3); return 0; }
"""

WARNING = b"raddle: this runs the program on your machine"


class Replays:
    """The cases, by name: each takes a directory of its own and returns None or what went wrong."""

    def __init__(self, raddle, timeout):
        self.raddle = raddle
        self.timeout = timeout

    def run(self, *words):
        return run_program([self.raddle, *words], self.timeout)

    def record_task(self, name, directory):
        """Returns the recording and the verdict."""
        task = read_task(PROGRAMS / f"{name}.yml")
        recording = directory / "found.json"
        found = self.run("check", f"--property={task.violated}", *task.arguments, "--record", recording, task.source)
        if found.status != 1 or not recording.exists():
            raise Problem(f"no counterexample: {found.describe()}: {last_line(found)} {shorten(found.stderr)}")
        return recording, last_line(found)

    def check_task(self, name, directory):
        recording, verdict = self.record_task(name, directory)
        replayed = self.run("replay", "--native", recording)
        reason = TASKS[name]
        same = re.escape(f"NATIVE: the same violation: {verdict}")
        expected = rf"NATIVE: not reproduced \({reason}\)" if reason else same
        if not re.fullmatch(expected, last_line(replayed)) or replayed.status != (3 if reason else 1):
            return (f"expected {expected!r}, got {replayed.describe()}: {last_line(replayed)!r} "
                    f"{shorten(replayed.stderr)}")
        return None if WARNING in replayed.stderr else "it is not said that the program runs here"

    def check_run(self, seed, directory):
        """A run that ends by itself: the same output, the same inputs, the same exit status."""
        source, recording = directory / "printing.c", directory / "run.json"
        source.write_text(PRINTING, encoding="utf-8")
        recorded = self.run("run", f"--schedule=random:{seed}", f"--seed={seed}", "--record", recording, source)
        replayed = self.run("replay", "--native", recording)
        expected = recorded.stdout + b"NATIVE: the run ends as recorded, with exit status 7\n"
        if recorded.status != 7 or replayed.status != 7 or replayed.stdout != expected:
            return f"expected {expected!r}, got {replayed.describe()}: {replayed.stdout!r} {shorten(replayed.stderr)}"
        return None

    def check_unmodelled(self, directory):
        """A function without a model yields what was recorded, and is not called."""
        source, recording, precious = directory / "emptying.c", directory / "found.json", directory / "precious"
        source.write_text(UNMODELLED.replace("precious", str(precious)), encoding="utf-8")
        precious.write_text("gold", encoding="utf-8")
        self.run("check", "--extern=havoc", "--engine=mpc", "--record", recording, source)
        replayed = self.run("replay", "--native", recording)
        kept = precious.read_text(encoding="utf-8") == "gold"
        if replayed.status != 1 or not kept:
            return f"{replayed.describe()}: {last_line(replayed)!r}, {'kept' if kept else 'emptied'}"
        return None

    def check_kept(self, directory):
        """What is kept runs again without raddle."""
        recording, _ = self.record_task("assertion/lost_update", directory)
        kept = directory / "kept"
        replayed = self.run("replay", "--native", "--native-dir", kept, recording)
        if f"gdb -ex run {kept}/program".encode() not in replayed.stderr:
            return f"no command for gdb: {shorten(replayed.stderr)}"
        again = run_program([kept / "program"], self.timeout)
        if again.status != -signal.SIGABRT or b"assertion" not in again.stderr:
            return f"{kept}/program: {again.describe()}: {shorten(again.stderr)}"
        return None

    def check_hang(self, directory):
        """A deadlock stays one if asked."""
        recording, _ = self.record_task("deadlock/opposite_order", directory)
        kept = directory / "kept"
        self.run("replay", "--native", "--native-dir", kept, recording)
        hanging = run_program([kept / "program"], 2, environment={"RADDLE_NATIVE_HANG": "1"})
        said = b"deadlock reached" in hanging.stderr
        return None if hanging.timed_out and said else f"{hanging.describe()}: {shorten(hanging.stderr)}"

    def check_time_limit(self, directory):
        recording, _ = self.record_task("deadlock/opposite_order", directory)
        replayed = run_program([self.raddle, "replay", "--native", "--timeout=2", recording], self.timeout,
                               environment={"RADDLE_NATIVE_HANG": "1"})
        expected = "NATIVE: not reproduced (it did not end in 2 seconds)"
        if replayed.status != 3 or last_line(replayed) != expected:
            return f"expected {expected!r}, got {replayed.describe()}: {last_line(replayed)!r}"
        return None

    def check_changed(self, directory):
        """A program that is not what was recorded is not executed."""
        source, recording = directory / "printing.c", directory / "run.json"
        source.write_text(PRINTING, encoding="utf-8")
        self.run("run", "--record", recording, source)
        source.write_text(PRINTING.replace("i < 3", "i < 2"), encoding="utf-8")
        replayed = self.run("replay", "--native", recording)
        expected = "UNKNOWN(the program does not follow the recording)"
        if replayed.status != 3 or last_line(replayed) != expected or WARNING in replayed.stderr:
            return f"expected {expected!r}, got {replayed.describe()}: {last_line(replayed)!r}"
        return None

    def in_folder(self, check, *parameters):
        with temporary_folder() as directory:
            return check(*parameters, directory)


def cases(arguments):
    replays = Replays(arguments.raddle, arguments.timeout)
    for name in TASKS:
        yield name, replays.in_folder, replays.check_task, name
    for seed in range(1, 4):
        yield f"run with seed {seed}", replays.in_folder, replays.check_run, seed
    yield "unmodelled function", replays.in_folder, replays.check_unmodelled
    yield "kept program", replays.in_folder, replays.check_kept
    yield "hanging deadlock", replays.in_folder, replays.check_hang
    yield "time limit", replays.in_folder, replays.check_time_limit
    yield "changed program", replays.in_folder, replays.check_changed


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, timeout=120))
