/* Both threads find a free slot, and the second one writes behind the table. */
#include <pthread.h>
#include <stddef.h>

int table[1];
int used;

void *append(void *argument)
{
    if (used < 1) {
        table[used] = 1;
        used = used + 1;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, append, NULL);
    pthread_create(&second, NULL, append, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
