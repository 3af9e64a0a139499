/*
 * Joins that do not wait, or not for ever. Whether a thread has ended is memory like any other (ends.c), and not waiting
 * for it is a matter of when that is read.
 */
#include "model.h"

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void pthread_tryjoin_np_of_the_first_thread(void);

static _Bool has_ended(pthread_t thread)
{
    unsigned number = model_thread_number(thread);
    if (number == 0) {
        pthread_tryjoin_np_of_the_first_thread();
    }
    return model_thread_is_over(number);
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
    return has_ended(thread) ? __raddle_ending_pthread_join(thread, result) : EBUSY;
}

/* A time limit is looked at where the thread has not ended. */
int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *limit)
{
    if (!limit || thread == pthread_self() || has_ended(thread)) {
        return __raddle_ending_pthread_join(thread, result);
    }
    if ((clock != 0 && clock != 1) || !is_timespec(limit)) {
        return EINVAL;
    }
    return ETIMEDOUT;
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *limit)
{
    return pthread_clockjoin_np(thread, result, 0, limit);
}
