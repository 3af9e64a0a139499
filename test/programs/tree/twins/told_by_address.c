/* Where the memory of threads is, which are alike otherwise. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

atomic_int count;
char *blocks[2];

static void *work(void *argument)
{
    int number = atomic_fetch_add(&count, 1);
#ifdef STACK
    static char *places[2];
    char local = 1;
    places[number] = &local;
    blocks[number] = places[number];
#else
    blocks[number] = malloc(16);
#endif
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
#ifdef HASH
    assert(((uintptr_t)blocks[0] >> 34 & 3) < ((uintptr_t)blocks[1] >> 34 & 3) || !blocks[0] || !blocks[1]);
#elif defined BYTES
    assert(((unsigned char *)&blocks[0])[4] <= ((unsigned char *)&blocks[1])[4] || !blocks[0] || !blocks[1]);
#else
    assert(blocks[0] < blocks[1] || !blocks[0] || !blocks[1]);
#endif
    return 0;
}
