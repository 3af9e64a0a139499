/* A count of zero is refused with EINVAL. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_barrier_t barrier;
    int status = pthread_barrier_init(&barrier, NULL, 0);
    assert(status == EINVAL);
    return 0;
}
