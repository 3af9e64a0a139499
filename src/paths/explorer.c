#include "paths/explorer.h"

void explorer_receive(void *context, const Bytes *update)
{
    Explorer *explorer = context;
    known_runs_update(&explorer->known, update);
}

void explorer_free(Explorer *explorer)
{
    known_runs_free(&explorer->known);
    vector_free(&explorer->found);
    vector_free(&explorer->reported.keys);
}
