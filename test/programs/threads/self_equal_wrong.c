/* Whoever comes last has its identity in `last`; to rely on the order of creation is wrong. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_t last;

void *work(void *argument)
{
    last = pthread_self();
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(pthread_equal(last, second));
    return 0;
}
