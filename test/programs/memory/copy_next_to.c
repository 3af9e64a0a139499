/* memcpy to what is next to its source, memmove within it, and a structure assigned to itself. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct block {
    long words[6];
};

char text[16] = "abcdefgh";
struct block block = {{1, 2, 3}};
int distance = 4;

void assign(struct block *to, const struct block *from)
{
    *to = *from;
}

void *work(void *argument)
{
    char local[8] = "abcdefg";
    memcpy(text + distance, text, 4);
    memmove(text + 1, text, 4);
    memcpy(local, local + 4, 4);
    assert(local[0] == 'e' && text[4] == 'd');
    assign(&block, &block);
    assert(block.words[2] == 3);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    distance = 5;
    pthread_join(worker, NULL);
    return 0;
}
