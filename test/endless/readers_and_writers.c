/* Readers and writers without end, as an input says: writers change both halves under the write lock, so that readers
   find them the same under the read lock. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *write_both(void *unused)
{
    int value = __VERIFIER_nondet_int();
    pthread_rwlock_wrlock(&lock);
    left = value;
    right = value;
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *read_both(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    assert(left == right);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, __VERIFIER_nondet_int() ? write_both : read_both, 0);
        pthread_detach(thread);
    }
}
