/*
 * Incompatible pointer types and integers as pointers, which newer compilers refuse and older ones only warn
 * about.
 */
#include <assert.h>
#include <pthread.h>

int total;

int work(int *amount)
{
    total += *amount;
    return 0;
}

int main()
{
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, 0, work, &one);
    pthread_create(&b, 0, work, &two);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total == 3);
    return 0;
}
