/* The destructor runs at the end of each thread that has a value, before a join returns. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;
int released[2];

void release(void *value)
{
    int *number = value;
    released[*number] = 1;
    free(number);
}

void *work(void *argument)
{
    int *number = malloc(sizeof *number);
    *number = argument != NULL;
    pthread_setspecific(key, number);
    if (argument != NULL) {
        pthread_exit(NULL);
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_key_create(&key, release);
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, &key);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(released[0] == 1 && released[1] == 1);
    pthread_key_delete(key);
    return 0;
}
