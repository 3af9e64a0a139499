/* The same key holds a different value in each thread, and NULL where none was set. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

pthread_key_t key;

void *work(void *argument)
{
    assert(pthread_getspecific(key) == NULL);
    pthread_setspecific(key, argument);
    assert(pthread_getspecific(key) == argument);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    int status = pthread_key_create(&key, NULL);
    assert(status == 0);
    pthread_setspecific(key, (void *)1);
    pthread_create(&first, NULL, work, (void *)2);
    pthread_create(&second, NULL, work, (void *)3);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert((intptr_t)pthread_getspecific(key) == 1);
    pthread_key_delete(key);
    return 0;
}
