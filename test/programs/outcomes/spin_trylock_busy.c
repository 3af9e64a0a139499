/* An attempt at a spin lock that another thread holds fails, which is taken for impossible. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;
int counter;

void *hold(void *argument)
{
    pthread_spin_lock(&lock);
    counter++;
    pthread_spin_unlock(&lock);
    return argument;
}

void *attempt(void *argument)
{
    int status = pthread_spin_trylock(&lock);
    assert(status == 0);
    counter++;
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&first, NULL, hold, NULL);
    pthread_create(&second, NULL, attempt, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
