/* A spin lock is not recursive: the helper spins for ever on the lock its caller holds. */
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;
int counter;

void add(int amount)
{
    pthread_spin_lock(&lock);
    counter += amount;
    pthread_spin_unlock(&lock);
}

int main(void)
{
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    add(1);
    pthread_spin_lock(&lock);
    if (counter == 1) {
        add(1);
    }
    pthread_spin_unlock(&lock);
    return 0;
}
