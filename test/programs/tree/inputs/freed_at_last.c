/* A block that is only accessed under the lock is freed without it for one input: the other one may access it then. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key, value;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct node *node;

static void *use(void *argument)
{
    pthread_mutex_lock(&lock);
    if (node)
        node->key = node->key + 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *drop(void *argument)
{
    pthread_mutex_lock(&lock);
    struct node *mine = node;
    if (__VERIFIER_nondet_int() == 99) {
        node = 0;
#ifdef EARLY
        pthread_mutex_unlock(&lock);
        free(mine);
        return argument;
#endif
    } else {
        mine->key = 3;
        mine = 0;
    }
    free(mine);
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *drop_in_use(void *argument)
{
    struct node *mine;
    pthread_mutex_lock(&lock);
    mine = node;
    mine->key = 4;
    pthread_mutex_unlock(&lock);
    if (__VERIFIER_nondet_int() == 99)
        free(mine);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    node = malloc(sizeof *node);
    if (!node)
        return 0;
    node->key = node->value = 0;
    pthread_create(&threads[0], 0, use, 0);
#ifdef IN_USE
    pthread_create(&threads[1], 0, drop_in_use, 0);
#else
    pthread_create(&threads[1], 0, drop, 0);
    (void)drop_in_use;
#endif
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
