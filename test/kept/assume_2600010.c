/* generate_assume.py 2600010 */
#include <stddef.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER, lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_t t1, t2, t3;

void *thread_1(void *argument)
{
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&lock_a);
    return argument;
}

void *thread_2(void *argument)
{
    pthread_mutex_unlock(&lock_a);
    return argument;
}

void *thread_3(void *argument)
{
    pthread_mutex_lock(&lock_a);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_create(&t3, NULL, thread_3, NULL);
    pthread_join(t1, NULL);
    pthread_join(t3, NULL);
    return 0;
}
