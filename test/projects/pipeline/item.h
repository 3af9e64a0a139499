/*
 * What goes through a pipeline. An item belongs to one at a time: to whoever made it, to the queue that it is in, or to
 * the stage that has taken it out. The owner frees it or hands it on.
 */
#ifndef ITEM_H
#define ITEM_H

typedef struct {
    unsigned number; /* in the order in which items were made */
    long value;
} Item;

/* A null pointer if there is no memory. */
Item *item_create(unsigned number, long value);

/* A null pointer is no item, and fine. */
void item_free(Item *item);

#endif
