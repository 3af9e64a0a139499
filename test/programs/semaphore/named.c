/* Two workers and main share a semaphore that each opens by its name; a worker forgets to wait. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { WORKERS = 2 };

static int balance;

static void *work(void *careful)
{
    sem_t *gate = sem_open("/gate", 0);
    assert(gate != SEM_FAILED);
    if (careful) {
        sem_wait(gate);
    }
    int seen = balance;
    balance = seen + 1;
    sem_post(gate);
    sem_close(gate);
    return NULL;
}

int main(void)
{
    sem_t *gate = sem_open("/gate", O_CREAT | O_EXCL, 0600, 1);
    assert(gate != SEM_FAILED);
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
#ifdef CAREFUL
        void *careful = workers;
#else
        void *careful = i > 0 ? workers : NULL;
#endif
        pthread_create(&workers[i], NULL, work, careful);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], NULL);
    }
    assert(balance == WORKERS);
    sem_close(gate);
    sem_unlink("/gate");
    return 0;
}
