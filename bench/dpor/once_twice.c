/* N threads see to it that two things are done once, every second one in the other order. Any may be the one who
 * does the first, any who does the second, but it cannot be that each is done by one who comes to it last: with a
 * and b = N - a threads N^2 - a b orders. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

pthread_once_t controls[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
int done[2];

static void do_first(void)
{
    done[0]++;
}

static void do_second(void)
{
    done[1]++;
}

static void *use(void *argument)
{
    if ((long)argument % 2) {
        pthread_once(&controls[1], do_second);
        pthread_once(&controls[0], do_first);
    } else {
        pthread_once(&controls[0], do_first);
        pthread_once(&controls[1], do_second);
    }
    assert(done[0] == 1 && done[1] == 1);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, use, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
