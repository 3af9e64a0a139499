#!/usr/bin/env python3
"""It must not matter where memory comes from that one thread writes, and then makes known to others: random small programs,
each with an object that is static, on the heap, local to a function, and of a thread, under each weak memory model. The
verdicts must be the same. A static one is shared from the beginning, so that all that is done to it is a step; the others
are private until their address is stored. A program on which they differ is kept in the folder of --keep.
"""
import itertools
import random
import sys

from harness import SECONDS, SEED, Problem, Skip, count, keep, last_line, option, run, run_program, temporary_folder

MODELS = ("c11", "tso", "pso")
STORAGE = {
    "static": "static struct cell object; struct cell *p = &object;",
    "heap": "struct cell *p = calloc(1, sizeof *p);",
    "local": "struct cell object; struct cell *p = &object;",
    "thread": "static _Thread_local struct cell object; struct cell *p = &object;",
}
LOADS = ("relaxed", "relaxed", "acquire", "seq_cst")
STORES = ("relaxed", "relaxed", "release", "seq_cst")
UPDATES = ("relaxed", "relaxed", "acquire", "release", "acq_rel", "seq_cst")
TEXT = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
struct cell {{
    int plain;
    atomic_int number;
    char rest[3];
}};
static _Atomic(struct cell *) place, second;
static atomic_int flag;
static sem_t end;
static void *own(void *unused)
{{
    {storage}
    int seen = 0;
    p->plain = 0;
    atomic_init(&p->number, 0);
    p->rest[1] = 0;
    {owner}
    (void)seen;
    {waits}
    return unused;
}}
{others}
int main(void)
{{
    pthread_t threads[{threads}];
    sem_init(&end, 0, 0);
    pthread_create(&threads[0], 0, own, 0);
    {creates}
    for (int i = 0; i < {threads}; i++)
        pthread_join(threads[i], 0);
}}
"""
OTHER = """static void *other{number}(void *unused)
{{
    int seen = 0;
    {before}
    struct cell *q = {pointer};
    if (q) {{
        {uses}
    }}
    (void)seen;
    {after}
    sem_post(&end);
    return unused;
}}
"""


class Draw:
    """One program, drawn: where the object comes from is left open."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        others = self.chance.choice((1, 1, 2))
        self.asserts = self.chance.random() < 0.7
        owner = [self.own_step("p") for _ in range(self.chance.randint(0, 4))] + [self.publish("place", "p")]
        owner += [self.own_step("p") for _ in range(self.chance.randint(0, 2))]
        texts = [self.other(number, others) for number in range(others)]
        self.parts = {
            "owner": "\n    ".join(owner),
            "waits": "\n    ".join(["sem_wait(&end);"] * others),
            "others": "".join(texts),
            "threads": others + 1,
            "creates": "\n    ".join(f"pthread_create(&threads[{i + 1}], 0, other{i}, 0);" for i in range(others)),
        }

    def text(self, storage):
        return TEXT.format(storage=STORAGE[storage], **self.parts)

    def publish(self, place, pointer):
        if self.chance.random() < 0.2:
            return f"atomic_exchange_explicit(&{place}, {pointer}, memory_order_{self.chance.choice(UPDATES)});"
        return f"atomic_store_explicit(&{place}, {pointer}, memory_order_{self.chance.choice(STORES)});"

    def flag_step(self):
        if self.chance.random() < 0.4:
            return f"seen += atomic_load_explicit(&flag, memory_order_{self.chance.choice(LOADS)});"
        return f"atomic_store_explicit(&flag, 1, memory_order_{self.chance.choice(STORES)});"

    def own_step(self, pointer):
        value = self.chance.randint(1, 3)
        update = f"memory_order_{self.chance.choice(UPDATES)}"
        return self.chance.choice((
            f"{pointer}->plain = {value};",
            f"seen += {pointer}->plain;",
            f"{pointer}->rest[1] = {value};",
            f"atomic_store_explicit(&{pointer}->number, {value}, memory_order_{self.chance.choice(STORES)});",
            f"atomic_fetch_add_explicit(&{pointer}->number, {value}, {update});",
            f"seen += atomic_load_explicit(&{pointer}->number, memory_order_{self.chance.choice(LOADS)});",
            f"atomic_thread_fence({update});" if "relaxed" not in update else self.flag_step(),
            self.flag_step(),
        ))

    def use(self):
        value = self.chance.randint(0, 4)
        read = self.chance.choice((
            "q->plain", "q->rest[1]", f"atomic_load_explicit(&q->number, memory_order_{self.chance.choice(LOADS)})",
            f"atomic_load_explicit(&q->number, memory_order_{self.chance.choice(LOADS)})"))
        if self.asserts and self.chance.random() < 0.7:
            condition = f" || seen != {self.chance.randint(0, 2)}" if self.chance.random() < 0.3 else ""
            return f"assert({read} != {value}{condition});"
        if self.chance.random() < 0.3:
            return self.own_step("q")
        return f"seen += {read};"

    def other(self, number, others):
        passed = number == 1 and self.chance.random() < 0.6
        passes = number == 0 and others == 2
        uses = [self.use() for _ in range(self.chance.randint(1, 2))]
        if passes and self.chance.random() < 0.5:
            uses = []
        return OTHER.format(
            number=number,
            before=self.flag_step() if self.chance.random() < 0.4 else "",
            pointer=f"atomic_load_explicit(&{'second' if passed else 'place'}, memory_order_{self.chance.choice(LOADS)})",
            uses="\n        ".join(uses + ([self.publish("second", "q")] if passes else [])),
            after="")


def ask(arguments, folder, storage, text, model):
    path = folder / f"{storage}.c"
    path.write_text(text, encoding="utf-8")
    finished = run_program([arguments.raddle, "-q", f"--memory-model={model}", f"--engine={arguments.engine}",
                            f"--timeout={arguments.timeout}", path], timeout=3 * arguments.timeout + 10)
    return last_line(finished).split(" ")[0]


def check(arguments, seed):
    draw = Draw(seed)
    with temporary_folder() as folder:
        for model in arguments.models.split(","):
            # What a local holds at first is anything, and with buffers for each location others may see that.
            kinds = [storage for storage in STORAGE if (model, storage) != ("pso", "local")]
            answers = {storage: ask(arguments, folder, storage, draw.text(storage), model) for storage in kinds}
            if any(answer.startswith("UNKNOWN(timeout") for answer in answers.values()):
                raise Skip(f"{model}: no time")
            # Where there is a race and an assertion that fails, which of them is met first is no matter.
            if len({answer.split("(")[0] for answer in answers.values()}) > 1 or "" in answers.values():
                arguments.keep.mkdir(parents=True, exist_ok=True)
                for storage in STORAGE:
                    (arguments.keep / f"{seed}-{storage}.c").write_text(draw.text(storage), encoding="utf-8")
                raise Problem(f"{model}: " + ", ".join(f"{name} {answer}" for name, answer in answers.items()))


def cases(arguments):
    for seed in itertools.count(arguments.seed):
        yield str(seed), check, arguments, seed


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, count(100), SEED, SECONDS, keep("build/storage"),
                 option("--engine", default="dpor", help="the engine that is asked"),
                 option("--models", default=",".join(MODELS), help="memory models to ask about")))
