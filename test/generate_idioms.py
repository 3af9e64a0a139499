#!/usr/bin/env python3
"""Small threaded C programs from a seed, put together from idioms that the other generators do not know:
`generate_idioms.py SEED > program.c`, or import `generate`.

Clocks and timed waits, waits that an unasked wake-up ends, recursive mutexes, local mutexes that are left locked,
`pthread_once`, loops that wait for what nobody writes or that only yield, results of joins, memory that is lost or freed
by another thread, local arrays and structures with constant and variable indices, some out of bounds, accesses to parts
of a word, locks made of assumptions in atomic sections, `abort`, and inputs read in a loop. Two or three threads have a
few of them each, and some are careless: they unlock too often or not at all, test with `if` instead of `while`, or
forget to join.

There is no simulation: what is asserted is a guess about a small number, right in some programs and wrong in others.
Interleavings are few because the pieces are. Inputs are of two kinds, of which a program has one: `_Bool`s with names
of their own, and those of a loop in one thread, which have one name; then a comment says how many there are.
"""
import random
import sys

import grammar

THREADS = (2, 2, 2, 3)
ROOM = 10  # about so many visible operations in all threads together

BEGINNING = """#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

union parts {
    int whole;
    short halves[2];
    unsigned char bytes[4];
};
struct record {
    char tag[2];
    int count;
    short rest[2];
};
int x = 0;
int y = 0;
int ready = 0;
int never = 0;
atomic_int counter = 0;
atomic_int taken = 0;
union parts parts = {0};
struct record record = {{0, 0}, 0, {0, 0}};
int *box = NULL;
struct timespec past = {1, 0};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t again;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
""".split("\n")[:-1]


class Writer:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.names = 0
        self.room = 0
        self.inputs = 0
        self.rounds = 0     # of the loop that reads inputs
        self.leaving = False    # take_turn leaves its mutex locked
        self.local_mutex = self.guess(["pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;"],
                                      ["pthread_mutex_t own;", "pthread_mutex_init(&own, NULL);"])
        self.shared = self.chance.random() < 0.6    # x and y are accessed in the open

    def often(self, probability):
        return self.chance.random() < probability

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def guess(self, *likely):
        return self.chance.choice(likely)

    def place(self):
        """Shared memory that is accessed by one step."""
        return self.chance.choice(("x", "y", "x", "parts.whole", "parts.halves[0]", "parts.bytes[1]", "parts.bytes[0]",
                                   "record.count", "record.tag[1]", "record.rest[0]"))

    def inside(self, lines):
        return ["    " + line for line in lines]

    # The idioms: each returns lines and takes its share of the room.

    def access(self):
        place = self.place()
        self.room -= 2
        form = self.chance.choice(("add", "set", "copy", "atomic", "guarded"))
        if form == "add":
            return [f"{place} = {place} + {self.guess(1, 2)};"]
        if form == "set":
            return [f"{place} = {self.guess(1, 2, 3, 257)};"]
        if form == "copy":
            return [f"{place} = {self.place()};"]
        if form == "atomic":
            return [f"atomic_fetch_add(&counter, {self.guess(1, 2)});"]
        self.room -= 1
        return ["pthread_mutex_lock(&lock);", f"{place} = {place} + 1;", "pthread_mutex_unlock(&lock);"]

    def check(self):
        self.room -= 1
        place = self.chance.choice((self.place(), "counter", "x"))
        relation, bound = self.chance.choice((("!=", (1, 2, 3)), ("<=", (1, 2, 4)), ("==", (0,))))
        if self.often(0.3):
            return [f"if ({place} == {self.guess(2, 3, 5)}) {{", "    reach_error();", "}"]
        return [f"assert({place} {relation} {self.guess(*bound)});"]

    def announce(self):
        self.room -= 3
        wake = self.chance.choice(("signal", "broadcast"))
        return ["pthread_mutex_lock(&lock);", "ready = 1;",
                *([f"pthread_cond_{wake}(&condition);"] if self.often(0.9) else []), "pthread_mutex_unlock(&lock);"]

    def wait(self):
        """With `while`, or with `if`, and then an unasked wake-up shows."""
        self.room -= 3
        careful = self.often(0.6)
        lines = ["pthread_mutex_lock(&lock);", f"{'while' if careful else 'if'} (!ready) {{",
                 "    pthread_cond_wait(&condition, &lock);", "}"]
        if not careful or self.often(0.3):
            lines.append("assert(ready);")
        return [*lines, "pthread_mutex_unlock(&lock);"]

    def timed_wait(self):
        self.room -= 4
        name, deadline = self.name(), "past"
        lines = []
        if self.often(0.5):
            deadline = self.name()
            lines = [f"struct timespec {deadline};", f"clock_gettime(CLOCK_REALTIME, &{deadline});",
                     f"{deadline}.tv_sec = {deadline}.tv_sec + 1;"]
        lines += ["pthread_mutex_lock(&lock);", f"int {name} = 0;",
                  f"while (!ready && {name} != ETIMEDOUT) {{",
                  f"    {name} = pthread_cond_timedwait(&condition, &lock, &{deadline});", "}"]
        if self.often(0.5):
            lines += [f"if ({name} == ETIMEDOUT) {{", f"    {self.place()} = {self.guess(1, 2)};", "}"]
        else:
            lines.append(f"assert(ready || {name} == ETIMEDOUT);")
        return [*lines, "pthread_mutex_unlock(&lock);"]

    def timed_lock(self):
        self.room -= 3
        return ["if (pthread_mutex_timedlock(&lock, &past) == 0) {", f"    {self.place()} = {self.guess(1, 2)};",
                "    pthread_mutex_unlock(&lock);", *(["} else {", "    x = x + 1;"] if self.often(0.5) else []), "}"]

    def clock(self):
        """Time does not go back, which does not depend on the moment."""
        first, second = self.name(), self.name()
        if self.often(0.3):
            return [f"time_t {first} = time(NULL);", f"time_t {second} = time(NULL);",
                    f"assert({second} >= {first});"]
        self.room -= 1
        return [f"struct timespec {first};", f"struct timespec {second};",
                f"clock_gettime(CLOCK_MONOTONIC, &{first});", *self.access(),
                f"clock_gettime(CLOCK_MONOTONIC, &{second});",
                f"assert({second}.tv_sec >= {first}.tv_sec);"]

    def recursive(self):
        self.room -= 4
        place = self.place()
        lines = ["pthread_mutex_lock(&again);", "pthread_mutex_lock(&again);", f"{place} = {place} + 1;",
                 "pthread_mutex_unlock(&again);"]
        if self.often(0.3):
            lines.insert(2, f"assert(pthread_mutex_trylock(&again) {self.guess('== 0', '== 0', '!= 0')});")
            lines.append("pthread_mutex_unlock(&again);")
        if self.often(0.25):
            lines += ["while (!ready) {", "    pthread_cond_wait(&condition, &again);", "}"]
        last = self.chance.choices((["pthread_mutex_unlock(&again);"], [], ["pthread_mutex_unlock(&again);"] * 2),
                                   (10, 1, 1))[0]
        return lines + last

    def left_locked(self):
        """Local mutexes that are left locked, until another one that two threads use may be in the same place."""
        self.room -= 4
        self.leaving |= self.often(0.2)
        index = self.name()
        return [f"for (int {index} = 0; {index} < {self.guess(1, 40)}; {index}++) {{", "    hold_local(0);", "}",
                *(["hold_local(1);"] if self.often(0.9) else [])]

    def only_once(self):
        self.room -= 2
        return ["pthread_once(&once, prepare);", *([f"assert(y >= {self.guess(1, 1, 2)});"] if self.often(0.6) else [])]

    def idle(self):
        """Nearly always the last thing a thread does."""
        self.room -= 2
        subject = self.chance.choice(("never", "ready", "ready", "counter", "1"))
        if subject == "1":
            return ["while (1) {", "    sched_yield();", "}"]
        body = self.chance.choice((["sched_yield();"], [";"], ["sched_yield();"]))
        return [f"while ({'' if subject == 'counter' and self.often(0.3) else '!'}{subject}) {{", *self.inside(body),
                "}"]

    def heap(self):
        self.room -= 2
        name = self.name()
        form = self.chance.choice(("lost", "freed", "handed", "taken"))
        lines = [f"int *{name} = malloc(sizeof *{name});"]
        if form == "lost":
            return [*lines, f"*{name} = 1;"]
        if form == "freed":
            return [*lines, f"*{name} = x;", f"free({name});"]
        if form == "handed":
            return [*lines, f"*{name} = 2;", f"box = {name};"]
        return [f"int *{name} = box;", f"if ({name}) {{", f"    x = *{name};",
                *([f"    free({name});"] if self.often(0.5) else []), "}"]

    def local_array(self):
        """An index from shared memory, sometimes one too large."""
        self.room -= 2
        name, index, mask = self.name(), self.name(), self.guess(1, 3, 3)
        size = self.guess(4, 4, 3) if mask == 3 else 2
        source = self.chance.choice((self.place(), "counter", str(self.guess(0, 1, size - 1))))
        lines = [f"int {name}[{size}] = {{0, 1}};", f"int {index} = {source} & {mask};",
                 f"{name}[{index}] = {self.guess(1, 2, 5)};"]
        return [*lines, f"{self.guess('x', 'y')} = {name}[{self.guess(0, 1, index)}];"]

    def local_record(self):
        self.room -= 1
        name, index = self.name(), self.name()
        return [f"struct record {name} = {{{{0, 1}}, 2, {{3, 4}}}};",
                f"int {index} = {self.place()} & {self.guess(1, 1, 3)};",
                f"{name}.tag[{index} & 1] = 7;", f"{name}.rest[{self.guess(index, index + ' & 1')}] = 1;",
                f"assert({name}.count == {self.guess(2, 2, 2, 3)});", f"y = {name}.tag[0];"]

    def section(self):
        """A lock that is made of an assumption."""
        self.room -= 4
        place = self.place()
        return ["__VERIFIER_atomic_begin();", "__VERIFIER_assume(taken == 0);", "taken = 1;",
                "__VERIFIER_atomic_end();", f"{place} = {place} + 1;", *(self.check() if self.often(0.3) else []), "taken = 0;"]

    def give_up(self):
        self.room -= 1
        return [f"if ({self.place()} == {self.guess(1, 2)}) {{", "    abort();", "}"]

    def one_input(self):
        if self.rounds or self.inputs > 3:
            return self.access()
        self.inputs += 1
        name = f"in{self.inputs}"
        self.room -= 1
        return [f"_Bool {name} = __VERIFIER_nondet_bool();", f"if ({name}) {{", *self.inside(self.access()), "}"]

    def input_loop(self):
        if self.rounds or self.inputs:
            return self.access()
        self.rounds = self.guess(2, 2, 3)
        self.room -= 2
        name, total = self.name(), self.name()
        body = [f"    {total} = {total} + in;"]
        if self.often(0.5):
            body = ["    if (in) {", f"        {total} = {total} + 1;", "    } else {", "        x = 2;", "    }"]
        return [f"int {total} = 0;", f"for (int {name} = 0; {name} < {self.rounds}; {name}++) {{",
                "    _Bool in = __VERIFIER_nondet_bool();", *body, "}",
                f"assert({total} {self.guess('<=', '<=', '!=')} {self.rounds});"]

    def thread(self, room):
        """Its lines: idioms until the room is used up."""
        weights = {self.access: 5, self.check: 3, self.announce: 2, self.wait: 1.5, self.timed_wait: 1.5,
                   self.timed_lock: 0.7, self.clock: 0.7, self.recursive: 1.2, self.only_once: 1, self.heap: 1,
                   self.left_locked: 0.5,
                   self.local_array: 1.5, self.local_record: 1, self.section: 1.2, self.give_up: 0.4,
                   self.one_input: 1, self.input_loop: 0.7}
        self.room = room
        lines = []
        while self.room > 0:
            lines += self.chance.choices(list(weights), list(weights.values()))[0]()
        if self.often(0.15):
            lines += self.idle()
        return lines

    def write(self, title):
        count = self.chance.choice(THREADS)
        threads = [self.thread(ROOM // (count + 1) + self.guess(0, 1)) for _ in range(count)]
        main = ["pthread_mutexattr_t attributes;", "pthread_mutexattr_init(&attributes);",
                "pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);",
                "pthread_mutex_init(&again, &attributes);",
                *(f"pthread_t t{number};" for number in range(1, count + 1)),
                *(f"pthread_create(&t{number}, NULL, thread_{number}, NULL);" for number in range(1, count + 1))]
        if self.often(0.3):
            main += self.thread(2)
        for number in range(1, count + 1):
            if self.often(0.08):
                continue
            if self.often(0.3):
                main += [f"void *r{number};", f"pthread_join(t{number}, &r{number});",
                         f"assert((long)r{number} {self.guess('<', '<', '!=')} {self.guess(1, 3, 4)});"]
            else:
                main.append(f"pthread_join(t{number}, NULL);")
        main += self.check() + ["return 0;"]
        lines = [f"/* {title} */"]
        if self.rounds:
            lines.append(f"/* inputs in a loop: {self.rounds} */")
        lines += [*BEGINNING, "", "static void prepare(void)", "{", "    y = y + 1;", "}", "",
                  "static void *take_turn(void *mutex)", "{", "    pthread_mutex_lock(mutex);", "    y = y + 1;",
                  *([] if self.leaving else ["    pthread_mutex_unlock(mutex);"]), "    return NULL;", "}", "",
                  "static void hold_local(int shared)", "{", *self.inside(self.local_mutex), "    pthread_t thread;",
                  "    if (shared) {", "        pthread_create(&thread, NULL, take_turn, &own);", "    }",
                  "    pthread_mutex_lock(&own);", "    if (shared) {",
                  "        pthread_mutex_unlock(&own);", "        pthread_join(thread, NULL);", "    }", "}"]
        for number, body in enumerate(threads, 1):
            result = "(void *)(long)x" if self.often(0.4) else "argument"
            lines += ["", f"void *thread_{number}(void *argument)", "{", *self.inside(body), f"    return {result};",
                      "}"]
        return "\n".join([*lines, "", "int main(void)", "{", *self.inside(main), "}", ""])


def generate(seed):
    return Writer(seed).write(f"generate_idioms.py {seed}")


if __name__ == "__main__":
    sys.exit(grammar.run_generator(generate, __doc__))
