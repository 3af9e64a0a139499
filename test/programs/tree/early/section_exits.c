/*
 * The process ends in an atomic section unless somebody has kept it from that: what the others would have done is not
 * seen in such a run.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int kept, sure, done;

void *finish(void *argument)
{
    __VERIFIER_atomic_begin();
    if (!kept) {
        exit(0);
    }
    __VERIFIER_atomic_end();
    return argument;
}

void *keep(void *argument)
{
    done = 1;
    kept = 1;
    if (sure) {
        reach_error();
    }
    return argument;
}

void *agree(void *argument)
{
    sure = 1;
    return argument;
}

int main(void)
{
    pthread_t finisher, keeper, agreeing;
    pthread_create(&finisher, NULL, finish, NULL);
    pthread_create(&keeper, NULL, keep, NULL);
    pthread_create(&agreeing, NULL, agree, NULL);
    pthread_join(finisher, NULL);
    return 0;
}
