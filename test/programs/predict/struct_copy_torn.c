/* A structure is copied word by word; the copy may be half old and half new. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct pair {
    long left;
    long right;
};

struct pair shared;

void *writer(void *argument)
{
    struct pair next = {1, 1};
    shared = next;
    return argument;
}

void *reader(void *argument)
{
    struct pair copy = shared;
    assert(copy.left == copy.right);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
