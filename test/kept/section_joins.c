#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
int x;
pthread_t t1, t2;
void *thread_2(void *argument)
{
    x = 1;
    pthread_mutex_lock(&a);
    return argument;
}
void *thread_1(void *argument)
{
    __VERIFIER_atomic_begin();
    int before = x;
    pthread_join(t2, 0);
    int after = x;
    assert(before == after);
    __VERIFIER_atomic_end();
    return argument;
}
int main(void)
{
    pthread_create(&t2, 0, thread_2, 0);
    pthread_create(&t1, 0, thread_1, 0);
    pthread_mutex_lock(&a);
    pthread_join(t1, 0);
    return 0;
}
