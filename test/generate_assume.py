#!/usr/bin/env python3
"""Small threaded C programs whose steps can end early, from a seed, for comparing engines that leave out interleavings:
`generate_assume.py SEED > program.c`, or import `generate`.

A program has two to five threads beside main. They have locks built from assumptions in atomic sections, as public
suites write them (a mutex, readers and writers, a counter of what is left), and sections that write before they assume,
lock, join, allocate, end the process or violate something. Beside these there are branches on shared memory, mutexes,
attempts to lock, semaphores, condition variables, barriers, waiting loops, sleeping, and what may be violated without
being asked about. Inputs have names and domains as in grammar.py.

Errors are many and stand anywhere: which of them can be reached is what engines are compared on. The number of
interleavings is bounded by that of the orders of all visible operations.
"""
import math
import random
import sys

import grammar

INTERLEAVINGS = 40000  # as if no thread ever waited, at most
HEADERS = ("#include <assert.h>", "#include <pthread.h>", "#include <semaphore.h>", "#include <sched.h>",
           "#include <stdlib.h>", "extern int __VERIFIER_nondet_int(void);", "extern void __VERIFIER_assume(int);",
           "extern void __VERIFIER_atomic_begin(void);", "extern void __VERIFIER_atomic_end(void);",
           "extern void reach_error(void);", "", "int x, y, z, shut, inside, left = 1;", "int *pointer;",
           "pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER, lock_b = PTHREAD_MUTEX_INITIALIZER;",
           "pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;",
           "pthread_cond_t condition = PTHREAD_COND_INITIALIZER;", "pthread_barrier_t barrier;", "sem_t sem;")
DATA = ("x", "y", "z")
SHARED = (*DATA, "shut", "inside", "left")


def indented(lines):
    return ["    " + line for line in lines]


class Writer:
    """Makes one program out of chances. A piece is a list of lines; `room` counts the visible operations that a thread
    has, roughly."""

    def __init__(self, chance):
        self.chance = chance
        self.threads = chance.choices((2, 3, 4, 5), (4, 5, 3, 1))[0]
        self.inputs = 0
        self.room = []       # by thread
        self.names = 0
        self.number = 0      # of the thread that is being written
        self.joined = set()  # by another thread than main
        self.errors = chance.choice((0.15, 0.3, 0.5))
        self.synchronises = chance.random() < 0.5  # by what the library has, too
        self.ends = chance.random() < 0.3          # the process, or a thread, here and there
        self.reads_inputs = chance.random() < 0.2
        self.sleeps = chance.random() < 0.2
        self.joins = chance.random() < 0.25         # threads wait for threads that were created before
        self.data = chance.sample(DATA, chance.choice((1, 2, 2, 3)))

    def often(self, probability):
        return self.chance.random() < probability

    def visible(self, count=1):
        self.room[-1] += count

    # Expressions

    def place(self):
        return self.chance.choice(self.data) if self.often(0.8) else self.chance.choice(SHARED)

    def condition(self, count=True):
        text = f"{self.place()} {self.chance.choice(('==', '==', '!=', '>'))} {self.chance.choice((0, 0, 1, 1, 2))}"
        self.visible(count)
        if self.often(0.15):
            text += f" {self.chance.choice(('&&', '||'))} {self.place()} == {self.chance.choice((0, 1))}"
            self.visible(count)
        return text

    def assignment(self, count=True):
        place, other = self.place(), self.place()
        value = self.chance.choice((0, 1, 1, 2))
        text, operations = self.chance.choice((
            (f"{place} = {value};", 1), (f"{place} = {value};", 1),
            (f"{place}++;", 2), (f"{place}--;", 2), (f"{place} = {other};", 2), (f"{place} = {other} + 1;", 2)))
        self.visible(operations * count)
        return [text]

    def error(self, count=True):
        if self.often(0.3):
            return ["reach_error();"] if self.often(0.5) else ["assert(0);"]
        condition = self.condition(count)
        return [f"if ({condition}) {{", "    reach_error();", "}"] if self.often(0.6) else [f"assert(!({condition}));"]

    # Sections

    def section(self, lines, count=True):
        self.visible(count)
        return ["__VERIFIER_atomic_begin();", *lines, "__VERIFIER_atomic_end();"]

    def assumption(self, condition):
        return [f"__VERIFIER_assume({condition});"]

    def enter(self, held):
        """A lock built from assumptions; `held` gets how it is released."""
        taken, free, given = self.chance.choice((
            ("shut == 0", "shut = 1;", ["shut = 0;"]), ("shut == 0", "shut = 1;", ["shut = 0;"]),
            ("shut == 0 && inside == 0", "shut = 1;", ["shut = 0;"]),
            ("shut == 0", "inside++;", ["inside--;"]), ("left > 0", "left--;", ["left++;"])))
        if self.often(0.6):
            given = self.section(given, False)
        held.append(given)
        self.visible(2)
        return self.section([*self.assumption(taken), free])

    def inner(self):
        """Something inside a section: nothing of it can be parted from the rest."""
        kinds = {lambda: self.assumption(self.condition(False)): 4, lambda: self.assignment(False): 4,
                 lambda: self.error(False): 6 * self.errors,
                 lambda: [f"if ({self.condition(False)}) {{", *indented(self.inner()), "}"]: 2,
                 lambda: self.fault(False): 0.4}
        if self.synchronises:
            kinds |= {lambda: [f"pthread_mutex_{self.chance.choice(('lock', 'unlock', 'trylock'))}(&lock_a);"]: 1.5,
                      lambda: [self.chance.choice(("sem_wait(&sem);", "sem_post(&sem);", "sem_trywait(&sem);"))]: 0.7}
        if self.ends:
            kinds[self.end] = 1
        if self.joins:
            kinds |= {self.join: 1.5, lambda: ["free(malloc(1));"]: 0.7}
        self.often(0.5) and self.visible()
        return self.chance.choices(list(kinds), list(kinds.values()))[0]()

    # Pieces

    def end(self):
        self.visible()
        return [self.chance.choice(("exit(0);", "abort();", "pthread_exit(NULL);", "_Exit(1);"))]

    def join(self):
        others = set(range(1, self.number)) - self.joined
        if not others:
            return self.assignment(False)
        other = self.chance.choice(sorted(others))
        self.joined.add(other)
        return [f"pthread_join(t{other}, NULL);"]

    def lend(self):
        """A local variable, which is gone when the thread has ended."""
        name = f"local{self.names}"
        self.names += 1
        self.visible()
        return [f"int {name} = 1;", f"pointer = &{name};", *["sched_yield();"] * self.often(0.5)]

    def look(self):
        self.visible(3)
        return ["if (pointer) {", "    if (*pointer == 1) {", "        reach_error();", "    }", "}"]

    def fault(self, count=True):
        """What may be violated, most often without being asked about."""
        self.visible(2 * count)
        return [self.chance.choice((f"{self.place()} = 1 / {self.place()};", "*pointer = 1;", "pointer = &x;",
                                    "pointer = &x;", "pthread_mutex_unlock(&lock_b);"))]

    def branch(self, depth):
        condition = self.condition()
        lines = [f"if ({condition}) {{", *indented(self.piece(depth + 1))]
        if self.often(0.3):
            lines += ["} else {", *indented(self.piece(depth + 1))]
        return [*lines, "}"]

    def loop(self, depth):
        name = f"i{self.names}"
        self.names += 1
        before = self.room[-1]
        body = self.piece(depth + 1)
        self.room[-1] += self.room[-1] - before
        if self.often(0.3):
            return [f"while ({self.condition()}) {{", *indented(body), "}"]
        return [f"for (int {name} = 0; {name} < 2; {name}++) {{", *indented(body), "}"]

    def input(self):
        if self.inputs == 2:
            return []
        name = f"in{self.inputs}"
        self.inputs += 1
        return [f"int {name} = __VERIFIER_nondet_int();", f"__VERIFIER_assume({name} >= 0 && {name} <= 1);",
                f"if ({name}) {{", *indented(self.piece(1)), "}"]

    def locked(self, depth):
        lock = self.chance.choice(("lock_a", "lock_a", "lock_b"))
        self.visible(2)
        body = self.piece(depth + 1)
        if self.often(0.25):
            return [f"if (pthread_mutex_trylock(&{lock}) == 0) {{", *indented(body),
                    f"    pthread_mutex_unlock(&{lock});", "}"]
        if self.often(0.15):
            kind = self.chance.choice(("rd", "wr"))
            return [f"pthread_rwlock_{kind}lock(&rwlock);", *body, "pthread_rwlock_unlock(&rwlock);"]
        return [f"pthread_mutex_lock(&{lock});", *body, *[f"pthread_mutex_unlock(&{lock});"] * self.often(0.95)]

    def wait(self):
        """For another thread, in one of several ways."""
        self.visible(2)
        return self.chance.choice((
            ["while (!z) {", "}"], ["sem_wait(&sem);"], ["sem_post(&sem);"], ["sem_post(&sem);"],
            ["pthread_barrier_wait(&barrier);"],
            ["pthread_mutex_lock(&lock_a);", "while (!y) {", "    pthread_cond_wait(&condition, &lock_a);", "}",
             "pthread_mutex_unlock(&lock_a);"],
            ["pthread_mutex_lock(&lock_a);", "y = 1;", "pthread_cond_signal(&condition);",
             "pthread_mutex_unlock(&lock_a);"]))

    def piece(self, depth=0):
        kinds = {self.assignment: 6, self.error: 6 * self.errors, lambda: self.section(self.inners()): 5,
                 lambda: self.guarded(depth): 4, lambda: self.assumption(self.condition()): 1, self.fault: 0.5}
        if depth < 2:
            kinds |= {lambda: self.branch(depth): 4, lambda: self.loop(depth): 0.7}
        if self.synchronises:
            kinds |= {lambda: self.locked(depth): 3 * (depth < 2), self.wait: 2}
        if self.ends:
            kinds[self.end] = 1
        if self.sleeps:
            kinds |= {lambda: ["sched_yield();"]: 2, self.lend: 1 * (depth == 0), self.look: 1}
        if self.joins:
            kinds[self.join] = 2
        if self.reads_inputs and depth == 0:
            kinds[self.input] = 2
        return self.chance.choices(list(kinds), list(kinds.values()))[0]()

    def inners(self):
        return [line for _ in range(self.chance.choice((1, 2, 2, 3))) for line in self.inner()]

    def guarded(self, depth):
        held = []
        lines = self.enter(held)
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            lines += self.piece(depth + 1)
        return lines + held[0]

    # The program

    def body(self, most):
        self.room.append(0)
        lines = []
        while self.room[-1] < most:
            lines += self.piece()
        return lines

    def write(self):
        """The lines of the program, and how many orders of its operations there are."""
        most = self.chance.choice((1, 2, 3, 4)) if self.threads > 2 else self.chance.choice((3, 4, 5, 6))
        functions, bodies = [], []
        for number in range(1, self.threads + 1):
            self.number = number
            if bodies and self.often(0.35) and not any("nondet" in line or "_join" in line for line in bodies[0][1]):
                functions.append(bodies[0][0])  # the same function again
                self.room.append(self.room[0])
                continue
            functions.append(number)
            bodies.append((number, self.body(most)))
        self.number = 0
        lines = [*HEADERS, f"pthread_t {', '.join(f't{n + 1}' for n in range(self.threads))};"]
        for number, body in bodies:
            lines += ["", f"void *thread_{number}(void *argument)", "{", *indented(body), "    return argument;", "}"]
        lines += ["", "int main(void)", "{"]
        waits = any("sem_" in line for line in lines[len(HEADERS):])
        lines += [f"    sem_init(&sem, 0, {self.chance.choice((0, 1))});"] * waits
        lines += ["    pthread_barrier_init(&barrier, NULL, 2);"] * any("barrier_wait" in line for line in lines)
        lines += [f"    pthread_create(&t{number + 1}, NULL, thread_{function}, NULL);"
                  for number, function in enumerate(functions)]
        lines += indented(self.body(self.chance.choice((0, 0, 0, 1, 2))))
        joined = [f"pthread_join(t{number}, NULL);" for number in range(1, self.threads + 1)
                  if number not in self.joined and self.often(0.85)]
        lines += indented(self.section(joined) if self.often(0.05) else joined)
        for _ in range(self.chance.choice((0, 1, 2))):
            lines += indented(self.error(False))
        orders = math.factorial(sum(self.room))
        for room in self.room:
            orders //= math.factorial(room)
        return [*lines, "    return 0;", "}", ""], orders


def generate(seed, most=INTERLEAVINGS):
    """The text of the program with this number."""
    chance = random.Random(seed)
    while True:
        lines, orders = Writer(chance).write()
        if 5 < orders <= most:
            return "\n".join([f"/* generate_assume.py {seed} */", *lines])


if __name__ == "__main__":
    sys.exit(grammar.run_generator(generate, __doc__, INTERLEAVINGS))
