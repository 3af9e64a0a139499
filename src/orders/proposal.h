// What `raddle orders` has to say about a program: the orders that its atomic operations could or should have.
#ifndef RADDLE_ORDERS_PROPOSAL_H
#define RADDLE_ORDERS_PROPOSAL_H

#include "orders/search.h"

typedef struct Proposal {
    const Program *program;
    Verdict verdict;     // on the program as it is
    Sites sites;         // with the orders that are proposed
    bool *executed;      // one for each site, whether a run came to it
    Mended mended;       // if it is FALSE
    bool undecided;      // weaker orders, or fewer changes, may do
    uint32_t verified;   // how often the program was verified
    const char *because; // why there is nothing to propose; NULL: there is, or the verdict says it
} Proposal;

bool site_is_changed(const Site *site);
uint32_t proposal_count_changes(const Proposal *proposal);

// A table of the operations, with what is proposed, and a sentence on what that means.
void proposal_append_text(const Proposal *proposal, Text *out);
void proposal_append_json(const Proposal *proposal, Text *out);
void proposal_free(Proposal *proposal);

#endif
