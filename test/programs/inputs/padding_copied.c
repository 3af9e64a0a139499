// What a structure has between its members is copied into a block that another thread gets. Nobody reads it: it is no
// input.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
    long first;
    int second;
    struct item *next;
};

static struct item *shared;

static void *look(void *unused)
{
    assert(shared->second == 2);
    return unused;
}

int main(void)
{
    pthread_t looker;
    struct item *item = malloc(sizeof *item);
    *item = (struct item){.first = 1, .second = 2};
    shared = item;
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(looker, NULL);
    free(item);
    return 0;
}
