/* Thread-specific storage with a destructor, which runs at thrd_exit too. */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

tss_t key;
int released;

void release(void *value)
{
    released += *(int *)value;
    free(value);
}

int work(void *argument)
{
    int *number = malloc(sizeof *number);
    (void)argument;
    *number = 4;
    assert(tss_get(key) == NULL);
    tss_set(key, number);
    assert(tss_get(key) == number);
    thrd_exit(9);
}

int main(void)
{
    thrd_t worker;
    int result;
    assert(tss_create(&key, release) == thrd_success);
    thrd_create(&worker, work, NULL);
    thrd_join(worker, &result);
    assert(result == 9 && released == 4);
    tss_delete(key);
    return 0;
}
