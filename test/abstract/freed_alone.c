/*
 * A block that threads know is freed while no other thread runs, for one value of an input. The threads that are created
 * after that, without end, write to it; unless the pointer is taken back, which -DRIGHT always does.
 */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *number;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *write_it(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    if (number) {
        *number = 1;
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void drop(void)
{
    pthread_mutex_lock(&mutex);
    free(number);
#ifdef RIGHT
    number = NULL;
#else
    if (__VERIFIER_nondet_int() == 1234567) {
        number = NULL;
    }
#endif
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    pthread_t thread;
    number = malloc(sizeof *number);
    pthread_create(&thread, NULL, write_it, NULL);
    pthread_join(thread, NULL);
    if (__VERIFIER_nondet_int() == 1234567) {
        drop();
    }
    while (__VERIFIER_nondet_int()) {
        pthread_create(&thread, NULL, write_it, NULL);
        pthread_detach(thread);
    }
    return 0;
}
