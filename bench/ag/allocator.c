/*
 * A memory allocator for THREADS threads: a request, which is an input, is rounded up to a size class, and each class
 * has a list of free blocks under its own lock; when that is empty, a block is cut from the arena, which has a lock,
 * too. Each thread gets a block and gives it back.
 *
 * Asserted is that the class is large enough, which no shared variable has to do with, so that ag needs one
 * interleaving. With -DBROKEN rounding goes wrong for one size.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 4
#endif

enum { CLASSES = 3, SMALLEST = 8, ARENA = 256, NONE = -1 };

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

pthread_mutex_t class_locks[CLASSES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                        PTHREAD_MUTEX_INITIALIZER};
pthread_mutex_t arena_lock = PTHREAD_MUTEX_INITIALIZER;
int free_blocks[CLASSES] = {NONE, NONE, NONE};
int next_free[ARENA / SMALLEST];
int used;

static int find_class(int size)
{
#ifdef BROKEN
    return size < SMALLEST ? 0 : size <= 2 * SMALLEST + 1 ? 1 : 2;
#else
    return size <= SMALLEST ? 0 : size <= 2 * SMALLEST ? 1 : 2;
#endif
}

static int cut_block(int size)
{
    pthread_mutex_lock(&arena_lock);
    int block = used / SMALLEST;
    used += size;
    pthread_mutex_unlock(&arena_lock);
    return block;
}

static int take_block(int class, int size)
{
    pthread_mutex_lock(&class_locks[class]);
    int block = free_blocks[class];
    if (block != NONE) {
        free_blocks[class] = next_free[block];
    }
    pthread_mutex_unlock(&class_locks[class]);
    return block == NONE ? cut_block(size) : block;
}

static void give_block(int class, int block)
{
    pthread_mutex_lock(&class_locks[class]);
    next_free[block] = free_blocks[class];
    free_blocks[class] = block;
    pthread_mutex_unlock(&class_locks[class]);
}

static void *work(void *argument)
{
    int request = __VERIFIER_nondet_int();
    __VERIFIER_assume(request > 0 && request <= SMALLEST << (CLASSES - 1));
    int class = find_class(request);
    int size = SMALLEST << class;
    assert(size >= request);
    give_block(class, take_block(class, size));
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int n = 0; n < THREADS; n++) {
        pthread_create(&threads[n], NULL, work, NULL);
    }
    for (int n = 0; n < THREADS; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
