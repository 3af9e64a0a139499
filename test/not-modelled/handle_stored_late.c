// POSIX does not promise that the handle is stored before the new thread runs.
#include <assert.h>
#include <pthread.h>
static pthread_t handle;
static void *compare(void *unused)
{
    assert(pthread_equal(handle, pthread_self()));
    return unused;
}
int main(void)
{
    pthread_create(&handle, NULL, compare, NULL);
    pthread_join(handle, NULL);
    return 0;
}
