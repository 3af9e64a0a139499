// Functions of pointers: these lead to fresh objects with arbitrary content.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

struct flags {
    unsigned kind : 3;
    unsigned size : 13;
    bool ready : 1;
};

struct device {
    struct flags flags;
    const char *name;
    int (*start)(int);
    void *data;
    FILE *log;
    int table[2][3];
    char buffer[100];
    union {
        int number;
        float ratio;
    } state;
};

static int visits;
static int history[100];

int sum(const struct node *list)
{
    unsigned total = 0;
    for (; list; list = list->next)
        total += (unsigned)list->value;
    assert(total != 77);
    return (int)total;
}

int swap_apart(int *a, int *b)
{
    int before = *a;
    *a = *b;
    *b = before;
    assert(*b == before);
    return a != b;
}

void release(struct node *node)
{
    free(node->next);
    free(node);
}

void release_twice(struct node *node)
{
    struct node *next = node->next;
    release(node);
    free(next);
}

unsigned length(const char *text)
{
    assert(strlen(text) <= 4);
    return (unsigned)strlen(text);
}

unsigned length_three(const char *text)
{
    assert(strlen(text) <= 3);
    return (unsigned)strlen(text);
}

int last_of_three(const int *numbers)
{
    return numbers[2];
}

int flags_fit(struct flags *flags)
{
    assert(flags->kind < 8 && flags->size < 8192 && (flags->ready == 0 || flags->ready == 1));
    flags->kind = 5;
    assert(flags->kind == 5);
    return 0;
}

int parts(const struct device *device)
{
    assert(device->name && device->start && device->data && device->log);
    assert(device->name[4] == 0);
    assert(device->table[1][2] != 4 || device->buffer[99] != 'x' || device->state.number != 9);
    return 0;
}

int call_back(const struct device *device, bool wanted)
{
    return wanted ? device->start(1) : 0;
}

int look_inside(void *unknown)
{
    return *(char *)unknown;
}

int look_at(void *unknown)
{
    return unknown != NULL;
}

int visit(void)
{
    assert(visits != 6);
    return ++visits;
}

int remember(unsigned place)
{
    assert(place >= 100 || history[place] == 0);
    return 0;
}
