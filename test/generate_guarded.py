#!/usr/bin/env python3
"""Small C programs from a seed in which nearly all is accessed under a lock: `generate_guarded.py SEED > program.c`, or import
`generate`.

One or two threads have sections of a lock each, in which they change two words, a block or what it points to, and tell the
others something in the middle: by a semaphore, a flag, another lock, a condition variable. Some end with the lock held, some
free the block. Somebody else, mostly main, and before or after it has joined the others, looks at the same without the
lock, perhaps only if the others have come so far. So what is accessed in between, and who is still there then, matters. Most
assertions hold if nobody looks too early; the others say which outcomes there are.
"""
import random
import sys

import grammar

BEGINNING = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;
atomic_int flag = 0;
int x = 0;
int y = 0;
int *box = NULL;
""".split("\n")[:-1]

LOCKS = {
    "mutex": ("pthread_mutex_lock(&lock);", "pthread_mutex_unlock(&lock);"),
    "rwlock": ("pthread_rwlock_wrlock(&rwlock);", "pthread_rwlock_unlock(&rwlock);"),
    "spin": ("pthread_spin_lock(&spin);", "pthread_spin_unlock(&spin);"),
}


class Writer:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.take, self.give = LOCKS[self.one_of("mutex", "mutex", "rwlock", "spin")]
        self.has_box = self.often(0.4)
        self.number = 0

    def one_of(self, *likely):
        return self.chance.choice(likely)

    def often(self, probability):
        return self.chance.random() < probability

    def change(self):
        changes = ["x = x + 1;", "y = y + 1;", "x = 2;", "y = 2;", "y = x;"]
        if self.has_box:
            changes += ["if (box) *box = *box + 1;", "if (box) *box = x;"]
        return self.one_of(*changes)

    def tell(self):
        return self.one_of(["sem_post(&sem);"], ["sem_post(&sem);"], ["flag = 1;"], ["flag = flag + 1;"],
                           ["pthread_mutex_lock(&other);", "pthread_mutex_unlock(&other);"], ["pthread_cond_signal(&condition);"],
                           ["if (sem_trywait(&sem) == 0) flag = 2;"], [])

    def section(self, last):
        lines = [self.take, self.change(), *self.tell(), self.change()]
        if self.often(0.3):
            lines += [*self.tell(), self.change()]
        if self.has_box and self.often(0.25):
            lines += ["free(box);", "box = NULL;"]
        return lines if last and self.often(0.15) else [*lines, self.give]

    def look(self, assertion):
        place = self.one_of("x", "y", "x + y", "x - y")
        relation = self.one_of("!= 1", "!= 2", ">= 0", "<= 2", "!= 3", "== 0")
        look = f"assert({place} {relation});" if assertion else f"flag = x + {self.one_of(1, 2)};"
        if self.has_box and self.often(0.4):
            look = self.one_of("if (box) assert(*box != 1);", "if (box) *box = 3;", "free(box); box = NULL;")
        return [self.take, look, self.give] if self.often(0.25) else [look]

    def peek(self):
        self.number += 1
        guard = self.one_of(["sem_wait(&sem);", "{"], ["if (flag) {"], ["if (flag == 2) {"],
                            ["if (sem_trywait(&sem) == 0) {"], ["{"])
        return [*guard, *("    " + line for line in self.look(self.often(0.8))), "}"]

    def write(self, title):
        workers = self.one_of(1, 1, 2)
        bodies = [[*(self.peek() if self.often(0.15) else []), *self.section(True)] for _ in range(workers)]
        if self.often(0.25):
            bodies.append(self.peek())
        main = [f"sem_init(&sem, 0, {self.one_of(0, 0, 1)});", "pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);"]
        if self.has_box:
            main += ["box = malloc(sizeof *box);", "if (!box) return 0;", "*box = 0;"]
        main += [f"pthread_t t[{len(bodies)}];"]
        for number in range(len(bodies)):
            main.append(f"pthread_create(&t[{number}], NULL, thread_{number + 1}, NULL);")
        joins = [f"pthread_join(t[{number}], NULL);" for number in range(len(bodies))]
        after = self.chance.randint(0, len(joins)) if self.often(0.4) else 0
        main += [*joins[:after], *(self.peek() if self.often(0.85) else []), *joins[after:]]
        main += [f"assert(x + 3 * y != {self.chance.randint(1, 9)});", self.one_of("return 0;", "return 0;", "pthread_exit(NULL);")]
        lines = [f"/* {title} */", *BEGINNING]
        for number, body in enumerate(bodies, 1):
            lines += ["", f"void *thread_{number}(void *argument)", "{", *("    " + line for line in body), "    return argument;", "}"]
        return "\n".join([*lines, "", "int main(void)", "{", *("    " + line for line in main), "}", ""])


def generate(seed):
    return Writer(seed).write(f"generate_guarded.py {seed}")


if __name__ == "__main__":
    sys.exit(grammar.run_generator(generate, __doc__))
