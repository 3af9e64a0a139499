/* Two workers take jobs until main shuts the pool down, and wakes only one of them: if both were waiting, the other one
   waits for ever, and main with it. It takes three threads. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

#define ROOM 2
#define WORKERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;
static int queued, shut_down;
static unsigned submitted, done;

static void *run_jobs(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!queued && !shut_down)
            pthread_cond_wait(&work, &lock);
        if (!queued) {
            pthread_mutex_unlock(&lock);
            return unused;
        }
        queued--;
        done++;
        pthread_cond_signal(&room);
        pthread_mutex_unlock(&lock);
    }
}

static void submit(void)
{
    pthread_mutex_lock(&lock);
    while (queued == ROOM)
        pthread_cond_wait(&room, &lock);
    queued++;
    submitted++;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], 0, run_jobs, 0);
    while (__VERIFIER_nondet_int())
        submit();
    pthread_mutex_lock(&lock);
    shut_down = 1;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], 0);
    assert(queued == 0 && done == submitted);
    return 0;
}
