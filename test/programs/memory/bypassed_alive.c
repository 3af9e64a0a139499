/* The worker is given a local whose declaration is jumped over, and joined before control leaves the block: by way of another
   case, by a jump back within the block, and in each round of a loop anew. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int jobs = 2;

void *work(void *argument)
{
    *(int *)argument += 1;
    return NULL;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < jobs; i++) {
        switch (i) {
            pthread_t worker;
            int slot, *kept;
        case 0:
            slot = 4;
            kept = &slot;
            pthread_create(&worker, NULL, work, kept);
            goto join;
        case 1:
            slot = 2;
            kept = &slot;
        again:
            pthread_create(&worker, NULL, work, kept);
        join:
            pthread_join(worker, NULL);
            if (slot == 3)
                goto again;
            sum += *kept;
        }
    }
    assert(sum == 9);
    return 0;
}
