/* A thread that counts its attempts notices a failure without reason, though nobody else touches the variable. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int flag;

void *set(void *argument)
{
    int expected = 0, tries = 1;
    while (!__atomic_compare_exchange_n(&flag, &expected, 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && tries < 3) {
        tries++;
    }
    assert(tries == 1);
    return argument;
}

int main(void)
{
    pthread_t setter;
    pthread_create(&setter, NULL, set, NULL);
    pthread_join(setter, NULL);
    return 0;
}
