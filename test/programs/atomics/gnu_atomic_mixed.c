/* One thread increments atomically, the other one does not. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int counter;

void *atomically(void *argument)
{
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return argument;
}

void *plainly(void *argument)
{
    counter = counter + 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, atomically, NULL);
    pthread_create(&second, NULL, plainly, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
