/* generate_paths.py 95 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int x = 1;
int table[3] = {2, 2, 2};


void *thread_2(void *argument)
{
    int v2 = (int)(long)argument;
    table[v2] = v2;
    x = x;
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 1);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in0);
    x = in0;
    switch (x) {
    case 0: {
    }
        break;
    default: {
        table[in0] = in0;
    }
        break;
    }
    pthread_join(t2, NULL);
    return 0;
}
