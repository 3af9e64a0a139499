/* With the input 0 the thread idles; with 10 it comes to 50 in its fifth round. */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    unsigned step = __VERIFIER_nondet_uint(), sum = 0;
    if (step > 12)
        return 0;
    for (;;) {
        sched_yield();
        sum += step;
        if (sum == 50)
            reach_error();
    }
}
