/* Memory is freed when every reader has said once that it holds no pointer. The writer notes what they have said so
   far before it takes the block away, not afterwards: a reader that says so and then reads the pointer, before it
   changes, counts as one that cannot have it. Then the other three must say it, too. Mended, it is noted afterwards.
   Violated: memory, line 21. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define READERS 4
#define GONE -1 /* said by a reader that has ended */

static _Atomic(int *) current;
static atomic_int said[READERS];

static void *look(void *argument)
{
    int me = *(int *)argument, sum = 0;
    atomic_store(&said[me], 1);
    int *block = atomic_load(&current);
    if (block)
        sum = *block;
    atomic_store(&said[me], GONE);
    return (void *)(long)sum;
}

static void note(int *noted)
{
    for (int i = 0; i < READERS; i++)
        noted[i] = atomic_load(&said[i]);
}

static void *remove_block(void *unused)
{
    int noted[READERS], *block = atomic_load(&current);
#ifndef RIGHT
    note(noted);
#endif
    atomic_store(&current, 0);
#ifdef RIGHT
    note(noted);
#endif
    for (int i = 0; i < READERS; i++)
        for (int now = noted[i]; now == noted[i] && now != GONE;)
            now = atomic_load(&said[i]);
    free(block);
    return unused;
}

int main(void)
{
    static int numbers[READERS] = {0, 1, 2, 3};
    pthread_t writer, readers[READERS];
    int *block = calloc(1, sizeof *block);
    if (!block)
        return 0;
    atomic_store(&current, block);
    pthread_create(&writer, 0, remove_block, 0);
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], 0, look, &numbers[i]);
    pthread_join(writer, 0);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], 0);
    return 0;
}
