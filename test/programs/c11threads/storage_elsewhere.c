/* The value set in main is not there in the other thread. */
#include <stddef.h>
#include <threads.h>

tss_t key;
int number = 3;

int work(void *argument)
{
    (void)argument;
    int *mine = tss_get(key);
    return *mine;
}

int main(void)
{
    thrd_t worker;
    tss_create(&key, NULL);
    tss_set(key, &number);
    thrd_create(&worker, work, NULL);
    thrd_join(worker, NULL);
    return 0;
}
