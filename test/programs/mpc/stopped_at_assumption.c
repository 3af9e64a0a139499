// What the reader assumes holds only before the writer; the assertion fails after it.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int begun, chosen;

static void *writer(void *argument)
{
    pthread_mutex_lock(&lock);
    begun = 1;
    pthread_mutex_unlock(&lock);
    if (__VERIFIER_nondet_int() == 7)
        chosen = 1;
    return argument;
}

static void *reader(void *argument)
{
    pthread_mutex_lock(&lock);
    __VERIFIER_assume(begun == 0);
    pthread_mutex_unlock(&lock);
    assert(chosen == 0);
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, writer, NULL);
    pthread_create(&two, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
