// An index with several values is read in a section that nobody interrupts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int table[4] = {1, 2, 3, 4}, taken;
static atomic_int place;

static void *reader(void *argument)
{
    __VERIFIER_atomic_begin();
    taken = table[place];
    __VERIFIER_atomic_end();
    return argument;
}

static void *writer(void *argument)
{
    place = 1;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, reader, NULL);
    place = 3;
    pthread_create(&two, NULL, writer, NULL);
    place = 2;
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(taken >= 1 && taken <= 4);
    return 0;
}
