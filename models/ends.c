/*
 * Which threads have ended, for those who ask about others: pthread_cancel, pthread_kill, and joins that do not wait for
 * ever. Where a program calls one of these its threads begin and end here (src/front/symbols.c).
 */
#include "model.h"

static int ended_threads[MODEL_THREAD_LIMIT];

unsigned model_thread_number(pthread_t thread)
{
    if (thread == 0 || thread > MODEL_THREAD_LIMIT) {
        __raddle_misuse("use of a value that is no thread");
    }
    return (unsigned)thread - 1;
}

int model_thread_is_over(unsigned number)
{
    return __atomic_load_n(&ended_threads[number], __ATOMIC_SEQ_CST);
}

static void announce_end(void)
{
    __atomic_store_n(&ended_threads[model_thread_number(pthread_self())], 1, __ATOMIC_SEQ_CST);
}

_Noreturn void __raddle_ending_pthread_exit(void *result)
{
    model_thread_announce_end = announce_end;
    pthread_exit(result);
}

/* The machine starts every created thread here. */
void __raddle_ending_thread_main(void *(*start)(void *), void *argument)
{
    model_thread_is_created = 1;
    model_thread_announce_end = announce_end;
    pthread_exit(start(argument));
}
