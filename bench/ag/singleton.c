/*
 * One thread makes an object; when it has ended, three others write into it, one of them another value than the other
 * two. That one may be the last.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

char *object;

static void *make(void *argument)
{
    object = malloc(1);
    return argument;
}

static void *write_x(void *argument)
{
    object[0] = 'X';
    return argument;
}

static void *write_y(void *argument)
{
    object[0] = 'Y';
    return argument;
}

int main(void)
{
    pthread_t maker, writers[3];
    pthread_create(&maker, NULL, make, NULL);
    pthread_join(maker, NULL);
    pthread_create(&writers[0], NULL, write_x, NULL);
    pthread_create(&writers[1], NULL, write_y, NULL);
    pthread_create(&writers[2], NULL, write_x, NULL);
    for (int n = 0; n < 3; n++) {
        pthread_join(writers[n], NULL);
    }
    assert(object[0] == 'X');
    free(object);
    return 0;
}
