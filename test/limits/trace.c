// A violation behind a hundred thousand events: it is long to record, to minimise and to report.
#include <assert.h>
#include <pthread.h>
enum { ROUNDS = 20000 };
static int x, y;
static void *work(void *argument)
{
    for (int i = 0; i < ROUNDS; i++) {
        x = x + 1;
        y = x;
    }
    return argument;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2 * ROUNDS);
}
