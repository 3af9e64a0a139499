/* Two players hit a ball to and fro for ever, each after the semaphore of the other one: the ball is where it must
   be. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t to_left, to_right;
static int ball;

static void *play_left(void *unused)
{
    for (;;) {
        sem_wait(&to_left);
        assert(ball == 0);
        ball = 1;
        sem_post(&to_right);
    }
    return unused;
}

static void *play_right(void *unused)
{
    for (;;) {
        sem_wait(&to_right);
        assert(ball == 1);
        ball = 0;
        sem_post(&to_left);
    }
    return unused;
}

int main(void)
{
    pthread_t left, right;
    sem_init(&to_left, 0, 1);
    sem_init(&to_right, 0, 0);
    pthread_create(&left, 0, play_left, 0);
    pthread_create(&right, 0, play_right, 0);
    pthread_join(left, 0);
    pthread_join(right, 0);
    return 0;
}
