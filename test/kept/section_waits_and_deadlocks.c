#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
int x;
void *thread_1(void *argument)
{
    __VERIFIER_atomic_begin();
    int before = x;
    pthread_mutex_lock(&a);
    int after = x;
    assert(before == after);
    pthread_mutex_unlock(&a);
    __VERIFIER_atomic_end();
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&a);
    pthread_create(&t, 0, thread_1, 0);
    x = 1;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&a);
    pthread_join(t, 0);
    return 0;
}
