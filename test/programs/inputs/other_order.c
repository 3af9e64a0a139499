/* The same program with the inputs exchanged does not reach the failing difference. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int difference;

void *subtract(void *argument)
{
    difference = difference - *(int *)argument;
    return NULL;
}

int main(void)
{
    pthread_t worker;
    difference = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    pthread_create(&worker, NULL, subtract, &second);
    pthread_join(worker, NULL);
    assert(difference != 3);
    return 0;
}
