/* Threads without end; some of them use the configuration without having it read. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int configuration;

static void read_configuration(void)
{
    configuration = 7;
}

static void *use(void *unused)
{
    if (__VERIFIER_nondet_int())
        pthread_once(&once, read_configuration);
    assert(configuration == 7);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t user;
        pthread_create(&user, 0, use, 0);
    }
}
