/* generate_paths.py 110 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

unsigned char x = 0;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    int v1 = v0;
    x = v1;
    assert(!(x == 1));
    x = ((v0 == 0)) ? v1 : v1;
    return argument;
}

int main(void)
{
    pthread_t t1;
    sem_init(&sem, 0, 1);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 2);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    switch (in0) {
    case 0: {
    }
        break;
    }
    pthread_join(t1, NULL);
    return 0;
}
