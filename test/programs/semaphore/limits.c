/* Values beyond SEM_VALUE_MAX are refused: by init with EINVAL, by post with EOVERFLOW. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

int main(void)
{
    sem_t permits;
    assert(sem_init(&permits, 0, (unsigned)SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    assert(sem_init(&permits, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&permits) == -1 && errno == EOVERFLOW);
    sem_destroy(&permits);
    return 0;
}
