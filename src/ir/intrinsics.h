// Functions that the machine itself performs. A call to one of these names is lowered to its id unless the program
// defines the function (the rows of `always` win even then: they are how a program talks to a verifier).
//
// ROW(id, name, visible, always). `visible`: a thread switch can happen before the call, whatever its arguments.
#ifndef RADDLE_IR_INTRINSICS_H
#define RADDLE_IR_INTRINSICS_H

#include <stdbool.h>

#include "ir/sync_table.h"

// Types of the threads library whose size matters, because the library writes to them: ROW(id, name of the typedef).
#define LIBRARY_TYPE_TABLE(ROW)       \
    ROW(thread, "pthread_t")          \
    ROW(mutex, "pthread_mutex_t")     \
    ROW(condition, "pthread_cond_t")  \
    ROW(rwlock, "pthread_rwlock_t")   \
    ROW(barrier, "pthread_barrier_t") \
    ROW(spin, "pthread_spinlock_t")   \
    ROW(semaphore, "sem_t")           \
    ROW(once, "pthread_once_t")

typedef enum LibraryType {
#define LIBRARY_TYPE_ENUM(id, name) LIBRARY_TYPE_##id,
    LIBRARY_TYPE_TABLE(LIBRARY_TYPE_ENUM)
#undef LIBRARY_TYPE_ENUM
        LIBRARY_TYPE_COUNT
} LibraryType;

const char *library_type_name(LibraryType type);

#define INTRINSIC_TABLE(ROW)                                  \
    ROW(none, "", 0, 0)                                       \
    /* Memory */                                              \
    ROW(malloc, "malloc", 0, 0)                               \
    ROW(calloc, "calloc", 0, 0)                               \
    ROW(realloc, "realloc", 0, 0)                             \
    ROW(free, "free", 0, 0)                                   \
    ROW(aligned_alloc, "aligned_alloc", 0, 0)                 \
    ROW(memalign, "memalign", 0, 0)                           \
    ROW(posix_memalign, "posix_memalign", 0, 0)               \
    ROW(malloc_usable_size, "malloc_usable_size", 0, 0)       \
    /* Properties, assumptions, inputs */                     \
    ROW(assert_fail, "__assert_fail", 0, 0)                   \
    ROW(assert_bsd, "__assert", 0, 0)                         \
    ROW(assert_perror_fail, "__assert_perror_fail", 0, 0)     \
    ROW(reach_error, "reach_error", 0, 1)                     \
    ROW(verifier_error, "__VERIFIER_error", 0, 1)             \
    ROW(cprover_assert, "__CPROVER_assert", 0, 1)             \
    ROW(verifier_assume, "__VERIFIER_assume", 0, 1)           \
    ROW(cprover_assume, "__CPROVER_assume", 0, 1)             \
    ROW(klee_assume, "klee_assume", 0, 1)                     \
    ROW(klee_assert, "klee_assert", 0, 1)                     \
    ROW(klee_make_symbolic, "klee_make_symbolic", 0, 1)       \
    ROW(nondet, "__VERIFIER_nondet", 0, 0)                    \
    ROW(nondet_memory, "__VERIFIER_nondet_memory", 0, 0)      \
    ROW(input, "__raddle_input", 0, 0)                        \
    ROW(atomic_begin, "__VERIFIER_atomic_begin", 1, 1)        \
    ROW(atomic_end, "__VERIFIER_atomic_end", 0, 1)            \
    ROW(cprover_atomic_begin, "__CPROVER_atomic_begin", 1, 1) \
    ROW(cprover_atomic_end, "__CPROVER_atomic_end", 0, 1)     \
    /* The process */                                         \
    ROW(abort, "abort", 1, 0)                                 \
    ROW(trap, "__raddle_trap", 1, 0)                          \
    ROW(process_exit, "__raddle_process_exit", 1, 0)          \
    ROW(thread_end, "__raddle_thread_end", 0, 0)              \
    ROW(yield, "__raddle_yield", 1, 0)                        \
    ROW(is_alone, "__raddle_is_alone", 0, 0)                  \
    ROW(weak_order, "__raddle_weak_order", 0, 0)              \
    ROW(release, "__raddle_release", 0, 0)                    \
    ROW(acquire, "__raddle_acquire", 0, 0)                    \
    ROW(misuse, "__raddle_misuse", 0, 0)                      \
    ROW(interrupt, "__raddle_interrupt", 0, 0)                \
    ROW(handler_begins, "__raddle_handler_begins", 0, 0)      \
    ROW(write, "__raddle_write", 0, 0)                        \
    ROW(vprint, "__raddle_vprint", 0, 0)                      \
    ROW(vformat, "__raddle_vformat", 0, 0)                    \
    ROW(strtod, "__raddle_strtod", 0, 0)                      \
    ROW(float_class, "__raddle_float_class", 0, 0)            \
    /* Threads */                                             \
    ROW(pthread_create, "pthread_create", 0, 0)               \
    ROW(pthread_join, "pthread_join", 0, 0)                   \
    ROW(pthread_detach, "pthread_detach", 1, 0)               \
    ROW(pthread_self, "pthread_self", 0, 0)                   \
    SYNC_TABLE(SYNC_INTRINSIC_ROW, ROW)                       \
    MARK_TABLE(ROW)                                           \
    JUMP_TABLE(ROW)                                           \
    MATH_TABLE(ROW)

// Functions that mark a place to jump back to, and that jump there.
#define MARK_TABLE(ROW)               \
    ROW(setjmp, "setjmp", 0, 0)       \
    ROW(bsd_setjmp, "_setjmp", 0, 0)  \
    ROW(sigsetjmp, "sigsetjmp", 0, 0) \
    ROW(gnu_sigsetjmp, "__sigsetjmp", 0, 0)
#define JUMP_TABLE(ROW)                 \
    ROW(longjmp, "longjmp", 0, 0)       \
    ROW(bsd_longjmp, "_longjmp", 0, 0)  \
    ROW(siglongjmp, "siglongjmp", 0, 0) \
    ROW(checked_longjmp, "__longjmp_chk", 0, 0)

// Rows of SYNC_TABLE as rows of this table.
#define SYNC_INTRINSIC_ROW(ROW, id, name, object, action, manner) ROW(id, name, 1, 0)

// ROW-generating tables of the math functions: EACH(ROW, name) is expanded once per function of double; the function
// with the suffix f works on float.
#define MATH_UNARY_TABLE(EACH, ROW) \
    EACH(ROW, sin)                  \
    EACH(ROW, cos)                  \
    EACH(ROW, tan)                  \
    EACH(ROW, asin)                 \
    EACH(ROW, acos)                 \
    EACH(ROW, atan)                 \
    EACH(ROW, sinh)                 \
    EACH(ROW, cosh)                 \
    EACH(ROW, tanh)                 \
    EACH(ROW, asinh)                \
    EACH(ROW, acosh)                \
    EACH(ROW, atanh)                \
    EACH(ROW, exp)                  \
    EACH(ROW, exp2)                 \
    EACH(ROW, expm1)                \
    EACH(ROW, log)                  \
    EACH(ROW, log2)                 \
    EACH(ROW, log10)                \
    EACH(ROW, log1p)                \
    EACH(ROW, sqrt)                 \
    EACH(ROW, cbrt)                 \
    EACH(ROW, floor)                \
    EACH(ROW, ceil)                 \
    EACH(ROW, trunc)                \
    EACH(ROW, round)                \
    EACH(ROW, rint)                 \
    EACH(ROW, nearbyint) EACH(ROW, fabs) EACH(ROW, erf) EACH(ROW, erfc) EACH(ROW, tgamma) EACH(ROW, logb)
#define MATH_BINARY_TABLE(EACH, ROW) \
    EACH(ROW, pow)                   \
    EACH(ROW, fmod)                  \
    EACH(ROW, remainder)             \
    EACH(ROW, atan2)                 \
    EACH(ROW, hypot) EACH(ROW, fmin) EACH(ROW, fmax) EACH(ROW, fdim) EACH(ROW, copysign) EACH(ROW, nextafter)
#define MATH_TERNARY_TABLE(EACH, ROW) EACH(ROW, fma)

#define MATH_INTRINSIC_ROWS(ROW, name) ROW(name, #name, 0, 0) ROW(name##f, #name "f", 0, 0)
#define MATH_TABLE(ROW)                         \
    MATH_UNARY_TABLE(MATH_INTRINSIC_ROWS, ROW)  \
    MATH_BINARY_TABLE(MATH_INTRINSIC_ROWS, ROW) \
    MATH_TERNARY_TABLE(MATH_INTRINSIC_ROWS, ROW)

typedef enum Intrinsic {
#define INTRINSIC_ENUM(id, name, visible, always) INTRINSIC_##id,
    INTRINSIC_TABLE(INTRINSIC_ENUM)
#undef INTRINSIC_ENUM
        INTRINSIC_COUNT
} Intrinsic;

typedef enum SyncAction {
    SYNC_INIT,
    SYNC_DESTROY,
    SYNC_LOCK,
    SYNC_READ_LOCK,
    SYNC_WRITE_LOCK,
    SYNC_UNLOCK,
    SYNC_WAIT, // on a condition variable
    SYNC_SIGNAL,
    SYNC_BROADCAST,
    SYNC_INTERRUPT, // the wait of one certain thread, which ends
    SYNC_MEET, // at a barrier
    SYNC_TAKE, // a semaphore
    SYNC_POST,
    SYNC_READ,  // its value
    SYNC_BEGIN, // the routine of pthread_once
    SYNC_END,
} SyncAction;

typedef enum SyncManner {
    SYNC_WAITS, // as long as it takes, if it must wait at all
    SYNC_TRIES, // and does not wait
    SYNC_TIMED, // up to a time limit
} SyncManner;

// What a call that synchronises does.
typedef struct SyncCall {
    LibraryType object;
    SyncAction action;
    SyncManner manner;
} SyncCall;

// NULL if it does not synchronise.
const SyncCall *intrinsic_sync_call(Intrinsic intrinsic);

// The intrinsic of that name, or INTRINSIC_none. Other names of the forms __VERIFIER_nondet_X and nondet_X are
// INTRINSIC_nondet.
Intrinsic intrinsic_find(const char *name);
const char *intrinsic_name(Intrinsic intrinsic);
bool intrinsic_is_visible(Intrinsic intrinsic);
bool intrinsic_is_always(Intrinsic intrinsic);
bool intrinsic_is_math(Intrinsic intrinsic);
// Whether it marks a place to jump back to (setjmp), jumps there (longjmp).
bool intrinsic_marks_place(Intrinsic intrinsic);
bool intrinsic_jumps(Intrinsic intrinsic);
// Whether a call means that an assertion does not hold.
bool intrinsic_fails_assertion(Intrinsic intrinsic);

#endif
