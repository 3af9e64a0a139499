/* The receiver spins until the flag is set, which is after the message. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int data;
volatile int flag;

void *sender(void *argument)
{
    int message = __VERIFIER_nondet_int();
    __VERIFIER_assume(message != 0);
    data = message;
    flag = 1;
    return argument;
}

void *receiver(void *argument)
{
    while (!flag) {
    }
    assert(data != 0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, sender, NULL);
    pthread_create(&threads[1], NULL, receiver, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
