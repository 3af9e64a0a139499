/* pthread_create stores the handle while the thread before it reads it. */
#include <pthread.h>
#include <stddef.h>

pthread_t first, second;

void *look(void *argument)
{
    pthread_t seen = second;
    (void)seen;
    return argument;
}

void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_create(&first, NULL, look, NULL);
    pthread_create(&second, NULL, nothing, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
