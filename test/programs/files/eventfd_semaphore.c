// With EFD_SEMAPHORE a counter of 2 lets two readers through.
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;

static void *take(void *unused)
{
    eventfd_t value;
    eventfd_read(event, &value); // each thread takes one
    assert(value == 1);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    event = eventfd(0, EFD_SEMAPHORE);
    pthread_create(&first, NULL, take, NULL);
    pthread_create(&second, NULL, take, NULL);
    eventfd_write(event, 2);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
