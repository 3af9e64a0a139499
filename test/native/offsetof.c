/* offsetof, padding and alignment of members, packed structs, and finding the whole from a member. */
#include <stddef.h>
#include <stdio.h>

struct mixed {
    char a;
    int b;
    char c;
    double d;
    short e;
};

struct __attribute__((packed)) tight {
    char a;
    int b;
    char c;
    double d;
    short e;
};

struct link {
    struct link *next;
};

struct item {
    int value;
    struct link link;
};

#define CONTAINER(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

int main(void)
{
    printf("%zu %zu %zu %zu %zu\n", offsetof(struct mixed, b), offsetof(struct mixed, c), offsetof(struct mixed, d),
           offsetof(struct mixed, e), sizeof(struct mixed));
    printf("%zu %zu %zu %zu %zu\n", offsetof(struct tight, b), offsetof(struct tight, c), offsetof(struct tight, d),
           offsetof(struct tight, e), sizeof(struct tight));
    struct tight t = {'a', 0x01020304, 'c', 2.5, -7};
    t.b += t.e;
    t.d *= t.b;
    printf("%x %g %d\n", (unsigned)t.b, t.d, t.e);
    struct item items[3] = {{10, {NULL}}, {20, {NULL}}, {30, {NULL}}};
    items[0].link.next = &items[2].link;
    items[2].link.next = &items[1].link;
    for (struct link *link = &items[0].link; link; link = link->next) {
        printf("%d ", CONTAINER(link, struct item, link)->value);
    }
    putchar('\n');
    return 0;
}
