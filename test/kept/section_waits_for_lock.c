/* The thread comes to its lock only while main holds it, and goes on if it gets
   it before main takes it again for good. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int held, x;

void *waiter(void *argument)
{
    __VERIFIER_atomic_begin();
    if (held) {
        pthread_mutex_lock(&lock);
        assert(x == 0);
        pthread_mutex_unlock(&lock);
    }
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    held = 1;
    pthread_create(&thread, 0, waiter, 0);
    x = 1;
    held = 0;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    return 0;
}
