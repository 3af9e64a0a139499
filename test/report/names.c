// Things that have names for people: strings, inputs, blocks from malloc.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Box {
    const char *label;
    int width, height;
} Box;

// Known by the name of its type, which has no tag: no variable points to one book only.
typedef struct {
    int pages;
} Book;

static const char *name = "none";
static Box *box, item;
static int *count, *table;
static Book *book;

static void copy_width(Box *to, const Box *from)
{
    to->width = from->height;
}

static void write_book(int pages)
{
    free(book);
    book = malloc(sizeof *book);
    book->pages = pages;
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
    write_book(300);
    write_book(200);
    pthread_join(thread, NULL);
    free(count);
    free(book);
    assert(table[2] != 77 || width != 5 || !box->label);
}
