#!/usr/bin/env python3
"""Memory that one thread has to itself until it makes it known, and memory whose life one thread ends, under all memory
models: others may find it before what was written into it, and use it after its end, unless the program orders that."""
import re
import sys

from harness import expect, last_line, run, run_program, temporary_folder
from two_threads import main_of

HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
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
# What an atomic member held before the last that its thread has written there.
MEMBER = """struct node {
    int other;
    atomic_int value;
};
static _Atomic(struct node *) place;
static void *give(void *unused)
{
    struct node *p = malloc(sizeof *p);
    atomic_store_explicit(&p->value, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&p->value, 1, memory_order_relaxed);
    atomic_store_explicit(&place, p, memory_order_%s);
    return unused;
}
static void *take(void *unused)
{
    struct node *p = atomic_load_explicit(&place, memory_order_acquire);
    if (p)
        assert(atomic_load_explicit(&p->value, memory_order_relaxed) == 2);
    return unused;
}
"""
# The one writes, the other frees.
FREED = """static int *block;
static atomic_int done;
__attribute__((constructor)) static void prepare(void)
{
    block = malloc(sizeof *block);
}
static void *give(void *unused)
{
    *block = 1;
    atomic_store_explicit(&done, 1, memory_order_%s);
    return unused;
}
static void *take(void *unused)
{
    if (atomic_load_explicit(&done, memory_order_%s))
        %s
    return unused;
}
"""
COUNTED = """struct object {
    atomic_int references;
    int value;
};
static struct object *object;
__attribute__((constructor)) static void prepare(void)
{
    object = malloc(sizeof *object);
    atomic_init(&object->references, 2);
    object->value = 7;
}
static void *give(void *unused)
{
    assert(object->value == 7);
    if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_%s) == 1)
        free(object);
    return unused;
}
#define take give
"""
# The one uses a variable of the other: a local, and that leaves the function, or a thread-local.
ENDED = """static _Atomic(int *) place;
static atomic_int done;
static void wait(void)
{
    %s int local = 1;
    atomic_store_explicit(&place, &local, memory_order_release);
    while (!atomic_load_explicit(&done, memory_order_%s))
        ;
}
static void *give(void *unused)
{
    wait();
    return unused;
}
static void *take(void *unused)
{
    int *p = atomic_load_explicit(&place, memory_order_acquire);
    if (p)
        *p = 3;
    atomic_store_explicit(&done, 1, memory_order_release);
    return unused;
}
"""
# A mutex that one initialises and makes known to the other.
OBJECT = """static _Atomic(pthread_mutex_t *) place;
static void *give(void *unused)
{
    pthread_mutex_t *p = malloc(sizeof *p);
    pthread_mutex_init(p, 0);
    atomic_store_explicit(&place, p, memory_order_%s);
    return unused;
}
static void *take(void *unused)
{
    pthread_mutex_t *p = atomic_load_explicit(&place, memory_order_acquire);
    if (p && !pthread_mutex_lock(p))
        pthread_mutex_unlock(p);
    return unused;
}
"""
# A semaphore that one uses and the other frees.
USED = """static sem_t *end;
static atomic_int done;
__attribute__((constructor)) static void prepare(void)
{
    end = malloc(sizeof *end);
    sem_init(end, 0, 0);
}
static void *give(void *unused)
{
    sem_post(end);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}
static void *take(void *unused)
{
    %s
    free(end);
    return unused;
}
"""
HEAP = "int *p = malloc(sizeof *p);"
LOCAL = "int local, *p = &local;"
THREAD_LOCAL = "static _Thread_local"
OWN = "static _Thread_local int own; int *p = &own;"
FENCE = "atomic_thread_fence(memory_order_seq_cst);"
# A local of main, with which the process ends. The input makes runs symbolic.
MAIN_ENDS = """extern int __VERIFIER_nondet_int(void);
static atomic_int done;
static void *use(void *argument)
{
    *(int *)argument = 1;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return argument;
}
int main(void)
{
    int local = __VERIFIER_nondet_int();
    pthread_t user;
    pthread_create(&user, 0, use, &local);
    while (!atomic_load_explicit(&done, memory_order_relaxed))
        ;
    return 0;
}
"""
# name: (program, verdicts under sc, tso, pso, c11)
PROGRAMS = {
    "heap, relaxed": (ATOMIC % (HEAP, "relaxed"), "TRUE", "TRUE", "FALSE(assertion)", "FALSE(race)"),
    "heap, release": (ATOMIC % (HEAP, "release"), "TRUE", "TRUE", "FALSE(assertion)", "TRUE"),
    # It drains the buffers right after itself: of what they hold then, any may go first.
    "heap, seq_cst": (ATOMIC % (HEAP, "seq_cst"), "TRUE", "TRUE", "FALSE(assertion)", "TRUE"),
    "local, relaxed": (ATOMIC % (LOCAL, "relaxed"), "TRUE", "TRUE", "FALSE(assertion)", "FALSE(race)"),
    "local, release": (ATOMIC % (LOCAL, "release"), "TRUE", "TRUE", "FALSE(assertion)", "TRUE"),
    "thread-local, relaxed": (ATOMIC % (OWN, "relaxed"), "TRUE", "TRUE", "FALSE(assertion)", "FALSE(race)"),
    "thread-local, release": (ATOMIC % (OWN, "release"), "TRUE", "TRUE", "FALSE(assertion)", "TRUE"),
    "member, relaxed": (MEMBER % "relaxed", "TRUE", "TRUE", "TRUE", "FALSE(assertion)"),
    "member, release": (MEMBER % "release", "TRUE", "TRUE", "TRUE", "TRUE"),
    "freed, relaxed": (FREED % ("relaxed", "relaxed", "free(block);"), "TRUE", "TRUE", "TRUE", "FALSE(race)"),
    "freed, release": (FREED % ("release", "acquire", "free(block);"), "TRUE", "TRUE", "TRUE", "TRUE"),
    "moved": (FREED % ("release", "relaxed", "block = realloc(block, 8);"), "TRUE", "TRUE", "TRUE", "FALSE(race)"),
    "counted, relaxed": (COUNTED % "relaxed", "TRUE", "TRUE", "TRUE", "FALSE(race)"),
    "counted, release": (COUNTED % "release", "TRUE", "TRUE", "TRUE", "FALSE(race)"),
    "counted, acq_rel": (COUNTED % "acq_rel", "TRUE", "TRUE", "TRUE", "TRUE"),
    "left, relaxed": (ENDED % ("", "relaxed"), "TRUE", "TRUE", "TRUE", "FALSE(race)"),
    "left, acquire": (ENDED % ("", "acquire"), "TRUE", "TRUE", "TRUE", "TRUE"),
    "ended, relaxed": (ENDED % (THREAD_LOCAL, "relaxed"), "TRUE", "TRUE", "TRUE", "FALSE(race)"),
    "ended, acquire": (ENDED % (THREAD_LOCAL, "acquire"), "TRUE", "TRUE", "TRUE", "TRUE"),
    "printed, relaxed": (ATOMIC % (HEAP + ' sprintf((char *)p, "%s", "*");', "relaxed"),
                         "TRUE", "TRUE", "FALSE(assertion)", "FALSE(race)"),
    "object, relaxed": (OBJECT % "relaxed", "TRUE", "TRUE", "TRUE", "FALSE(race)"),
    "object, release": (OBJECT % "release", "TRUE", "TRUE", "TRUE", "TRUE"),
    "used, relaxed": (USED % "while (!atomic_load_explicit(&done, memory_order_relaxed));",
                      "TRUE", "TRUE", "TRUE", "FALSE(race)"),
    "used, waited for": (USED % "sem_wait(end);", "TRUE", "TRUE", "TRUE", "TRUE"),
    "plain": (PLAIN % "", "TRUE", "TRUE", "FALSE(assertion)", "FALSE(race)"),
    "plain, with a fence": (PLAIN % FENCE, "TRUE", "TRUE", "TRUE", "FALSE(race)"),
}
PROGRAMS = {name: (text + main_of("give", "take"), *verdicts) for name, (text, *verdicts) in PROGRAMS.items()}
PROGRAMS["end of main"] = (MAIN_ENDS, "TRUE", "TRUE", "TRUE", "TRUE")
MODELS = ("sc", "tso", "pso", "c11")


def check(raddle, name, model, engine):
    text, *verdicts = PROGRAMS[name]
    with temporary_folder() as folder:
        (folder / "p.c").write_text(HEAD + text, encoding="utf-8")
        finished = run_program([raddle, "-q", f"--memory-model={model}", f"--engine={engine}", "p.c"], directory=folder)
        expected = verdicts[MODELS.index(model)]
        verdict, *place = last_line(finished).split(" ")
        expect(verdict == expected, f"{last_line(finished)} instead of {expected}")
        expect(not place or re.fullmatch(r"p\.c:[1-9]\d*", place[0]), f"{last_line(finished)}: no line of the program")


def cases(arguments):
    for name in PROGRAMS:
        for model in MODELS:
            for engine in ("auto", "dpor", "lazy", "ag") if model == "c11" else ("auto",):
                yield f"{name}, {model}, {engine}", check, arguments.raddle, name, model, engine


if __name__ == "__main__":
    sys.exit(run(__doc__, cases))
