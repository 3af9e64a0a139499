/* Adding to a half reads and writes only that half, adding to the whole both: the half may get lost. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

union word {
    unsigned int whole;
    unsigned short halves[2];
};

union word shared;

void *add_to_whole(void *argument)
{
    shared.whole = shared.whole + 0x00010001;
    return argument;
}

void *add_to_half(void *argument)
{
    shared.halves[0] = shared.halves[0] + 4;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, add_to_whole, NULL);
    pthread_create(&second, NULL, add_to_half, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(shared.halves[0] == 5);
    return 0;
}
