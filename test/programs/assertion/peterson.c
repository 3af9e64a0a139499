/* Peterson's protocol; a thread that may not enter goes home instead of spinning. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

volatile int wants[2];
volatile int turn;
int inside;

void *left(void *argument)
{
    wants[0] = 1;
    turn = 1;
    if (!wants[1] || turn == 0) {
        inside = 1;
        assert(inside == 1);
    }
    wants[0] = 0;
    return argument;
}

void *right(void *argument)
{
    wants[1] = 1;
    turn = 0;
    if (!wants[0] || turn == 1) {
        inside = 2;
        assert(inside == 2);
    }
    wants[1] = 0;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, left, NULL);
    pthread_create(&second, NULL, right, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
