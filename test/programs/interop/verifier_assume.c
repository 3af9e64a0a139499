/* Paths on which the assumption does not hold are dropped without a word, by assume and by the abort idiom. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int condition);

int x, y;

void assume_abort_if_not(int cond)
{
    if (!cond) {
        abort();
    }
}

void *worker(void *argument)
{
    x = 1;
    y = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int seen_y = y;
    int seen_x = x;
    __VERIFIER_assume(seen_y == 1);
    assert(seen_x == 1);
    assume_abort_if_not(x == 1);
    assert(x == 1);
    pthread_join(thread, NULL);
    return 0;
}
