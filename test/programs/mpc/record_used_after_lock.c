/* As record_used_under_lock.c, but the record is used after the lock was given up. */
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
    pthread_mutex_unlock(&lock);
    if (mine != NULL) {
        mine->value = 1;
    }
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
