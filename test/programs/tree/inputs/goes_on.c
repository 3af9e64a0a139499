/* Every run goes round for ever, in states that it has been in before; only some inputs lead to what is wrong. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared, own;

static void *serve(void *place)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        *(int *)place = 1;
        shared = 1;
        pthread_mutex_unlock(&lock);
    }
    return place;
}

int main(void)
{
    pthread_t server;
    int rounds = 0;
#ifdef LOCAL
    int mine = 0, *place = &mine;
#else
    int *place = &own;
#endif
    pthread_create(&server, 0, serve, place);
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&lock);
        shared = 0;
        pthread_mutex_unlock(&lock);
        if (++rounds > 2) {
#ifdef LOCAL
            pthread_exit(0);
#else
            place = 0;
            *place = 1;
#endif
        }
    }
    for (;;) {
        pthread_mutex_lock(&lock);
        shared = 0;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
