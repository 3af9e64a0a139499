/* An assumption that takes the address as an int: the low half of no address is 0, so there are runs in which it holds. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

int *shared;

void *work(void *argument)
{
    *shared = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    shared = malloc(sizeof *shared);
    __VERIFIER_assume((int)(long)shared);
    *shared = 0;
    pthread_create(&worker, NULL, work, NULL);
    assert(*shared == 0);
    pthread_join(worker, NULL);
    free(shared);
    return 0;
}
