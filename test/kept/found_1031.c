#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);


void *thread_1(void *argument)
{
    reach_error();
}
int main(void)
{
    int in0 = __VERIFIER_nondet_int(); // 0 1 2
    __VERIFIER_assume(in0 >= 0 && in0 <= 2);
    pthread_t t1;
    pthread_t t2;
    pthread_create(&t1, NULL, thread_1, (void *)(long)0);
    switch (in0) {
    case 2: {
        reach_error();
    }
        break;
    }
    return 0;
}
