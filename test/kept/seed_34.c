/* generate_paths.py 34 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>


atomic_int flag = 0;
sem_t sem;

static int helper(int n)
{
}


void *thread_1(void *argument)
{
    while (!flag) {
    }
    pthread_t t2;
    return argument;
}

int main(void)
{
    pthread_t t1;
    sem_init(&sem, 0, 1);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_join(t1, NULL);
    return 0;
}
