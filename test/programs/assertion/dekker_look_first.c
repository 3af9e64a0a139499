/* Looking before announcing: both see nobody and both enter. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int wants[2];
int inside;

void *enter(void *argument)
{
    int me = argument != NULL;
    if (!wants[1 - me]) {
        wants[me] = 1;
        inside = me + 1;
        assert(inside == me + 1);
        wants[me] = 0;
    }
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
