#include "item.h"

#include <stdlib.h>

Item *item_create(unsigned number, long value)
{
    Item *item = malloc(sizeof *item);
    if (item) {
        item->number = number;
        item->value = value;
    }
    return item;
}

void item_free(Item *item)
{
    free(item);
}
