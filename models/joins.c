/*
 * Joins that do not wait, or not for ever. A thread that ends says so in a table, but only where a program has one of
 * these (src/front/symbols.c): whether a thread has ended is then memory like any other, and not waiting for it is a
 * matter of when the table is read.
 */
#include "model.h"

enum { HANDLES = 4096, NANOSECONDS = 1000000000 };

int pthread_join(pthread_t thread, void **result);

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void pthread_tryjoin_np_of_the_first_thread(void);

static char ended[HANDLES];

/* What an ending thread calls last. */
void __raddle_announce_end(void)
{
    __atomic_store_n(&ended[pthread_self()], 1, __ATOMIC_SEQ_CST);
}

static _Bool has_ended(pthread_t thread)
{
    if (thread == 0 || thread >= HANDLES) {
        __raddle_misuse("pthread_tryjoin_np of a value that is no thread");
    }
    if (thread == 1) {
        pthread_tryjoin_np_of_the_first_thread();
    }
    return __atomic_load_n(&ended[thread], __ATOMIC_SEQ_CST);
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
    return has_ended(thread) ? pthread_join(thread, result) : EBUSY;
}

/* A time limit is looked at where the thread has not ended. */
int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *limit)
{
    if (!limit || thread == pthread_self() || has_ended(thread)) {
        return pthread_join(thread, result);
    }
    if ((clock != 0 && clock != 1) || (unsigned long)limit->tv_nsec >= NANOSECONDS) {
        return EINVAL;
    }
    return ETIMEDOUT;
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *limit)
{
    return pthread_clockjoin_np(thread, result, 0, limit);
}
