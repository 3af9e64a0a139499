/* The worker is given a local that is declared after a label, in one round of a loop, and joined in the next one: then there is
   another local. */
#include <pthread.h>
#include <stddef.h>

void *work(void *argument)
{
    *(int *)argument = 1;
    return NULL;
}

int main(void)
{
    pthread_t worker;
    int round = 0;
    while (round < 2) {
        if (round == 1)
            goto join;
        int slot;
        pthread_create(&worker, NULL, work, &slot);
        round++;
        continue;
    join:
        pthread_join(worker, NULL);
        round++;
    }
    return 0;
}
