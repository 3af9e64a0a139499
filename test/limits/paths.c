// Paths without number: every round branches on an input and on what the other thread did.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int shared, sum;
static void *work(void *argument)
{
    for (int i = 0; i < 30; i++) {
        if (__VERIFIER_nondet_int() > shared)
            shared++;
        if (shared % 3 == 1)
            sum += shared;
    }
    return argument;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum != 123456);
}
