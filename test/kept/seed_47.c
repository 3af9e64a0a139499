/* generate_paths.py 47 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);



void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    pthread_t t2;
    for (int v2 = 0; v2 < v0; v2++) {
    }
    return argument;
}

int main(void)
{
    pthread_t t1;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 1);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    if (!in0) {
    }
    pthread_join(t1, NULL);
    return 0;
}
