/* A stack of free blocks by compare-exchange whose top carries a tag, which every push changes; it has one bit.
   While a thread is about to pop block 0, above block 1, others pop both, and block 0 comes back twice: top and tag
   are what they were, and block 1 is on the stack though somebody uses it. Mended, the tag does not wrap.
   Violated: assertion, line 46. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NONE 2
#define PLACES 4 /* the top is PLACES * tag + block */
#ifdef RIGHT
#define TAGS 1024
#else
#define TAGS 2
#endif

static atomic_int top = 0, below[2] = {1, NONE}, user[2];

static int pop(void)
{
    int seen = atomic_load(&top), block, next;
    do {
        block = seen % PLACES;
        if (block == NONE)
            return NONE;
        next = atomic_load(&below[block]);
    } while (!atomic_compare_exchange_strong(&top, &seen, seen - block + next));
    return block;
}

static void push(int block)
{
    int seen = atomic_load(&top), tag;
    do {
        atomic_store(&below[block], seen % PLACES);
        tag = (seen / PLACES + 1) % TAGS;
    } while (!atomic_compare_exchange_strong(&top, &seen, PLACES * tag + block));
}

static void use_a_block(int me)
{
    int block = pop();
    if (block == NONE)
        return;
    atomic_store(&user[block], me);
    assert(atomic_load(&user[block]) == me);
    push(block);
}

static void *work_once(void *argument)
{
    use_a_block(*(int *)argument);
    return 0;
}

static void *work(void *argument)
{
    for (int i = 0; i < 3; i++)
        use_a_block(*(int *)argument);
    return 0;
}

int main(void)
{
    static int numbers[3] = {1, 2, 3};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, i == 0 ? work : work_once, &numbers[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
