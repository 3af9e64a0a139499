/* Both write the same value: still a race, although nothing can be seen of it. */
#include <pthread.h>
#include <stddef.h>

struct state {
    char padding;
    short seen;
};

struct state state;

void *mark(void *argument)
{
    state.seen = 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, mark, NULL);
    pthread_create(&second, NULL, mark, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
