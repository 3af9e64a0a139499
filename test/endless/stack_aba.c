/* A stack of two blocks by compare-exchange: while a thread is about to pop block 0, another one pops it, a third one
   pops block 1, and block 0 comes back; the exchange succeeds, and block 1 is on the stack and in use. It takes three
   threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NONE 2

static atomic_int top = 0, below[2] = {1, NONE}, used[2];

static int pop(void)
{
    int block = atomic_load(&top);
    while (block != NONE && !atomic_compare_exchange_strong(&top, &block, atomic_load(&below[block])))
        ;
    return block;
}

static void push(int block)
{
    int seen = atomic_load(&top);
    do {
        atomic_store(&below[block], seen);
    } while (!atomic_compare_exchange_strong(&top, &seen, block));
}

static void *work(void *unused)
{
    for (;;) {
        int block = pop();
        if (block == NONE)
            continue;
        assert(atomic_exchange(&used[block], 1) == 0);
        atomic_store(&used[block], 0);
        push(block);
    }
    return unused;
}

int main(void)
{
    pthread_t workers[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&workers[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(workers[i], 0);
    return 0;
}
