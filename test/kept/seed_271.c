/* generate_paths.py 271 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>



void *thread_1(void *argument)
{
    int *cell = argument;
    if (*cell < 1) {
        *cell = *cell;
    }
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1;
    int in0 = 1;
    pthread_create(&t1, NULL, thread_1, cell);
    *cell = in0;
    return 0;
}
