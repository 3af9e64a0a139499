/* The destructors of two threads increment the same counter without a lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_key_t key;
int released;

void release(void *value)
{
    (void)value;
    released++;
}

void *work(void *argument)
{
    pthread_setspecific(key, argument);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    int one, two;
    pthread_key_create(&key, release);
    pthread_create(&first, NULL, work, &one);
    pthread_create(&second, NULL, work, &two);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(released == 2);
    return 0;
}
