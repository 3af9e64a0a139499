/* Each iteration has a local of its own, which the worker may use until it is joined in the same iteration. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void *work(void *argument)
{
    *(int *)argument += 1;
    return NULL;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        pthread_t worker;
        int local = i;
        pthread_create(&worker, NULL, work, &local);
        pthread_join(worker, NULL);
        sum += local;
    }
    assert(sum == 6);
    return 0;
}
