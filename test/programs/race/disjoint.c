/* Neighbouring elements and fields are different places; create and join order the rest. */
#include <pthread.h>
#include <stddef.h>

struct pair {
    char left;
    char right;
};

struct pair pairs[2];

void *write_left(void *argument)
{
    struct pair *pair = argument;
    pair->left = 1;
    return NULL;
}

void *write_right(void *argument)
{
    struct pair *pair = argument;
    pair->right = 2;
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pairs[0].left = 7;
    pthread_create(&first, NULL, write_left, &pairs[0]);
    pthread_create(&second, NULL, write_right, &pairs[0]);
    pairs[1].left = 3;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return pairs[0].left + pairs[0].right - pairs[1].left;
}
