/* Threads without end: some have the lock and then have the configuration read, whose routine wants the lock, too. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void read_configuration(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

static void *use(void *unused)
{
    int locked = __VERIFIER_nondet_int();
    if (locked)
        pthread_mutex_lock(&lock);
    pthread_once(&once, read_configuration);
    if (locked)
        pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t user;
        pthread_create(&user, 0, use, 0);
    }
}
