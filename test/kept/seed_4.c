/* generate_paths.py 4 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>


int flag = 0;


void *thread_2(void *argument)
{
    while (!flag) {
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    _Bool in0 = 1;
    pthread_create(&t2, NULL, thread_2, (void *)(long)in0);
    pthread_join(t2, NULL);
    return 0;
}
