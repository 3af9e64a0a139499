/* main joins the first thread, which joins the second, which joins main. */
#include <pthread.h>
#include <stddef.h>

void wait_for(pthread_t other)
{
    pthread_join(other, NULL);
}

void *join_given(void *argument)
{
    wait_for(*(pthread_t *)argument);
    return NULL;
}

int main(void)
{
    static pthread_t self, first, second;
    self = pthread_self();
    pthread_create(&second, NULL, join_given, &self);
    pthread_create(&first, NULL, join_given, &second);
    wait_for(first);
    return 0;
}
