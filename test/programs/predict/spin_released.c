/* The spin lock is given up between the two halves. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int a;
int b;
pthread_spinlock_t lock;

void *writer(void *argument)
{
    pthread_spin_lock(&lock);
    a = 1;
    pthread_spin_unlock(&lock);
    pthread_spin_lock(&lock);
    b = 1;
    pthread_spin_unlock(&lock);
    return argument;
}

void *reader(void *argument)
{
    pthread_spin_lock(&lock);
    int copy = a;
    assert(copy == b);
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
