/* One thread initialises through call_once, the other one directly. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

once_flag flag = ONCE_FLAG_INIT;
int calls;

void initialise(void)
{
    calls++;
}

int polite(void *argument)
{
    (void)argument;
    call_once(&flag, initialise);
    return 0;
}

int main(void)
{
    thrd_t other;
    thrd_create(&other, polite, NULL);
    if (calls == 0) {
        initialise();
    }
    thrd_join(other, NULL);
    assert(calls == 1);
    return 0;
}
