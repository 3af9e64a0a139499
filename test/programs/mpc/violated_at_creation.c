// The second thread violates before it does anything others could see: with its creation, which comes with that of the first.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int *nowhere;
static int shared;

static void *first(void *argument)
{
    shared++;
    assert(!__VERIFIER_nondet_bool());
    return argument;
}

static void *second(void *argument)
{
    *nowhere = 0;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return shared;
}
