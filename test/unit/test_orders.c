// Memory orders in source text, and the search for weakest orders and smallest sets against brute force.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "orders/rewrite.h"
#include "orders/search.h"
#include "random.h"

// --- Source text

static void rewrites_to(const char *before, const char *place, Site site, const char *after)
{
    Text source = {0};
    const char *at = strstr(before, place);
    assert_non_null(at);
    site.place.line = 1;
    site.place.column = 1;
    for (const char *c = before; c < at; c++) {
        site.place.column = *c == '\n' ? 1 : site.place.column + 1;
        site.place.line += *c == '\n';
    }
    text_append(&source, before);
    assert_int_equal(rewrite_orders(&source, &site), after != NULL);
    assert_string_equal(text_string(&source), after ? after : before);
    text_free(&source);
}

static const Site load = {
    .kind = OPERATION_LOAD, .given = {ORDER_SEQ_CST, ORDER_RELAXED}, .now = {ORDER_ACQUIRE, ORDER_RELAXED}};
static const Site fence = {
    .kind = OPERATION_FENCE, .given = {ORDER_SEQ_CST, ORDER_RELAXED}, .now = {ORDER_ACQ_REL, ORDER_RELAXED}};
static const Site exchange = {
    .kind = OPERATION_COMPARE_EXCHANGE, .given = {ORDER_SEQ_CST, ORDER_SEQ_CST}, .now = {ORDER_RELEASE, ORDER_RELAXED}};

static void functions_get_orders(void **state)
{
    (void)state;
    rewrites_to("x;\n r = atomic_load(&x);", "atomic", load,
                "x;\n r = atomic_load_explicit(&x, memory_order_acquire);");
    rewrites_to("atomic_load (f(a, b[1, 2]))", "atomic", load,
                "atomic_load_explicit (f(a, b[1, 2]), memory_order_acquire)");
    rewrites_to("atomic_compare_exchange_weak(&x, &(T){1, 2}, 3)", "atomic", exchange,
                "atomic_compare_exchange_weak_explicit(&x, &(T){1, 2}, 3, memory_order_release, memory_order_relaxed)");
}

static void orders_are_replaced(void **state)
{
    (void)state;
    rewrites_to("atomic_load_explicit(&x,\n  memory_order_seq_cst\n) + 1", "atomic", load,
                "atomic_load_explicit(&x,\n  memory_order_acquire\n) + 1");
    rewrites_to("atomic_load_explicit(p[')'], \"),\"[0] ? A : B)", "atomic", load,
                "atomic_load_explicit(p[')'], memory_order_acquire)");
    rewrites_to("__atomic_load_n(&x /* , ( */, __ATOMIC_SEQ_CST)", "__atomic", load,
                "__atomic_load_n(&x /* , ( */, __ATOMIC_ACQUIRE)");
    rewrites_to("atomic_thread_fence(memory_order_seq_cst)", "atomic", fence,
                "atomic_thread_fence(memory_order_acq_rel)");
    rewrites_to("__atomic_compare_exchange_n(&x, &e, 1, 0, 5, 5)", "__atomic", exchange,
                "__atomic_compare_exchange_n(&x, &e, 1, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)");
    Site success = exchange;
    success.now.failure = success.given.failure;
    rewrites_to("atomic_compare_exchange_strong_explicit(a, b, c, D, E)", "atomic", success,
                "atomic_compare_exchange_strong_explicit(a, b, c, memory_order_release, E)");
}

static void what_is_no_function_stays(void **state)
{
    (void)state;
    rewrites_to("x = 1;", "=", load, NULL);
    rewrites_to("LOOK(&x)", "LOOK", load, NULL);
    rewrites_to("atomic_loaded(&x)", "atomic", load, NULL);
    rewrites_to("atomic_load", "atomic", load, NULL);
    rewrites_to("atomic_load(&x", "atomic", load, NULL);
    rewrites_to("atomic_load(\"", "atomic", load, NULL);
    Site beyond = load;
    Text source = {0};
    text_append(&source, "atomic_load(&x)");
    beyond.place = (Position){.line = 7, .column = 1};
    assert_false(rewrite_orders(&source, &beyond));
    beyond.place = (Position){.line = 1, .column = 99};
    assert_false(rewrite_orders(&source, &beyond));
    text_free(&source);
}

// --- The search

enum { MOST_SITES = 6, MOST_NEEDS = 4 };

// A program that holds if one of the alternatives of each need does: a site that has at least an order.
typedef struct Need {
    uint32_t site[2];
    MemoryOrder order[2];
} Need;

typedef struct Imagined {
    Sites sites;
    Need needs[MOST_NEEDS];
    uint32_t need_count;
} Imagined;

static Answer judge(void *context)
{
    const Imagined *imagined = context;
    for (uint32_t i = 0; i < imagined->need_count; i++) {
        bool met = false;
        for (int j = 0; j < 2; j++) {
            const Need *need = &imagined->needs[i];
            met |= order_is_at_least(imagined->sites.list.data[need->site[j]].now.order, need->order[j]);
        }
        if (!met)
            return ANSWER_FALSE;
    }
    return ANSWER_TRUE;
}

static void imagine(Imagined *imagined, uint64_t *random, bool strong)
{
    static const MemoryOrder needed[] = {ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL, ORDER_SEQ_CST};
    uint32_t count = 2 + random_below(random, MOST_SITES - 1);
    *imagined = (Imagined){.need_count = 1 + random_below(random, MOST_NEEDS)};
    for (uint32_t i = 0; i < count; i++) {
        const MemoryOrder *orders;
        OperationKind kind = random_below(random, 2) ? OPERATION_UPDATE : OPERATION_FENCE;
        uint32_t choices = operation_orders(kind, &orders);
        MemoryOrder given = strong ? ORDER_SEQ_CST : orders[random_below(random, choices)];
        vector_push(&imagined->sites.list,
                    (Site){.kind = kind, .given = {given, ORDER_RELAXED}, .now = {given, ORDER_RELAXED}});
    }
    for (uint32_t i = 0; i < imagined->need_count; i++)
        for (int j = 0; j < 2; j++) {
            imagined->needs[i].site[j] = random_below(random, count);
            imagined->needs[i].order[j] = needed[random_below(random, 4)];
        }
}

static void nothing_weaker_is_left(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 500; round++) {
        Imagined imagined;
        const bool skips[MOST_SITES + 1] = {false};
        imagine(&imagined, &random, true);
        OrdersSearch search = {.sites = &imagined.sites, .judge = judge, .context = &imagined};
        orders_weaken(&search, skips);
        assert_int_equal(judge(&imagined), ANSWER_TRUE);
        for (uint32_t i = 0; i < imagined.sites.list.count; i++) {
            Site *site = &imagined.sites.list.data[i];
            Orders found = site->now;
            const MemoryOrder *orders;
            uint32_t count = operation_orders(site->kind, &orders);
            for (uint32_t j = 0; j < count; j++) {
                site_set(site, (Orders){orders[j], ORDER_RELAXED});
                if (orders[j] != found.order && order_is_at_least(found.order, orders[j]))
                    assert_int_equal(judge(&imagined), ANSWER_FALSE);
            }
            site_set(site, found);
        }
        sites_free(&imagined.sites);
    }
}

// The fewest sites that mend it if they are seq_cst, by trying all sets.
static uint32_t fewest(Imagined *imagined)
{
    uint32_t count = imagined->sites.list.count, best = UINT32_MAX;
    for (uint32_t set = 0; set < 1u << count; set++) {
        uint32_t size = (uint32_t)__builtin_popcount(set);
        for (uint32_t i = 0; i < count; i++) {
            Site *site = &imagined->sites.list.data[i];
            site_set(site, set >> i & 1 ? operation_strongest(site->kind) : site->given);
        }
        if (size < best && judge(imagined) == ANSWER_TRUE)
            best = size;
    }
    for (uint32_t i = 0; i < count; i++)
        site_set(&imagined->sites.list.data[i], imagined->sites.list.data[i].given);
    return best;
}

static void as_few_as_can_be_are_changed(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int round = 0; round < 500; round++) {
        Imagined imagined;
        imagine(&imagined, &random, false);
        OrdersSearch search = {.sites = &imagined.sites, .judge = judge, .context = &imagined};
        if (judge(&imagined) == ANSWER_FALSE) {
            uint32_t best = fewest(&imagined), changed = 0;
            assert_int_equal(orders_strengthen(&search), MENDED);
            assert_int_equal(judge(&imagined), ANSWER_TRUE);
            for (uint32_t i = 0; i < imagined.sites.list.count; i++) {
                const Site *site = &imagined.sites.list.data[i];
                changed += !orders_equal(site->given, site->now);
                assert_true(order_is_at_least(site->now.order, site->given.order));
            }
            assert_int_equal(changed, best);
        }
        sites_free(&imagined.sites);
    }
}

static Answer never(void *context)
{
    (void)context;
    return ANSWER_FALSE;
}

static Answer not_known(void *context)
{
    (void)context;
    return ANSWER_UNKNOWN;
}

static void what_cannot_be_mended_stays(void **state)
{
    (void)state;
    uint64_t random = 13;
    Imagined imagined;
    imagine(&imagined, &random, false);
    OrdersSearch search = {.sites = &imagined.sites, .judge = never};
    assert_int_equal(orders_strengthen(&search), MENDED_NEVER);
    search.judge = not_known;
    assert_int_equal(orders_strengthen(&search), MENDED_UNKNOWN);
    for (uint32_t i = 0; i < imagined.sites.list.count; i++)
        assert_true(orders_equal(imagined.sites.list.data[i].now, imagined.sites.list.data[i].given));
    sites_free(&imagined.sites);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_get_orders),         cmocka_unit_test(orders_are_replaced),
        cmocka_unit_test(what_is_no_function_stays),    cmocka_unit_test(nothing_weaker_is_left),
        cmocka_unit_test(as_few_as_can_be_are_changed), cmocka_unit_test(what_cannot_be_mended_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
