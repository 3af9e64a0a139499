/* Thread attributes keep what was set, and a joinable thread made with them can be joined. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_attr_t attributes;
    int state = -1;
    size_t size = 0;
    int mark;
    void *value;
    pthread_attr_init(&attributes);
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
    int status = pthread_attr_setdetachstate(&attributes, 99);
    assert(status == EINVAL);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_attr_getstacksize(&attributes, &size);
    assert(size == 1 << 20);
    pthread_create(&worker, &attributes, work, &mark);
    pthread_attr_destroy(&attributes);
    pthread_join(worker, &value);
    assert(value == &mark);
    return 0;
}
