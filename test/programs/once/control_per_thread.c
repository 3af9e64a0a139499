/* Each thread has its own once control, so the initialiser runs twice. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_once_t controls[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
int initialised;

void initialise(void)
{
    initialised++;
    assert(initialised == 1);
}

void *work(void *argument)
{
    pthread_once(argument, initialise);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, &controls[0]);
    pthread_create(&second, NULL, work, &controls[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
