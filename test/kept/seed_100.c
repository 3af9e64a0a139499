/* generate_paths.py 100 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int table[3] = {0, 2, 1};


void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    pthread_t t2;
    switch (table[v0]) {
    }
    return argument;
}

int main(void)
{
    pthread_t t1;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 2);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    table[in0 & 1] = table[in0 & 1] + 2;
    pthread_join(t1, NULL);
    return 0;
}
