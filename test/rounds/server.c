/* A server answers for ever: a request that was taken has its answer. */
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int request, has_request, answer, has_answer;
static void *server(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!has_request)
            pthread_cond_wait(&changed, &lock);
        answer = request + 1;
        has_request = 0;
        has_answer = 1;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, server, 0);
    for (int i = 0;; i = (i + 1) % 1000) {
        pthread_mutex_lock(&lock);
        request = i;
        has_request = 1;
        pthread_cond_broadcast(&changed);
        while (!has_answer)
            pthread_cond_wait(&changed, &lock);
        assert(answer == i + 1);
        has_answer = 0;
        pthread_mutex_unlock(&lock);
    }
}
