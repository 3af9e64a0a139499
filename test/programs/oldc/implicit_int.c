/* Implicit int and an empty parameter list: C as it was before 1999. */
#include <assert.h>
#include <pthread.h>

count;
static limit = 2;

void *increment()
{
    __sync_fetch_and_add(&count, 1);
    return 0;
}

main()
{
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == limit);
    return 0;
}
