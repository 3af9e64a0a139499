/* An assumption after the assertion does not help it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int condition);

int x;

void *worker(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int seen = x;
    assert(seen == 1);
    __VERIFIER_assume(seen == 1);
    pthread_join(thread, NULL);
    return 0;
}
