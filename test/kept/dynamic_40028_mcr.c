/* generate_dynamic.py 40028 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern void reach_error(void);

atomic_int z = 0;

static int helper(int n)
{
    if (z == 4 && n == 0) {
        reach_error();
    }
    return n;
}

void *thread_1(void *argument)
{
    int id = (int)(long)argument;
    z = id;
    int v0 = helper(0);
    return argument;
}

void *thread_3(void *argument)
{
    int n = (int)(long)argument;
    pthread_t team[2];
    int count = n;
    for (int i = 0; i < count; i++) {
        pthread_create(&team[i], NULL, thread_1, (void *)(long)i);
    }
    void *result;
    pthread_join(team[0], &result);
    return argument;
}

int main(void)
{
    pthread_t spawner;
    pthread_create(&spawner, NULL, thread_3, (void *)(long)2);
    int v2 = (z == 0) ? 3 : 0;
    z = z + v2;
    pthread_join(spawner, NULL);
    assert(!(v2 == 3));
    return 0;
}
