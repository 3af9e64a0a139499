/* Peterson's protocol with the two announcements in the wrong order lets both in. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

volatile int wants[2];
volatile int turn;
int inside;

void *enter(void *argument)
{
    int me = argument != NULL;
    turn = 1 - me;
    wants[me] = 1;
    if (!wants[1 - me] || turn == me) {
        inside = me + 1;
        assert(inside == me + 1);
    }
    wants[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, enter, NULL);
    pthread_create(&second, NULL, enter, &inside);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
