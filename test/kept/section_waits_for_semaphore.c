/* The thread comes to the semaphore only while it is zero, and goes on if it takes it
   before main does. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

sem_t semaphore;
int before = 1;

void *waiter(void *argument)
{
    __VERIFIER_atomic_begin();
    if (before) {
        sem_wait(&semaphore);
        assert(before);
    }
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, waiter, 0);
    before = 0;
    sem_post(&semaphore);
    sem_wait(&semaphore);
    return 0;
}
