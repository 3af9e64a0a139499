/* Two texts are formatted in one step; which of them the other thread has changed by then depends on the order. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

char first[2] = "a", second[2] = "b", both[8];

void *rewrite(void *argument)
{
    first[0] = 'x';
    second[0] = 'y';
    return argument;
}

int main(void)
{
    pthread_t writer;
    pthread_create(&writer, NULL, rewrite, NULL);
    snprintf(both, sizeof both, "%s%s", first, second);
    assert(both[0] != 'x' || both[1] != 'b');
    pthread_join(writer, NULL);
    return 0;
}
