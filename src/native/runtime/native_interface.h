/*
 * What raddle and the runtime of a native replay agree on. The runtime is compiled with the user's program, so this
 * file is embedded in raddle as text like the other files here, and includes nothing.
 */
#ifndef RADDLE_NATIVE_INTERFACE_H
#define RADDLE_NATIVE_INTERFACE_H

/*
 * Before the name of every function of the runtime that the program calls: the intrinsics of the machine, and a few
 * more.
 */
#define NATIVE_PREFIX "raddle_native_"

/* The kinds of a point, together. */
enum { NATIVE_READ = 1, NATIVE_WRITE = 2, NATIVE_ATOMIC = 4, NATIVE_BLOCK = 8, NATIVE_WAIT = 16 };

/*
 * The thread runs until it stands at its point number limit + 1, counted from 1; then it is the turn of the next
 * segment. If `step` is not 0, it stops before that inside the operation at its point number `limit`, which is a copy,
 * when it has done so many steps of it.
 */
typedef struct NativeSegment {
    unsigned thread;
    unsigned long long limit;
    unsigned long long step;
    int spins; /* a closing segment: the thread is not blocked but waits in a loop */
} NativeSegment;

typedef enum NativeInputKind {
    NATIVE_INPUT_CALL,     /* the result of a function: in the order of calls of the thread */
    NATIVE_INPUT_MEMORY,   /* what memory holds that was never written, when it is read at a point */
    NATIVE_INPUT_ARBITRARY /* the first value of a local that is read before it is written: the next of its name */
} NativeInputKind;

typedef struct NativeInput {
    NativeInputKind kind;
    unsigned thread;
    unsigned long long point;
    unsigned bits;
    unsigned long long value;
    const char *name;
} NativeInput;

typedef enum NativeOutcomeKind {
    NATIVE_OUTCOME_SIGNAL, /* value: the thread woken + 1, or 0 */
    NATIVE_OUTCOME_WAKE,   /* value: what the wait returns */
    NATIVE_OUTCOME_FAILURE /* an allocation, the creation of a thread or a weak exchange fails */
} NativeOutcomeKind;

/* How an operation at a point goes that could go otherwise. */
typedef struct NativeOutcome {
    NativeOutcomeKind kind;
    unsigned thread;
    unsigned long long point;
    unsigned long long value;
} NativeOutcome;

/* A part of a copy or fill that others can notice; addresses are the machine's. */
typedef struct NativeStep {
    unsigned thread;
    unsigned long long point;
    unsigned kind; /* NATIVE_READ or NATIVE_WRITE */
    unsigned long long address;
    unsigned long long size;
} NativeStep;

typedef struct NativePlan {
    const NativeSegment *segments;
    unsigned segment_count;
    unsigned closing; /* segments from here on are of threads that must turn out to be blocked; of a deadlock */
    const NativeInput *inputs;
    unsigned input_count;
    const NativeOutcome *outcomes;
    unsigned outcome_count;
    const NativeStep *steps;
    unsigned step_count;
    int havoc;            /* functions without body or model have arbitrary results */
    const char *property; /* violated at the end; "" if the run just ends */
    unsigned thread;      /* the violating thread, and how many points it has passed then */
    unsigned long long point;
    const char *place; /* file:line of the violation */
    const char *message;
} NativePlan;

extern const NativePlan native_plan;

#endif
