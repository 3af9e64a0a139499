/* A ring buffer of structs with overwriting, and a queue and a stack on top of arrays. */
#include <stdbool.h>
#include <stdio.h>

enum { CAPACITY = 5 };

struct event {
    int time;
    char kind;
};

struct ring {
    struct event items[CAPACITY];
    unsigned head;
    unsigned count;
    unsigned lost;
};

static void push(struct ring *ring, struct event event)
{
    ring->items[(ring->head + ring->count) % CAPACITY] = event;
    if (ring->count < CAPACITY) {
        ring->count++;
    } else {
        ring->head = (ring->head + 1) % CAPACITY;
        ring->lost++;
    }
}

static bool pop(struct ring *ring, struct event *event)
{
    if (ring->count == 0) {
        return false;
    }
    *event = ring->items[ring->head];
    ring->head = (ring->head + 1) % CAPACITY;
    ring->count--;
    return true;
}

int main(void)
{
    struct ring ring = {0};
    struct event event;
    for (int i = 0; i < 23; i++) {
        push(&ring, (struct event){i, (char)('a' + i)});
        if (i % 3 == 2 && pop(&ring, &event)) {
            printf("%d%c ", event.time, event.kind);
        }
    }
    printf("| %u %u |", ring.count, ring.lost);
    while (pop(&ring, &event)) {
        printf(" %d%c", event.time, event.kind);
    }
    printf(" %d\n", pop(&ring, &event));
    return 0;
}
