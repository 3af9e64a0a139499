/* A thread looks at several flags one after the other, by a loop; that of which it needs one more is never set again. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { FLAGS = 2 };

atomic_int flags[FLAGS];

static int find_flag(void)
{
    for (;;) {
        for (int i = 0; i < FLAGS; i++)
            if (atomic_exchange(&flags[i], 0))
                return i;
    }
}

void *setter(void *argument)
{
    atomic_store(&flags[1], 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, setter, NULL);
    find_flag();
    find_flag();
    pthread_join(thread, NULL);
    return 0;
}
