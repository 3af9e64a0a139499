/* The parent joins the writer before it creates the reader. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int data;

void *writer(void *argument)
{
    data = 1;
    return argument;
}

void *reader(void *argument)
{
    assert(data == 1);
    return argument;
}

void *parent(void *argument)
{
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(second, NULL);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, parent, NULL);
    pthread_join(thread, NULL);
    return 0;
}
