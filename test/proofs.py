#!/usr/bin/env python3
"""Proofs for any number of rounds and threads against runs: random programs without end, with locks of all kinds, threads that
are created for ever, joined for ever, or go round for ever. What an engine that proves says is TRUE no engine that executes may
refute. Programs that none of the former proves do not count. One on which they disagree is kept in the folder of --keep.
"""
import itertools
import random
import sys

from harness import SECONDS, SEED, Problem, Skip, count, keep, last_line, option, run, run_program, temporary_folder

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static unsigned left, right;
static unsigned long total;
static int inside, state, table[3];
static void up(int *number) { *number = (*number + 1) % 3; }
static void down(int *number) { *number = (*number + 2) % 3; }
"""
# Of each lock: how it is taken and given back, to write and to read.
LOCKS = {
    "first": (("pthread_mutex_lock(&first);", "pthread_mutex_unlock(&first);"),),
    "second": (("pthread_mutex_lock(&second);", "pthread_mutex_unlock(&second);"),),
    "both": (("pthread_rwlock_wrlock(&both);", "pthread_rwlock_unlock(&both);"),
             ("pthread_rwlock_rdlock(&both);", "pthread_rwlock_unlock(&both);")),
    "spin": (("pthread_spin_lock(&spin);", "pthread_spin_unlock(&spin);"),),
    "busy": (("while (atomic_flag_test_and_set(&busy))\n        ;", "atomic_flag_clear(&busy);"),),
    "none": (("", ""),),
}
# What is done to variables: some steps that keep what is said of them, and what is said.
THEMES = {
    "pair": (("left++;", "right++;"), ("unsigned value = __VERIFIER_nondet_uint();", "left = value;", "right = value;"),
             ("left += 2;", "right += 2;")),
    "inside": (("inside = 1;", "inside = 0;"), ("inside++;", "inside--;")),
    "state": (("state = (state + 1) % 3;",), ("if (state < 2)\n        state++;",), ("state = 0;",), ("up(&state);",),
              ("(__VERIFIER_nondet_int() ? up : down)(&state);",)),
    "table": (("unsigned which = __VERIFIER_nondet_uint() % 3;", "table[which] = 1 - table[which];"),
              ("table[state % 3] = 1;",), ("up(&table[__VERIFIER_nondet_uint() % 3]);",)),
    "total": (("unsigned long before = total;", "total = before + 1;", "assert(total == before + 1);"),
              ("total += 3;", "total -= 3;")),
}
CLAIMS = {
    "pair": ("left == right", "left == right", "left - right < 3"),
    "inside": ("inside == 0", "inside == 0", "inside < 2"),
    "state": ("state < 3", "state < 3", "state != 2"),
    "table": ("table[0] + table[1] <= 6", "table[1] < 3", "table[2] < 2"),
    "total": ("total % 2 < 2",),
}


class Draw:
    """One program, drawn."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.themes = self.chance.sample(sorted(THEMES), self.chance.choice((1, 1, 2)))
        self.lock_of = {theme: self.chance.choice([lock for lock in LOCKS if lock != "none"]) for theme in self.themes}
        self.careless = self.chance.random() < 0.6
        names = [f"work{number}" for number in range(self.chance.choice((1, 1, 2)))]
        mode = self.chance.choice((self.fixed, self.crowd, self.crowd, self.joined, self.joined, self.some, self.chain))
        self.text = HEAD + mode(names)

    def region(self):
        """Something done, or looked at, under a lock."""
        theme = self.chance.choice(self.themes)
        reads = self.chance.random() < 0.35
        lock = self.lock_of[theme]
        if self.careless and self.chance.random() < 0.3:
            lock = self.chance.choice(sorted(LOCKS))
        take, give = LOCKS[lock][-1 if reads or (self.careless and self.chance.random() < 0.1) else 0]
        claim = f"assert({self.chance.choice(CLAIMS[theme])});"
        steps = [] if reads else list(self.chance.choice(THEMES[theme]))
        if reads or self.chance.random() < 0.5:
            steps.insert(self.chance.choice((0, len(steps))), claim)
        return "    {\n    " + "\n    ".join([take, *steps, give]) + "\n    }\n"

    def body(self, end=""):
        return "".join(self.region() for _ in range(self.chance.choice((1, 1, 2)))) + end

    def function(self, name, for_ever, end=""):
        body = self.body(end)
        if for_ever:
            body = "    for (;;) {\n" + body + "    }\n"
        return f"static void *{name}(void *unused)\n{{\n{body}    return unused;\n}}\n"

    def functions(self, names, for_ever):
        return "".join(self.function(name, for_ever) for name in names)

    def main(self, body):
        return f"int main(void)\n{{\n    pthread_spin_init(&spin, 0);\n{body}    return 0;\n}}\n"

    def any_of(self, names):
        return names[0] if len(names) == 1 else f"__VERIFIER_nondet_int() ? {names[0]} : {names[1]}"

    def fixed(self, names):
        threads = self.chance.choice((2, 2, 3))
        creates = "".join(f"    pthread_create(&threads[{i}], 0, {names[i % len(names)]}, 0);\n" for i in range(threads))
        return self.functions(names, True) + self.main(
            f"    pthread_t threads[{threads}];\n{creates}    for (int i = 0; i < {threads}; i++)\n"
            "        pthread_join(threads[i], 0);\n")

    def crowd(self, names):
        own = self.region() if self.chance.random() < 0.3 else ""
        return self.functions(names, self.chance.random() < 0.3) + self.main(
            "    for (;;) {\n    pthread_t thread;\n"
            f"    pthread_create(&thread, 0, {self.any_of(names)}, 0);\n    pthread_detach(thread);\n{own}    }}\n")

    def some(self, names):
        return self.functions(names, False) + self.main(
            "    while (__VERIFIER_nondet_int()) {\n    pthread_t thread;\n"
            f"    pthread_create(&thread, 0, {self.any_of(names)}, 0);\n    }}\n{self.region()}")

    def joined(self, names):
        threads = self.chance.choice((1, 2, 2, 3))
        kept = "static " if self.chance.random() < 0.4 else ""
        waited_for = threads - (self.careless and self.chance.random() < 0.2)
        after = f"    assert({self.chance.choice(CLAIMS[self.chance.choice(self.themes)])});\n"
        again = "    pthread_join(threads[0], 0);\n" if self.careless and self.chance.random() < 0.1 else ""
        return self.functions(names, False) + self.main(
            f"    {kept}pthread_t threads[{threads}];\n    for (;;) {{\n    for (int i = 0; i < {threads}; i++)\n"
            f"        pthread_create(&threads[i], 0, {self.any_of(names)}, 0);\n"
            f"    for (int i = 0; i < {waited_for}; i++)\n        pthread_join(threads[i], 0);\n{again}{after}    }}\n")

    def chain(self, names):
        last = self.region() if self.careless and self.chance.random() < 0.3 else ""
        create = f"    pthread_t next;\n    pthread_create(&next, 0, {names[0]}, 0);\n{last}"
        return self.function(names[0], False, create) + self.main(
            f"    pthread_t thread;\n    pthread_create(&thread, 0, {names[0]}, 0);\n    pthread_exit(0);\n")


def ask(arguments, path, engine, properties, seconds):
    finished = run_program([arguments.raddle, "-q", "--show-invariant", f"--engine={engine}", f"--timeout={seconds}",
                            f"--property={properties}", path], timeout=3 * seconds + 10)
    answer = last_line(finished)
    if not answer or answer.startswith("UNKNOWN(internal"):
        raise Problem(f"{engine}: {answer or finished.describe()}")
    return answer


def check(arguments, seed):
    text = Draw(seed).text
    properties = random.Random(seed).choice(("assertion,deadlock,memory,lock", "assertion", "race"))
    with temporary_folder() as folder:
        path = folder / "program.c"
        path.write_text(text, encoding="utf-8")
        proved = [engine for engine in arguments.engines.split(",")
                  if ask(arguments, path, engine, properties, 5 * arguments.timeout).split(" ")[0] == "TRUE"]
        if not proved:
            raise Skip("not proved")
        for engine in arguments.against.split(","):
            answer = ask(arguments, path, engine, properties, arguments.timeout)
            if answer.startswith("FALSE"):
                arguments.keep.mkdir(parents=True, exist_ok=True)
                kept = arguments.keep / f"{seed}.c"
                kept.write_text(text, encoding="utf-8")
                raise Problem(f"{', '.join(proved)}: TRUE; {engine}: {answer}",
                              [arguments.raddle, f"--engine={proved[0]}", f"--property={properties}", kept])


def cases(arguments):
    for seed in itertools.count(arguments.seed):
        yield str(seed), check, arguments, seed


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, count(100, "proofs to try"), SEED, SECONDS, keep("build/proofs"),
                 option("--engines", default="invariant,abstract", help="that prove"),
                 option("--against", default="stress,deepen", help="that execute"), timeout=4))
