/*
 * The file system of Flanagan and Godefroid ("Dynamic partial-order reduction for model checking software"): each of
 * THREADS threads needs a block for its inode and looks for a free one, each block under its own lock, from a place
 * that the number of the inode gives. There are BLOCKS blocks and INODES inodes.
 *
 * The search goes upwards and does not start again at the bottom; that it does not run past the end is asserted. With
 * 26 threads for 26 blocks nobody comes to the end. With one thread more than blocks, somebody does in every
 * interleaving.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 26
#endif
#ifndef BLOCKS
#define BLOCKS 26
#endif
#ifndef INODES
#define INODES 32
#endif

pthread_mutex_t inode_locks[INODES];
int inodes[INODES];
pthread_mutex_t block_locks[BLOCKS];
int busy[BLOCKS];

static int try_block(int block)
{
    pthread_mutex_lock(&block_locks[block]);
    int found = !busy[block];
    if (found) {
        busy[block] = 1;
    }
    pthread_mutex_unlock(&block_locks[block]);
    return found;
}

static void *allocate(void *argument)
{
    int inode = (int)(intptr_t)argument % INODES;
    pthread_mutex_lock(&inode_locks[inode]);
    if (inodes[inode] == 0) {
        int block = inode * 2 % BLOCKS;
        while (!try_block(block)) {
            block++;
            assert(block < BLOCKS);
        }
        inodes[inode] = block + 1;
    }
    pthread_mutex_unlock(&inode_locks[inode]);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int n = 0; n < INODES; n++) {
        pthread_mutex_init(&inode_locks[n], NULL);
    }
    for (int n = 0; n < BLOCKS; n++) {
        pthread_mutex_init(&block_locks[n], NULL);
    }
    for (int n = 0; n < THREADS; n++) {
        pthread_create(&threads[n], NULL, allocate, (void *)(intptr_t)n);
    }
    for (int n = 0; n < THREADS; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
