/* A thread is joined again in the next round, when another one may have its number. */
#include <pthread.h>
static void *end(void *unused)
{
    return unused;
}
int main(void)
{
    pthread_t before = 0;
    for (;;) {
        pthread_t now;
        pthread_create(&now, 0, end, 0);
        if (before)
            pthread_join(before, 0);
        pthread_join(now, 0);
        before = now;
    }
}
