#!/usr/bin/env python3
"""Heap memory that one thread has to itself until it makes it known, under all memory models: others may find it before what was
written into it, unless the program orders that."""
import sys

from harness import expect, last_line, run, run_program, temporary_folder

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
"""
MAIN = """int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, give, 0);
    pthread_create(&two, 0, take, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
}
"""
ATOMIC = """static _Atomic(int *) place;
static atomic_int done;
static void *give(void *unused)
{
    %s
    *p = 42;
    atomic_store_explicit(&place, p, memory_order_%s);
    while (!atomic_load(&done))
        ;
    return unused;
}
static void *take(void *unused)
{
    int *p = atomic_load_explicit(&place, memory_order_acquire);
    if (p)
        assert(*p == 42);
    atomic_store(&done, 1);
    return unused;
}
"""
PLAIN = """static int *volatile place;
static void *give(void *unused)
{
    int *p = calloc(1, sizeof *p);
    *p = 42;
    %s
    place = p;
    return unused;
}
static void *take(void *unused)
{
    int *p = place;
    if (p)
        assert(*p == 42);
    return unused;
}
"""
HEAP = "int *p = malloc(sizeof *p);"
FENCE = "atomic_thread_fence(memory_order_seq_cst);"
# name: (program, verdicts under sc, tso, pso, c11)
PROGRAMS = {
    "heap, relaxed": (ATOMIC % (HEAP, "relaxed"), "TRUE", "TRUE", "FALSE(assertion)", "FALSE(race)"),
    "heap, release": (ATOMIC % (HEAP, "release"), "TRUE", "TRUE", "FALSE(assertion)", "TRUE"),
    # It drains the buffers right after itself: of what they hold then, any may go first.
    "heap, seq_cst": (ATOMIC % (HEAP, "seq_cst"), "TRUE", "TRUE", "FALSE(assertion)", "TRUE"),
    "plain": (PLAIN % "", "TRUE", "TRUE", "FALSE(assertion)", "FALSE(race)"),
    "plain, with a fence": (PLAIN % FENCE, "TRUE", "TRUE", "TRUE", "FALSE(race)"),
}
MODELS = ("sc", "tso", "pso", "c11")


def check(raddle, name, model, engine):
    text, *verdicts = PROGRAMS[name]
    with temporary_folder() as folder:
        (folder / "p.c").write_text(HEAD + text + MAIN, encoding="utf-8")
        finished = run_program([raddle, "-q", f"--memory-model={model}", f"--engine={engine}", "p.c"], directory=folder)
        expected = verdicts[MODELS.index(model)]
        expect(last_line(finished).split(" ")[0] == expected, f"{last_line(finished)} instead of {expected}")


def cases(arguments):
    for name in PROGRAMS:
        for model in MODELS:
            for engine in ("auto", "dpor", "lazy"):
                yield f"{name}, {model}, {engine}", check, arguments.raddle, name, model, engine


if __name__ == "__main__":
    sys.exit(run(__doc__, cases))
