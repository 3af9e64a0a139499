/* Threads without end, each of which has the configuration read: it is read once, before anybody uses it. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times_read, configuration;

static void read_configuration(void)
{
    times_read++;
    configuration = 7;
}

static void *use(void *unused)
{
    pthread_once(&once, read_configuration);
    assert(configuration == 7 && times_read == 1);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t user;
        pthread_create(&user, 0, use, 0);
    }
}
