/*
 * A block belongs to an inode, which has a lock, and is busy or not, which has another. One thread takes the block if
 * the inode has none; the other clears the block if it is not busy. Whoever writes the block finds what it wrote,
 * because the first sets busy before it writes, under the lock under which the second looks and writes.
 *
 * With -DBROKEN the first sets busy after it has written.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;
int block, busy, inode;

static void set_busy(void)
{
    pthread_mutex_lock(&busy_lock);
    busy = 1;
    pthread_mutex_unlock(&busy_lock);
}

static void *allocate(void *argument)
{
    pthread_mutex_lock(&inode_lock);
    if (inode == 0) {
#ifndef BROKEN
        set_busy();
#endif
        inode = 1;
        block = 1;
        assert(block == 1);
#ifdef BROKEN
        set_busy();
#endif
    }
    pthread_mutex_unlock(&inode_lock);
    return argument;
}

static void *deallocate(void *argument)
{
    pthread_mutex_lock(&busy_lock);
    if (busy == 0) {
        block = 0;
        assert(block == 0);
    }
    pthread_mutex_unlock(&busy_lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, allocate, NULL);
    pthread_create(&second, NULL, deallocate, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
