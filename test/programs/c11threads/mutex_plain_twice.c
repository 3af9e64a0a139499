/* A plain mutex is not recursive. */
#include <stddef.h>
#include <threads.h>

mtx_t lock;

int work(void *argument)
{
    (void)argument;
    mtx_lock(&lock);
    mtx_lock(&lock);
    mtx_unlock(&lock);
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t worker;
    mtx_init(&lock, mtx_plain);
    thrd_create(&worker, work, NULL);
    thrd_join(worker, NULL);
    return 0;
}
