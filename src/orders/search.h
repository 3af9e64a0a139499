// Which memory orders a program needs. An order that is stronger forbids at least as much, so an answer says something
// about all stronger or all weaker choices: nothing is asked twice.
#ifndef RADDLE_ORDERS_SEARCH_H
#define RADDLE_ORDERS_SEARCH_H

#include "orders/sites.h"
#include "run/verdict.h"

// The answer to the program with the orders that its sites have now.
typedef Answer OrdersJudge(void *context);

typedef struct OrdersSearch {
    Sites *sites;
    OrdersJudge *judge;
    void *context;
    bool undecided; // somewhere the judge did not know: weaker orders, or a smaller set, may do
} OrdersSearch;

// The program holds. Weakens one order after the other as far as it still holds: afterwards none can be weaker alone.
// Sites that are mixed are left alone, and those for which `skips`, one for each site, is true.
void orders_weaken(OrdersSearch *search, const bool *skips);

typedef enum Mended {
    MENDED,
    MENDED_NEVER,   // seq_cst everywhere does not help
    MENDED_UNKNOWN, // whether that helps is not known
} Mended;

// The program is violated. Changes as few sites as can be so that it holds, each as little as can be. Unless it is
// mended, the orders stay as they are.
Mended orders_strengthen(OrdersSearch *search);

#endif
