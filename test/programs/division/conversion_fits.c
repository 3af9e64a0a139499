/* The largest and the smallest floating numbers that integer types have, once cut off. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

double large = 2147483647.9, small = -2147483648.9, least = -9223372036854775808.0, below_zero = -0.9;
float half = 65535.5f;

void *work(void *argument)
{
    assert((int)large == INT_MAX && (int)small == INT_MIN && (long long)least == LLONG_MIN);
    assert((unsigned)below_zero == 0 && (unsigned short)half == 65535);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    half = 65535.75f;
    pthread_join(worker, NULL);
    return 0;
}
