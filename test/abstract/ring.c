/* Several write to a ring of eight places and several read from it, counting for ever, beyond what a word can hold. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { SIZE = 8 };
#ifndef ROOM
#define ROOM SIZE
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned written, read;
static int places[SIZE];

static void *writer(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        if (written - read < ROOM) {
            places[written % SIZE] = 1;
            written++;
        }
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *reader(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        assert(written - read <= SIZE);
        if (read != written) {
            places[read % SIZE] = 0;
            read++;
        }
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, writer, NULL);
        pthread_detach(thread);
        pthread_create(&thread, NULL, reader, NULL);
        pthread_detach(thread);
    }
}
