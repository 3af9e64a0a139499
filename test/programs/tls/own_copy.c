/* Every thread has its own counter, starting from the same initial value. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Thread_local int counter = 10;
static __thread struct {
    int depth;
    char mark;
} state = {1, 'a'};

void *work(void *argument)
{
    counter++;
    state.depth++;
    assert(counter + state.depth == 13);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 10 && state.depth == 1 && state.mark == 'a');
    return 0;
}
