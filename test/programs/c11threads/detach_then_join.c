/* A detached C11 thread must not be joined. */
#include <stddef.h>
#include <threads.h>

int work(void *argument)
{
    return argument != NULL;
}

int main(void)
{
    thrd_t worker;
    thrd_create(&worker, work, NULL);
    thrd_detach(worker);
    thrd_join(worker, NULL);
    return 0;
}
