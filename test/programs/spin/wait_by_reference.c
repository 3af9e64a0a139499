/* What is waited for comes by way of functions that keep locals in memory. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

atomic_uint head, tail;
int slots[2];

static bool exchange(atomic_uint *word, unsigned *expected, unsigned desired)
{
    return atomic_compare_exchange_strong(word, expected, desired);
}

static bool take_position(unsigned *position)
{
    unsigned found = atomic_load(&head);
    while (found != atomic_load(&tail)) {
        if (exchange(&head, &found, found + 1)) {
            *position = found;
            return true;
        }
    }
    return false;
}

static bool take(int *value)
{
    unsigned position;
    if (!take_position(&position))
        return false;
    *value = slots[position];
    return true;
}

static int wait_for_value(void)
{
    int value;
    while (!take(&value)) {
    }
    return value;
}

void *consumer(void *argument)
{
    int value = wait_for_value();
    assert(value == 7);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, consumer, NULL);
    slots[0] = 7;
    atomic_store(&tail, 1);
    pthread_join(thread, NULL);
    assert(atomic_load(&head) == 1);
    return 0;
}
