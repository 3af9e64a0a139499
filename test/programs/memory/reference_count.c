/* Whoever gives the last reference back frees the block. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
    int value;
};

void shared_release(struct shared *object)
{
    if (atomic_fetch_sub(&object->references, 1) == 1) {
        free(object);
    }
}

void *use(void *argument)
{
    struct shared *object = argument;
    object->value = 1;
    shared_release(object);
    return NULL;
}

int main(void)
{
    pthread_t worker;
    struct shared *object = malloc(sizeof *object);
    atomic_init(&object->references, 2);
    pthread_create(&worker, NULL, use, object);
    object->value = 2;
    shared_release(object);
    pthread_join(worker, NULL);
    return 0;
}
