// A violation that needs many changes of thread: there is much to try before none can be left out.
#include <assert.h>
#include <pthread.h>
enum { ROUNDS = 60 };
static int turn;
static void *work(void *argument)
{
    int mine = (int)(long)argument;
    for (int i = 0; i < ROUNDS; i++)
        if (turn % 3 == mine)
            turn++;
    return NULL;
}
int main(void)
{
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(turn < 20);
}
