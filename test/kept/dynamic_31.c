/* generate_dynamic.py 31 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int y = 0;
int z = 0;
struct job {
    int number;
    int *target;
} jobs[2];

void *thread_1(void *argument)
{
    int v0 = y;
    y = (1);
    return (void *)(long)(v0);
}

void *thread_2(void *argument)
{
    struct job *job = argument;
    int id = job->number;
    y = y + (2 - id);
    return (void *)(long)(id);
}


int main(void)
{
    _Bool in0 = __VERIFIER_nondet_bool();
    pthread_t threads[2];
    int count = (in0 & 1) + 1;
    for (int i = 0; i < count; i++) {
        jobs[i].number = i;
        jobs[i].target = i == 0 ? &z : &z;
        pthread_create(&threads[i], NULL, i == 0 ? thread_1 : thread_2, &jobs[i]);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(!(y == 2 && count == 2));
    return 0;
}
