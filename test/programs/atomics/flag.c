/*
 * atomic_flag as a try-lock: whoever gets it is alone inside.
 *
 * Interleavings: whoever is first has six more steps: five accesses and the clear. The other one's attempt fails
 * before any of these six (6), or succeeds after them, alone (1). For either thread: 14.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_flag busy = ATOMIC_FLAG_INIT;
int inside;

void *enter(void *argument)
{
    if (!atomic_flag_test_and_set(&busy)) {
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
        atomic_flag_clear(&busy);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, enter, NULL);
    pthread_create(&second, NULL, enter, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
