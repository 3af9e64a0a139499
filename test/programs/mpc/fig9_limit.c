/* As fig9.c, with a limit that holds: there are 2 * N additions. 4 paths. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define N 2

int x;

void *left(void *argument)
{
    for (int i = 0; i < N; i++) {
        int tmp = x;
        tmp = tmp + 1;
        x = tmp;
        if (x == tmp) {
            x = 0;
        }
    }
    return argument;
}

void *right(void *argument)
{
    for (int i = 0; i < N; i++) {
        x++;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, left, NULL);
    pthread_create(&second, NULL, right, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x <= 2 * N);
    return 0;
}
