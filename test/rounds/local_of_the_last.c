/* Each thread reads the local of the one before, which is gone, though its own is where that was. */
#include <pthread.h>
static int *where, seen;
static void *look(void *unused)
{
    int own = 1;
    if (where)
        seen = *where;
    where = &own;
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, look, 0);
        pthread_join(thread, 0);
    }
}
