// Memory is unmapped before the worker has used it.
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static int *shared;

static void *work(void *unused)
{
    *shared = 1;
    return NULL;
}

int main(void)
{
    pthread_t worker;
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    assert(shared[1023] == 0);
    pthread_create(&worker, NULL, work, NULL);
    munmap(shared, 4096);
    pthread_join(worker, NULL);
    return 0;
}
