#!/usr/bin/env python3
"""Small C programs from a seed whose threads run the same functions: `generate_twins.py SEED > program.c`, or import
`generate`.

The functions are those of generate_orders.py. One or two of them are run by two or three threads each. Most of the time nobody
could tell these apart; sometimes they are given different arguments, or something happens between their creations, or
their results are looked at, or they are not joined one after the other, or not all of them. What each has seen goes into
a sum, whose order matters or does not, and an assertion about that and the variables holds in some runs, in all or in
none.
"""
import sys

import generate_orders
import grammar

ROOM = 6  # about so many visible operations in all threads together
RESTS = 5


class Writer(generate_orders.Writer):
    def __init__(self, seed):
        super().__init__(seed)
        self.counts = False
        self.inputs = 2  # none: what each of them is may differ from thread to thread, but not for who gives it by name

    def body(self, room):
        lines = self.thread(max(1, room))
        account = self.one_of("sum += seen * seen;", "sum += seen * seen;", "sum = sum * 3 + seen;",
                              "if (argument) sum++;", "")
        locked = ["pthread_mutex_lock(&sum_lock);", account, "pthread_mutex_unlock(&sum_lock);"] if account else []
        return [*lines[:-1], *locked, self.one_of(lines[-1], "return argument;")]

    def creations(self, runners):
        """Of threads that run the functions of these numbers."""
        given = self.chance.random() < 0.2
        for number, runner in enumerate(runners, 1):
            argument = f"(void *){number}L" if given else "NULL"
            yield f"pthread_create(&t[{number - 1}], NULL, thread_{runner}, {argument});"
            if self.chance.random() < 0.07:
                yield f"atomic_store(&{self.one_of('a', 'b')}, {self.one_of(1, 2)});"

    def joins(self, count):
        numbers = list(range(count))
        if self.often(0.3):
            self.chance.shuffle(numbers)
        if self.often(0.1):
            numbers.pop()
        looked_at, busy = self.often(0.15), self.often(0.2)
        for number in numbers:
            result = f"&r[{number}]" if looked_at else "NULL"
            yield f"pthread_join(t[{number}], {result});"
            if busy and self.chance.random() < 0.5:
                yield self.one_of("atomic_store(&a, 2);", "atomic_fetch_add(&b, 1);", f"assert(a != {self.one_of(1, 2)});")

    def write(self, title):
        functions = self.one_of(1, 1, 2)
        count = self.one_of(2, 3, 3) if functions == 1 else self.one_of(3, 3, 4)
        runners = sorted([*range(1, functions + 1), *self.chance.choices(range(1, functions + 1), k=count - functions)])
        bodies = [self.body(ROOM // count) for _ in range(functions)]
        parties = self.one_of(count, count, 2)
        main = [f"pthread_barrier_init(&barrier, NULL, {parties});",
                "pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);", f"sem_init(&sem, 0, {self.one_of(0, 1, 2)});",
                f"pthread_t t[{count}];", f"void *r[{count}] = {{0}};", *self.creations(runners), *self.joins(count),
                "unsigned long all = (unsigned long)(x + 5 * a + 11 * b) + (unsigned long)sum;",
                f"for (int i = 0; i < {count}; i++)", "    all = all * 31 + (unsigned long)r[i];",
                f"assert(all % {RESTS} != {self.chance.randrange(RESTS)});", "return 0;"]
        lines = [f"/* {title} */", *generate_orders.BEGINNING, "", "pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;",
                 "long sum = 0;"]
        for number, body in enumerate(bodies, 1):
            lines += ["", f"void *thread_{number}(void *argument)", "{", "    (void)argument;", *self.inside(body), "}"]
        return "\n".join([*lines, "", "int main(void)", "{", *self.inside(main), "}", ""])


def generate(seed):
    return Writer(seed).write(f"generate_twins.py {seed}")


if __name__ == "__main__":
    sys.exit(grammar.run_generator(generate, __doc__))
