/* Each thread frees what it takes out of the shared variable. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) latest;

void *publish(void *argument)
{
    int *mine = malloc(sizeof *mine);
    *mine = 1;
    free(atomic_exchange(&latest, mine));
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, publish, NULL);
    pthread_create(&second, NULL, publish, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    free(atomic_load(&latest));
    return 0;
}
