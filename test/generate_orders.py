#!/usr/bin/env python3
"""Small threaded C programs from a seed, full of operations whose order may make no difference:
`generate_orders.py SEED > program.c`, or import `generate`.

Exchanges that fail or put back what was there, also with what an input decides; attempts to take locks of all kinds;
barriers at which some or all threads meet, once or twice, and of which some ask who came last; readers and writers;
`pthread_once`; semaphores that are posted, tried and looked at; signals that may wake nobody; locks made of exchanges;
loops that wait for what may never be, or add to a number until it was right, and take back what they have added in vain;
assumptions. Two to four threads have a few of them each.

Each thread makes a number of all that it has seen. In most programs one of many assertions at the end fails in every
run, another one for each rest of these numbers, so that the violated lines tell which outcomes there are. In others
threads assert something themselves: then runs end in the middle of what the others do.
"""
import random
import sys

import grammar

THREADS = (2, 2, 3, 3, 3, 4)
ROOM = 9  # about so many visible operations in all threads together
RESTS = 23

BEGINNING = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

atomic_int a = 0;
atomic_int b = 0;
atomic_int held = 0;
int x = 0;
int ready = 0;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_barrier_t barrier;
pthread_spinlock_t spin;
sem_t sem;

static void prepare(void)
{
    b++;
}
""".split("\n")[:-1]


class Writer:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.names = 0
        self.room = 0
        self.inputs = 0
        self.counts = self.often(0.7)   # the outcomes are asserted at the end
        self.focus = self.chance.choice(("all", "all", "memory", "memory", "exchange", "barrier", "lock", "signal",
                                         "spin", "undone"))

    def often(self, probability):
        return self.chance.random() < probability

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def one_of(self, *likely):
        return self.chance.choice(likely)

    def inside(self, lines):
        return ["    " + line for line in lines]

    def see(self, value):
        """What is remembered; or it is not looked at."""
        return f"seen = seen * 3 + ({value});"

    # The idioms: each returns lines and takes its share of the room.

    def atomic(self):
        self.room -= 1
        place, value = self.one_of("a", "a", "b"), self.one_of(0, 1, 2)
        operation = self.one_of(f"atomic_fetch_or(&{place}, {value})", f"atomic_fetch_and(&{place}, {value})",
                                f"atomic_exchange(&{place}, {value})", f"atomic_fetch_add(&{place}, {value})",
                                f"atomic_load(&{place})", f"atomic_store(&{place}, {value})")
        if "store" in operation or self.often(0.5):
            return [operation + ";"]
        return [self.see(operation)]

    def exchange(self):
        self.room -= 1
        place, name, desired = self.one_of("a", "a", "b"), self.name(), str(self.one_of(1, 2, 3))
        expected = str(self.one_of(0, 0, 1, 2))
        if self.often(0.15) and self.inputs < 2:
            self.inputs += 1
            expected = f"in{self.inputs}"
            lines = [f"_Bool {expected} = __VERIFIER_nondet_bool();"]
        else:
            lines = []
        call = f"atomic_compare_exchange_strong(&{place}, &{name}, {desired})"
        lines += [f"int {name} = {expected};"]
        form = self.one_of("dropped", "success", "found", "branch")
        if form == "dropped":
            return [*lines, call + ";"]
        if form == "success":
            return [*lines, self.see(call)]
        if form == "found":
            return [*lines, call + ";", self.see(name)]
        return [*lines, f"if ({call}) {{", *self.inside(self.atomic()), "}"]

    def access(self):
        self.room -= 1
        return [self.one_of("x = 1;", "x = 2;", self.see("x"), self.see("x"))]

    def work(self):
        return self.one_of(self.atomic, self.access, self.access)()

    def spinning(self):
        self.room -= 2
        name, kind = self.name(), self.one_of("strong", "strong", "weak")
        return [f"int {name} = 0;", f"while (!atomic_compare_exchange_{kind}(&held, &{name}, 1)) {{",
                f"    {name} = 0;", "}", *self.work(), *(["atomic_store(&held, 0);"] if self.often(0.85) else [])]

    def waiting(self):
        """For what others may never do."""
        self.room -= 1
        place, relation = self.one_of("a", "b", "held"), self.one_of("==", "!=")
        return [f"while (atomic_load(&{place}) {relation} {self.one_of(0, 1, 2)}) {{", "}"]

    def undone(self):
        self.room -= 3
        place, by, limit = self.one_of("a", "a", "b"), self.one_of(1, 2), self.one_of(1, 2, 3)
        add, take = self.one_of(("add", "sub"), ("add", "sub"), ("sub", "add"))
        relation = self.one_of(">=", "!=", "<=") if self.often(0.4) else ">=" if add == "add" else "<="
        limit = limit if add == "add" else -limit
        take_back = f"atomic_fetch_{take}(&{place}, {by});"
        again = [f"    while (atomic_load(&{place}) {relation} {limit}) {{", "    }"] if self.often(0.85) else []
        if self.often(0.15):
            again.append("    " + self.see("1"))
        if self.often(0.1):
            take_back = self.see(take_back[:-1])
        after = [*self.work(), *([take_back] if self.often(0.8) else [])]
        if self.often(0.5):
            return [f"while (atomic_fetch_{add}(&{place}, {by}) {relation} {limit}) {{", "    " + take_back, *again, "}",
                    *after]
        return [*self.undone_before(f"atomic_fetch_{add}(&{place}, {{}})", by, f"{relation} {limit}",
                                    ["    " + take_back, *again]), *after]

    def undone_before(self, update, by, condition, body):
        """The first attempt stands before the loop, the others at its end; most are the same."""
        name, other = self.name(), self.name()
        first, more = update.format(by), update.format(by)
        if self.often(0.15):
            more = update.format(3 - by)
        if self.often(0.2):
            first, more = first + " + 1", more + (" + 1" if self.often(0.7) else "")
        lines = [f"int {name} = {first};", f"while ({name} {condition}) {{", *body, f"    {name} = {more};", "}"]
        if self.often(0.25):
            lines = [f"int {other} = 0;", *lines[:-1], f"    {other} = {self.one_of(other + ' + 1', 1, name)};", "}",
                     self.see(other)]
        elif self.often(0.5):
            third, values = self.name(), (name, f"{name} + 1", f"{name} + 2")
            one, two = self.one_of(*values), self.one_of(*values)
            then = self.one_of((one, two), (two, one), (two, one), (self.one_of(*values), two))
            lines = [lines[0], f"int {other} = {one}, {third} = {two};", *lines[1:-1],
                     f"    {other} = {then[0]};", f"    {third} = {then[1]};", "}", self.see(f"{other} > {third}")]
        return lines

    def attempt(self):
        self.room -= 2
        take, give = self.one_of(("pthread_mutex_trylock(&lock)", "pthread_mutex_unlock(&lock);"),
                                 ("pthread_mutex_trylock(&other)", "pthread_mutex_unlock(&other);"),
                                 ("pthread_rwlock_tryrdlock(&rwlock)", "pthread_rwlock_unlock(&rwlock);"),
                                 ("pthread_rwlock_trywrlock(&rwlock)", "pthread_rwlock_unlock(&rwlock);"),
                                 ("pthread_spin_trylock(&spin)", "pthread_spin_unlock(&spin);"))
        return [f"if ({take} == 0) {{", *self.inside(self.work()), *([f"    {give}"] if self.often(0.8) else []),
                *(["} else {", "    " + self.see("1")] if self.often(0.5) else []), "}"]

    def section(self):
        self.room -= 2
        lock, give = self.one_of(("pthread_mutex_lock(&lock);", "pthread_mutex_unlock(&lock);"),
                                 ("pthread_mutex_lock(&other);", "pthread_mutex_unlock(&other);"),
                                 ("pthread_rwlock_rdlock(&rwlock);", "pthread_rwlock_unlock(&rwlock);"),
                                 ("pthread_rwlock_rdlock(&rwlock);", "pthread_rwlock_unlock(&rwlock);"),
                                 ("pthread_rwlock_wrlock(&rwlock);", "pthread_rwlock_unlock(&rwlock);"),
                                 ("pthread_spin_lock(&spin);", "pthread_spin_unlock(&spin);"))
        return [lock, *self.work(), give]

    def meet(self):
        self.room -= 1
        lines = ["pthread_barrier_wait(&barrier);"]
        if self.often(0.4):
            lines = [self.see("pthread_barrier_wait(&barrier) != 0")]
        if not self.counts and self.often(0.4):
            lines.append(f"assert(seen {self.one_of('!=', '!=', '<=')} {self.one_of(0, 1, 2)});")
        return lines

    def only_once(self):
        self.room -= 2
        return ["pthread_once(&once, prepare);"]

    def semaphore(self):
        self.room -= 1
        name = self.name()
        return self.one_of(["sem_post(&sem);"], ["sem_post(&sem);"], ["sem_wait(&sem);"],
                           [self.see("sem_trywait(&sem) == 0")],
                           [f"int {name} = 0;", f"sem_getvalue(&sem, &{name});", self.see(name)])

    def signal(self):
        self.room -= 1
        wake = f"pthread_cond_{self.one_of('signal', 'broadcast')}(&condition);"
        if self.often(0.4):
            return [wake]
        self.room -= 2
        return ["pthread_mutex_lock(&lock);", "ready = 1;", "pthread_mutex_unlock(&lock);", wake]

    def wait(self):
        self.room -= 3
        return ["pthread_mutex_lock(&lock);", f"{self.one_of('while', 'if')} (!ready) {{",
                "    pthread_cond_wait(&condition, &lock);", "}", "pthread_mutex_unlock(&lock);"]

    def assumption(self):
        self.room -= 1
        return [f"__VERIFIER_assume({self.one_of('a', 'x')} != {self.one_of(1, 2)});"]

    def atomic_section(self):
        self.room -= 1
        body = self.one_of(self.exchange, self.attempt, self.atomic)()
        return ["__VERIFIER_atomic_begin();", *body, "__VERIFIER_atomic_end();"]

    def check(self):
        if self.counts:
            return self.access()
        self.room -= 1
        return [f"assert({self.one_of('a', 'b', 'x', 'seen')} != {self.one_of(1, 2, 3)});"]

    def thread(self, room):
        """Its lines: idioms until the room is used up."""
        weights = {self.atomic: 2, self.access: 1.5, self.exchange: 3, self.spinning: 0.7, self.waiting: 0.4, self.undone: 0.3,
                   self.attempt: 2, self.section: 1.5, self.meet: 1.5, self.only_once: 0.7, self.semaphore: 1.2,
                   self.signal: 0.8, self.wait: 0.5, self.assumption: 0.3, self.atomic_section: 0.4, self.check: 0.7}
        favoured = {"all": (), "memory": (self.access, self.atomic, self.exchange),
                    "exchange": (self.exchange, self.atomic), "barrier": (self.meet,),
                    "lock": (self.attempt, self.section), "spin": (self.spinning, self.waiting), "undone": (self.undone, self.undone, self.atomic),
                    "signal": (self.signal, self.wait, self.semaphore)}
        for idiom in favoured[self.focus]:
            weights[idiom] *= 10
        self.room = room
        lines = []
        while self.room > 0:
            lines += self.chance.choices(list(weights), list(weights.values()))[0]()
        return ["long seen = 0;", *lines, "return (void *)seen;"]

    def joins(self, numbers):
        """In some order, and what main does meanwhile."""
        for number in self.chance.sample(numbers, len(numbers)):
            yield f"pthread_join(t{number}, &r{number});"
            if self.chance.random() < 0.3:
                yield f"atomic_store(&{self.one_of('a', 'b')}, {self.one_of(1, 2, 3)});"

    def write(self, title):
        count = self.chance.choice(THREADS)
        threads = [self.thread(ROOM // count) for _ in range(count)]
        parties = self.one_of(count, count, 2, 2, max(2, count - 1))
        numbers = range(1, count + 1)
        main = [f"pthread_barrier_init(&barrier, NULL, {parties});",
                "pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);", f"sem_init(&sem, 0, {self.one_of(0, 1, 2)});",
                *(f"pthread_t t{number};" for number in numbers), *(f"void *r{number};" for number in numbers),
                *(f"pthread_create(&t{number}, NULL, thread_{number}, NULL);" for number in numbers),
                *self.joins(numbers),
                "unsigned long all = (unsigned long)(x + 5 * a + 11 * b);",
                *(f"all = all * 31 + (unsigned long)r{number};" for number in numbers)]
        if self.counts:
            main += [f"assert(all % {RESTS} != {rest});" for rest in range(RESTS)]
        else:
            main += [f"assert(all % {RESTS} != {self.chance.randrange(RESTS)});"]
        lines = [f"/* {title} */", *BEGINNING]
        for number, body in enumerate(threads, 1):
            lines += ["", f"void *thread_{number}(void *argument)", "{", "    (void)argument;", *self.inside(body), "}"]
        return "\n".join([*lines, "", "int main(void)", "{", *self.inside([*main, "return 0;"]), "}", ""])


def generate(seed):
    return Writer(seed).write(f"generate_orders.py {seed}")


if __name__ == "__main__":
    sys.exit(grammar.run_generator(generate, __doc__))
