/*
 * Shared by the files of the runtime. It is compiled together with the program that is replayed, by the clang of the
 * user, and is plain C on top of the C library. The functions that the program calls are in no header: clang makes the
 * calls.
 */
#ifndef RADDLE_RUNTIME_H
#define RADDLE_RUNTIME_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "native_interface.h"

enum { NO_THREAD = -1 };

typedef struct Thread {
    unsigned id;
    pthread_t real;
    unsigned long long point; /* points passed or stood at */
    unsigned long long steps; /* done of the operation there */
    /* The last point: where it is in the source, and what is accessed. */
    const char *file;
    int line;
    unsigned kind;
    uintptr_t address;
    unsigned long long size;
    bool at_point; /* has stopped there */
    void *(*start)(void *);
    void *argument;
    void *result;
    bool finished, detached, joined;
    void *waits_on;                              /* a condition variable */
    const char *blocked;                         /* what it waits for in vain, in words, or NULL */
    int blocker;                                 /* who could end that, or NO_THREAD */
    unsigned next_input, next_memory, next_step; /* indices into the inputs of the plan, by kind */
} Thread;

Thread *thread_self(void);
Thread *thread_find(unsigned id); /* NULL: not created yet */
unsigned thread_count(void);

/* Hands the turn on and returns when it is this thread's again. */
void turn_give_up(Thread *self);
/* Before a step of a copy. */
void turn_step(Thread *self);
/*
 * The thread cannot go on. In a deadlock this is what was to be shown; otherwise the program has left the plan. Never
 * returns.
 */
_Noreturn void turn_block(Thread *self, const char *what, int blocker);
/* The thread ends, or does nothing any more: hands the turn on. */
void turn_leave(Thread *self);

/* The outcome planned for the point at which the thread stands, or NULL. */
const NativeOutcome *plan_outcome(const Thread *self, NativeOutcomeKind kind);

/* Something is violated here. */
_Noreturn void violate(const char *property, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The program does not do what the machine did. */
_Noreturn void diverge(const char *format, ...) __attribute__((format(printf, 1, 2)));

void program_set_errno(int code);

#endif
