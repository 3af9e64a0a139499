/* The record is freed if the input is 7, and used only while the lock is held. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    int kind;
    int value;
};

struct record *current;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *owner(void *argument)
{
    int discard = __VERIFIER_nondet_int();
    if (discard == 7) {
        pthread_mutex_lock(&lock);
        struct record *old = current;
        current = NULL;
        pthread_mutex_unlock(&lock);
        free(old);
    }
    return argument;
}

void *user(void *argument)
{
    pthread_mutex_lock(&lock);
    struct record *mine = current;
    if (mine != NULL) {
        mine->value = 1;
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    current = calloc(1, sizeof *current);
    pthread_create(&threads[0], NULL, owner, NULL);
    pthread_create(&threads[1], NULL, user, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
