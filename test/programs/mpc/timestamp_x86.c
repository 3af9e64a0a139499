// The counter of the processor does not go back, whatever it shows: not from one reading to the next, and not from one
// thread to another that comes after it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint64_t before;

static uint64_t read_counter(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

static void *work(void *argument)
{
    before = read_counter();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    uint64_t first = read_counter(), second = read_counter();
    assert(before <= first && first <= second);
    return 0;
}
