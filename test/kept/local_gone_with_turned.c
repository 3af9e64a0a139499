/* generate_paths.py 500001 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>


atomic_int y = 0;

void *thread_2(void *argument)
{
    int *cell = argument;
    *cell = *cell + ((y > 0) ? 0 : 0);
    return argument;
}

void *thread_1(void *argument)
{
    int *cell = argument;
    y = 1;
    pthread_t t2;
    pthread_create(&t2, NULL, thread_2, cell);
    if (y < 2) {
        int v0 = y;
    }
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1;
    unsigned char in0 = 1;
    pthread_create(&t1, NULL, thread_1, cell);
    y = y + in0;
    pthread_join(t1, NULL);
    return 0;
}
