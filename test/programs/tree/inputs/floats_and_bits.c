/* Two threads sort inputs by what they are: numbers that are compared, words whose bits are counted. */
#include <assert.h>
#include <pthread.h>

extern float __VERIFIER_nondet_float(void);
extern unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
float lowest;
unsigned largest_count, lowest_bit = 32;

void *sort(void *argument)
{
    float number = __VERIFIER_nondet_float();
    unsigned word = __VERIFIER_nondet_uint();
    unsigned count = (unsigned)__builtin_popcount(word);
    pthread_mutex_lock(&lock);
    if (number < lowest)
        lowest = number;
    if (count > largest_count)
        largest_count = count;
    if (word && (unsigned)__builtin_ctz(word) < lowest_bit)
        lowest_bit = (unsigned)__builtin_ctz(word);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, sort, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(lowest <= 0.0);
    assert(largest_count <= 32 && (lowest_bit < 32) == (largest_count > 0));
}
