/*
 * Which threads have ended, for those who ask about others: pthread_cancel, pthread_kill, and joins that do not wait for
 * ever. Where a program calls one of these its threads begin and end here (src/front/symbols.c).
 */
#include "model.h"

int pthread_join(pthread_t thread, void **result);
int pthread_detach(pthread_t thread);

static int ended_threads[MODEL_THREAD_LIMIT];
/* A ModelLife each. Written after the machine has allowed it: others that look may see it late, never early. */
static int lives[MODEL_THREAD_LIMIT];

static int get(const int *note)
{
    return __atomic_load_n(note, __ATOMIC_SEQ_CST);
}

static void put(int *note, int value)
{
    __atomic_store_n(note, value, __ATOMIC_SEQ_CST);
}

unsigned model_thread_number(pthread_t thread)
{
    if (thread == 0 || thread > MODEL_THREAD_LIMIT) {
        __raddle_misuse("use of a value that is no thread");
    }
    return (unsigned)thread - 1;
}

int model_thread_is_over(unsigned number)
{
    return get(&ended_threads[number]);
}

ModelLife model_thread_life(unsigned number)
{
    int life = get(&lives[number]);
    return life == LIFE_DETACHED && !model_thread_is_over(number) ? LIFE_GOES_ON : life;
}

int __raddle_ending_pthread_join(pthread_t thread, void **result)
{
    int error = pthread_join(thread, result);
    if (error == 0) {
        put(&lives[model_thread_number(thread)], LIFE_JOINED);
    }
    return error;
}

int __raddle_ending_pthread_detach(pthread_t thread)
{
    int error = pthread_detach(thread);
    if (error == 0) {
        put(&lives[model_thread_number(thread)], LIFE_DETACHED);
    }
    return error;
}

static void announce_end(void)
{
    put(&ended_threads[model_thread_number(pthread_self())], 1);
}

_Noreturn void __raddle_ending_pthread_exit(void *result)
{
    model_thread_announce_end = announce_end;
    pthread_exit(result);
}

/* The machine starts every created thread here. */
void __raddle_ending_thread_main(void *(*start)(void *), void *argument)
{
    model_thread_announce_end = announce_end;
    pthread_exit(start(argument));
}
