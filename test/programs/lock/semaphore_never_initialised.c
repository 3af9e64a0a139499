/* A semaphore on the stack that nobody has initialised. */
#include <semaphore.h>

int main(void)
{
    sem_t permits;
    sem_post(&permits);
    return 0;
}
