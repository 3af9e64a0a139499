// The counter of the processor need not have moved on between two readings.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint64_t before;

static uint64_t read_counter(void)
{
    uint64_t value;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(value) : : "memory");
    return value;
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
    assert(first != second);
    return 0;
}
