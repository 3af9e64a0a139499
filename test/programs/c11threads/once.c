/* call_once runs the function once, whoever calls it first. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

once_flag flag = ONCE_FLAG_INIT;
int calls;

void initialise(void)
{
    calls++;
}

int work(void *argument)
{
    (void)argument;
    call_once(&flag, initialise);
    assert(calls == 1);
    return 0;
}

int main(void)
{
    thrd_t first, second;
    thrd_create(&first, work, NULL);
    thrd_create(&second, work, NULL);
    thrd_join(first, NULL);
    thrd_join(second, NULL);
    return 0;
}
