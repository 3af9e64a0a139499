// Things that have names for people: strings, inputs, blocks from malloc.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Box {
    const char *label;
    int width, height;
} Box;

static const char *name = "none";
static Box *box, item;
static int *count, *table;

static void copy_width(Box *to, const Box *from)
{
    to->width = from->height;
}

static void *fill(void *argument)
{
    box->label = "a \"box\"";
    copy_width(box, box);
    if (*name == 'g' && *count == 7)
        table[2] = item.height;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int width;
    box = calloc(1, sizeof *box);
    count = calloc(1, sizeof *count);
    table = calloc(4, sizeof *table);
    if (scanf("%d %d",
              &width, &item.height) != 2)
        return 1;
    pthread_create(&thread, NULL, fill, NULL);
    *count = 7;
    name = "gamma\n";
    pthread_join(thread, NULL);
    free(count);
    assert(table[2] != 77 || width != 5 || !box->label);
}
