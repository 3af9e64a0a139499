/* static_assert is the compiler's business. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct pair {
    int left;
    int right;
};

static_assert(sizeof(struct pair) == 2 * sizeof(int), "no padding");

struct pair pair;

void *write_left(void *argument)
{
    pair.left = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    _Static_assert(offsetof(struct pair, left) == 0, "left comes first");
    pthread_create(&worker, NULL, write_left, NULL);
    pair.right = 2;
    pthread_join(worker, NULL);
    assert(pair.left + pair.right == 3);
    return 0;
}
