/* As wait_two_flags.c, but main goes on as soon as one flag is up. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int flags[2];
int sum[2];

void *worker(void *argument)
{
    int which = *(int *)argument;
    sum[which] = which + 1;
    atomic_store(&flags[which], 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int names[2] = {0, 1};
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, worker, &names[i]);
    }
    while (!atomic_load(&flags[0]) && !atomic_load(&flags[1])) {
    }
    assert(sum[0] + sum[1] == 3);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
