/* trywait, timedwait and getvalue on a semaphore that one thread uses up. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t permits;
    struct timespec past = {0, 0};
    int value = -1;
    sem_init(&permits, 0, 2);
    sem_getvalue(&permits, &value);
    assert(value == 2);
    assert(sem_trywait(&permits) == 0);
    assert(sem_timedwait(&permits, &past) == 0);
    assert(sem_trywait(&permits) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&permits, &past) == -1 && errno == ETIMEDOUT);
    sem_post(&permits);
    sem_getvalue(&permits, &value);
    assert(value == 1);
    sem_destroy(&permits);
    return 0;
}
