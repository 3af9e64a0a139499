/* Both threads see the block and both free it. */
#include <pthread.h>
#include <stdlib.h>

char *block;

void *release(void *argument)
{
    char *mine = block;
    if (mine != NULL) {
        block = NULL;
        free(mine);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    block = malloc(8);
    pthread_create(&first, NULL, release, NULL);
    pthread_create(&second, NULL, release, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
