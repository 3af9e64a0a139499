/*
 * The value a thread returns is what join hands over, also when the thread has long ended before the join.
 *
 * Interleavings: no thread touches shared memory: 1.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

void *square(void *argument)
{
    intptr_t number = (intptr_t)argument;
    return (void *)(number * number);
}

int main(void)
{
    pthread_t threads[3];
    intptr_t sum = 0;
    for (intptr_t i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, square, (void *)(i + 1));
    }
    for (int i = 2; i >= 0; i--) {
        void *value = NULL;
        int status = pthread_join(threads[i], &value);
        assert(status == 0);
        sum += (intptr_t)value;
    }
    assert(sum == 14);
    return 0;
}
