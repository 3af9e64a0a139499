/*
 * The synchronisation idiom of the Frangipani file system: each thread needs a block for its inode and tries one after
 * the other, each under its own lock. The first TRIES blocks are taken from the beginning. No two inodes may get the
 * same block; with BAD a thread holds a lock of its own while it tries a block, not the block's, and they may.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef TRIES
#define TRIES 0
#endif
#define BLOCKS (TRIES + THREADS)

int inodes[THREADS], busy[BLOCKS];
pthread_mutex_t inode_locks[THREADS], block_locks[BLOCKS];

static pthread_mutex_t *lock_of(int inode, int block)
{
#ifdef BAD
    return &block_locks[(void)block, inode];
#else
    return &block_locks[(void)inode, block];
#endif
}

static int take(int inode, int block)
{
    pthread_mutex_lock(lock_of(inode, block));
    int taken = !busy[block];
    if (taken) {
        busy[block] = 1;
        inodes[inode] = block + 1;
    }
    pthread_mutex_unlock(lock_of(inode, block));
    return taken;
}

static void *allocate(void *argument)
{
    int inode = (int)((int *)argument - inodes), block = 0;
    pthread_mutex_lock(&inode_locks[inode]);
    if (inodes[inode] == 0) {
        while (!take(inode, block)) {
            block++;
        }
    }
    pthread_mutex_unlock(&inode_locks[inode]);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < TRIES; i++) {
        busy[i] = 1;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, allocate, &inodes[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 1; i < THREADS; i++) {
        assert(inodes[i] != inodes[i - 1]);
    }
    return 0;
}
