#include "orders/search.h"

#include <stdlib.h>

#include "base/memory.h"

// --- Weakening

static bool holds(OrdersSearch *search)
{
    Answer answer = search->judge(search->context);
    search->undecided |= answer == ANSWER_UNKNOWN;
    return answer == ANSWER_TRUE;
}

// Whether a site may have these, which are not those that it has. C wants the order of a failure to be no stronger than
// that of a success.
static bool is_weaker(Orders orders, Orders now, Orders least)
{
    return !orders_equal(orders, now) && order_is_at_least(now.order, orders.order) &&
           order_is_at_least(orders.order, least.order) && order_is_at_least(orders.failure, least.failure) &&
           order_is_at_least(orders.order, orders.failure);
}

// Takes the first of the weaker orders with which the program holds; if there is none, those that it has stay.
static void weaken_part(OrdersSearch *search, Site *site, Orders least, bool failure)
{
    const MemoryOrder *orders;
    uint32_t count = failure ? failure_orders(&orders) : operation_orders(site->kind, &orders);
    Orders kept = site->now;
    for (uint32_t i = 0; i < count; i++) {
        Orders tried = failure ? (Orders){kept.order, orders[i]} : (Orders){orders[i], kept.failure};
        if (failure && !order_is_at_least(kept.failure, orders[i]))
            break;
        if (!is_weaker(tried, kept, least))
            continue;
        site_set(site, tried);
        if (holds(search))
            return;
    }
    site_set(site, kept);
}

static void weaken_site(OrdersSearch *search, Site *site, Orders least)
{
    if (site->kind == OPERATION_COMPARE_EXCHANGE)
        weaken_part(search, site, least, true);
    weaken_part(search, site, least, false);
}

void orders_weaken(OrdersSearch *search, const bool *skips)
{
    for (uint32_t i = 0; i < search->sites->list.count; i++)
        if (!search->sites->list.data[i].mixed && !skips[i])
            weaken_site(search, &search->sites->list.data[i], (Orders){ORDER_RELAXED, ORDER_RELAXED});
}

// --- Strengthening: a smallest set of sites that are seq_cst
//
// If a set does not do, one that does has a site outside of it. So the sets that do not, as large as they come, say what
// must be hit, and a smallest set that hits all of them is tried next, until one does.

typedef struct Mending {
    OrdersSearch *search;
    uint32_t count;        // of sites
    bool *chosen;          // what is tried: which sites are seq_cst
    VECTOR(bool *) missed; // each: the sites of which one must be chosen
} Mending;

static void apply(Mending *mending)
{
    for (uint32_t i = 0; i < mending->count; i++) {
        Site *site = &mending->search->sites->list.data[i];
        Orders orders = mending->chosen[i] ? operation_strongest(site->kind) : site->given;
        if (!orders_equal(site->now, orders))
            site_set(site, orders);
    }
}

static bool can_change(const Site *site)
{
    return !site->mixed && !orders_equal(site->given, operation_strongest(site->kind));
}

static Answer try_chosen(Mending *mending)
{
    apply(mending);
    return mending->search->judge(mending->search->context);
}

// What is chosen does not do. Adds sites as long as it does not; those outside are what must be hit.
static void learn(Mending *mending)
{
    bool *outside = memory_allocate_zeroed(mending->count * sizeof *outside);
    for (uint32_t i = 0; i < mending->count; i++) {
        if (mending->chosen[i] || !can_change(&mending->search->sites->list.data[i]))
            continue;
        mending->chosen[i] = true;
        if (try_chosen(mending) != ANSWER_FALSE) {
            mending->chosen[i] = false;
            outside[i] = true;
        }
    }
    vector_push(&mending->missed, outside);
}

// Chooses `left` more sites that hit everything.
static bool hit_with(Mending *mending, uint32_t left)
{
    const bool *open = NULL;
    for (uint32_t i = 0; i < mending->missed.count && !open; i++) {
        open = mending->missed.data[i];
        for (uint32_t j = 0; j < mending->count && open; j++)
            if (open[j] && mending->chosen[j])
                open = NULL;
    }
    if (!open)
        return true;
    for (uint32_t i = 0; i < mending->count && left; i++) {
        if (!open[i])
            continue;
        mending->chosen[i] = true;
        if (hit_with(mending, left - 1))
            return true;
        mending->chosen[i] = false;
    }
    return false;
}

// A smallest set that hits everything that is known.
static void choose_smallest(Mending *mending)
{
    for (uint32_t size = 0;; size++) {
        for (uint32_t i = 0; i < mending->count; i++)
            mending->chosen[i] = false;
        if (hit_with(mending, size))
            return;
    }
}

static Mended choose_all(Mending *mending)
{
    for (uint32_t i = 0; i < mending->count; i++)
        mending->chosen[i] = can_change(&mending->search->sites->list.data[i]);
    Answer answer = try_chosen(mending);
    return answer == ANSWER_TRUE ? MENDED : answer == ANSWER_FALSE ? MENDED_NEVER : MENDED_UNKNOWN;
}

// Where it is not known whether a set does, one that is known to is made smaller instead, site by site.
static void choose_by_leaving_out(Mending *mending)
{
    choose_all(mending);
    for (uint32_t i = 0; i < mending->count; i++) {
        if (!mending->chosen[i])
            continue;
        mending->chosen[i] = false;
        mending->chosen[i] = try_chosen(mending) != ANSWER_TRUE;
    }
    apply(mending);
}

// The empty set does not do.
static void choose(Mending *mending)
{
    Answer answer = ANSWER_FALSE;
    for (uint32_t i = 0; i < mending->count; i++)
        mending->chosen[i] = false;
    while (answer == ANSWER_FALSE) {
        learn(mending);
        choose_smallest(mending);
        answer = try_chosen(mending);
    }
    if (answer == ANSWER_UNKNOWN) {
        mending->search->undecided = true;
        choose_by_leaving_out(mending);
    }
}

// What was strengthened need not be seq_cst.
static void weaken_chosen(Mending *mending)
{
    for (uint32_t i = 0; i < mending->count; i++) {
        Site *site = &mending->search->sites->list.data[i];
        if (mending->chosen[i])
            weaken_site(mending->search, site, site->given);
    }
}

Mended orders_strengthen(OrdersSearch *search)
{
    Mending mending = {.search = search, .count = search->sites->list.count};
    mending.chosen = memory_allocate_zeroed(mending.count * sizeof *mending.chosen);
    Mended mended = choose_all(&mending);
    if (mended == MENDED) {
        choose(&mending);
        weaken_chosen(&mending);
    } else {
        for (uint32_t i = 0; i < mending.count; i++)
            mending.chosen[i] = false;
        apply(&mending);
    }
    for (uint32_t i = 0; i < mending.missed.count; i++)
        free(mending.missed.data[i]);
    vector_free(&mending.missed);
    free(mending.chosen);
    return mended;
}
