/* One thread fills a new version of two numbers and stores a pointer to it, ROUNDS times; N others read the
 * pointer and then what it points to. Only the pointer is in dispute: (ROUNDS + 1)^N orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

typedef struct Version {
    int x, y;
} Version;

Version versions[ROUNDS + 1];
_Atomic(Version *) current = &versions[0];

static void *publish(void *argument)
{
    for (int i = 1; i <= ROUNDS; i++) {
        versions[i].x = i;
        versions[i].y = i;
        atomic_store(&current, &versions[i]);
    }
    return argument;
}

static void *use(void *argument)
{
    Version *version = atomic_load(&current);
    assert(version->x == version->y);
    return argument;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[N], 0, publish, 0);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, use, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
