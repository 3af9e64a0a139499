/* The flag is cleared before the work is done. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_flag busy = ATOMIC_FLAG_INIT;
atomic_int inside;

void *enter(void *argument)
{
    if (!atomic_flag_test_and_set(&busy)) {
        atomic_flag_clear(&busy);
        int before = atomic_fetch_add(&inside, 1);
        assert(before == 0);
        atomic_fetch_sub(&inside, 1);
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
