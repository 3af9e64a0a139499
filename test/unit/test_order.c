// The order theory against brute force: small random instances are decided by trying the orders of their nodes one
// after the other, larger ones by both methods, which must agree, or by construction.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "random.h"
#include "solve/order.h"

enum { MAXIMUM_NODES = 512, MAXIMUM_CHAINS = 16, CLAUSE_SIZE = 3 };

// "a before b" for each of up to CLAUSE_SIZE pairs; one of them must hold.
typedef struct Requirement {
    OrderNode before[CLAUSE_SIZE];
    OrderNode after[CLAUSE_SIZE];
    uint32_t count;
} Requirement;

typedef struct Instance {
    uint32_t nodes;
    uint32_t chains;
    uint32_t chain[MAXIMUM_NODES];
    VECTOR(Requirement) edges; // of one pair each
    VECTOR(Requirement) requirements;
} Instance;

// Chains with at least one and at most `longest` nodes, in an interleaving that is the order of the ids.
static void make_nodes(Instance *instance, uint64_t *random, uint32_t chains, uint32_t longest)
{
    uint32_t left[MAXIMUM_CHAINS], total = 0;
    *instance = (Instance){.chains = chains};
    for (uint32_t i = 0; i < chains; i++)
        total += left[i] = 1 + random_below(random, longest);
    while (instance->nodes < total) {
        uint32_t chain = random_below(random, chains);
        if (left[chain] > 0) {
            left[chain]--;
            instance->chain[instance->nodes++] = chain;
        }
    }
}

static void free_instance(Instance *instance)
{
    vector_free(&instance->edges);
    vector_free(&instance->requirements);
}

// Edges from smaller to larger nodes, some inside a chain.
static void make_edges(Instance *instance, uint64_t *random, uint32_t count)
{
    for (uint32_t i = 0; i < count && instance->nodes > 1; i++) {
        uint32_t after = 1 + random_below(random, instance->nodes - 1);
        vector_push(&instance->edges, (Requirement){{random_below(random, after)}, {after}, 1});
    }
}

static Requirement draw_requirement(const Instance *instance, uint64_t *random, uint32_t count)
{
    Requirement requirement = {.count = count};
    for (uint32_t i = 0; i < count; i++) {
        OrderNode a = random_below(random, instance->nodes), b = random_below(random, instance->nodes - 1);
        requirement.before[i] = a;
        requirement.after[i] = b + (b >= a);
    }
    return requirement;
}

static void make_requirements(Instance *instance, uint64_t *random, uint32_t count)
{
    for (uint32_t i = 0; i < count && instance->nodes > 1; i++)
        vector_push(&instance->requirements, draw_requirement(instance, random, 1 + random_below(random, CLAUSE_SIZE)));
}

static bool requirement_holds(const Requirement *requirement, const uint32_t *position)
{
    for (uint32_t i = 0; i < requirement->count; i++) {
        if (position[requirement->before[i]] < position[requirement->after[i]])
            return true;
    }
    return false;
}

// The oracle. Nodes are placed one after the other in all ways that respect chains and fixed edges; a node not yet
// placed has the position UINT32_MAX, so that "a before b" is decided once a or b is placed.
typedef struct Oracle {
    const Instance *instance;
    uint32_t position[MAXIMUM_NODES];
    bool reach[MAXIMUM_NODES][MAXIMUM_NODES]; // by chains and fixed edges
} Oracle;

static bool requirement_is_lost(const Oracle *oracle, const Requirement *requirement)
{
    for (uint32_t i = 0; i < requirement->count; i++) {
        if (oracle->position[requirement->after[i]] == UINT32_MAX ||
            oracle->position[requirement->before[i]] < oracle->position[requirement->after[i]])
            return false;
    }
    return true;
}

static bool some_order_exists(Oracle *oracle, uint32_t placed)
{
    const Instance *instance = oracle->instance;
    for (uint32_t i = 0; i < instance->requirements.count; i++) {
        if (requirement_is_lost(oracle, &instance->requirements.data[i]))
            return false;
    }
    if (placed == instance->nodes)
        return true;
    for (OrderNode node = 0; node < instance->nodes; node++) {
        bool free = oracle->position[node] == UINT32_MAX;
        for (OrderNode other = 0; free && other < instance->nodes; other++)
            free = oracle->position[other] != UINT32_MAX || !oracle->reach[other][node];
        if (!free)
            continue;
        oracle->position[node] = placed;
        bool found = some_order_exists(oracle, placed + 1);
        oracle->position[node] = UINT32_MAX;
        if (found)
            return true;
    }
    return false;
}

static Oracle *create_oracle(const Instance *instance)
{
    Oracle *oracle = calloc(1, sizeof *oracle);
    assert_non_null(oracle);
    oracle->instance = instance;
    memset(oracle->position, 0xff, sizeof oracle->position);
    for (OrderNode a = 0; a < instance->nodes; a++) {
        for (OrderNode b = a + 1; b < instance->nodes; b++)
            oracle->reach[a][b] = instance->chain[a] == instance->chain[b];
    }
    for (uint32_t i = 0; i < instance->edges.count; i++)
        oracle->reach[instance->edges.data[i].before[0]][instance->edges.data[i].after[0]] = true;
    for (OrderNode middle = 0; middle < instance->nodes; middle++) {
        for (OrderNode a = 0; a < instance->nodes; a++) {
            for (OrderNode b = 0; b < instance->nodes; b++)
                oracle->reach[a][b] |= oracle->reach[a][middle] && oracle->reach[middle][b];
        }
    }
    return oracle;
}

static bool oracle_satisfies(const Instance *instance)
{
    Oracle *oracle = create_oracle(instance);
    bool found = some_order_exists(oracle, 0);
    free(oracle);
    return found;
}

// An instance in the order theory; requirements are handed over as they come.
typedef struct Setup {
    const Instance *instance;
    TermTable *terms;
    Solver *solver;
    Order *order;
    uint32_t given; // of the requirements
} Setup;

static Setup set_up(const Instance *instance, OrderMethod method)
{
    Setup setup = {.instance = instance, .terms = terms_create()};
    setup.solver = solver_create(setup.terms, NULL);
    setup.order = order_create(setup.solver, method);
    for (OrderNode node = 0; node < instance->nodes; node++)
        assert_int_equal(order_add_node(setup.order, instance->chain[node]), node);
    for (uint32_t i = 0; i < instance->edges.count; i++)
        order_add_edge(setup.order, instance->edges.data[i].before[0], instance->edges.data[i].after[0]);
    assert_int_equal(order_node_count(setup.order), instance->nodes);
    return setup;
}

static void tear_down(Setup *setup)
{
    order_free(setup->order);
    solver_free(setup->solver);
    terms_free(setup->terms);
}

static void give_requirements(Setup *setup)
{
    for (; setup->given < setup->instance->requirements.count; setup->given++) {
        const Requirement *requirement = &setup->instance->requirements.data[setup->given];
        Literal clause[CLAUSE_SIZE];
        for (uint32_t i = 0; i < requirement->count; i++)
            clause[i] = order_before(setup->order, requirement->before[i], requirement->after[i]);
        solver_add_clause(setup->solver, clause, requirement->count);
    }
}

typedef struct PairCheck {
    Setup *setup;
    const uint32_t *position;
    uint64_t seen;
} PairCheck;

static void check_pair(void *context, OrderNode a, OrderNode b, Literal literal)
{
    PairCheck *check = context;
    check->seen++;
    assert_int_equal(order_before(check->setup->order, a, b), literal);
    assert_int_equal(solver_value(check->setup->solver, literal), check->position[a] < check->position[b]);
}

static void check_sequence(Setup *setup)
{
    const Instance *instance = setup->instance;
    OrderNode sequence[MAXIMUM_NODES];
    uint32_t position[MAXIMUM_NODES], last[MAXIMUM_CHAINS] = {0};
    memset(position, 0xff, sizeof position);
    order_sequence(setup->order, sequence);
    for (uint32_t i = 0; i < instance->nodes; i++) {
        assert_in_range(sequence[i], 0, instance->nodes - 1);
        assert_int_equal(position[sequence[i]], UINT32_MAX);
        position[sequence[i]] = i;
        assert_true(last[instance->chain[sequence[i]]] <= sequence[i]);
        last[instance->chain[sequence[i]]] = sequence[i];
    }
    for (uint32_t i = 0; i < instance->edges.count; i++)
        assert_true(requirement_holds(&instance->edges.data[i], position));
    for (uint32_t i = 0; i < setup->given; i++) {
        const Requirement *requirement = &instance->requirements.data[i];
        assert_true(requirement_holds(requirement, position));
        for (uint32_t j = 0; j < requirement->count; j++) {
            OrderNode a = requirement->before[j], b = requirement->after[j];
            assert_int_equal(solver_value(setup->solver, order_before(setup->order, a, b)), position[a] < position[b]);
        }
    }
    PairCheck check = {setup, position, 0};
    uint64_t literals = order_statistics(setup->order).literals;
    order_each_pair(setup->order, 0, check_pair, &check);
    assert_int_equal(check.seen, literals);
    order_each_pair(setup->order, literals - literals / 3, check_pair, &check);
    assert_int_equal(check.seen, literals + literals / 3);
}

static SolveResult solve_and_check(Setup *setup)
{
    give_requirements(setup);
    SolveResult result = order_solve(setup->order, NULL, 0);
    if (result == SOLVE_SATISFIED)
        check_sequence(setup);
    return result;
}

static void test_must(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 60; seed++) {
        uint64_t random = seed;
        Instance instance;
        make_nodes(&instance, &random, 2 + random_below(&random, 6), 8);
        make_edges(&instance, &random, random_below(&random, 20));
        Oracle *oracle = create_oracle(&instance);
        Setup setup = set_up(&instance, ORDER_GRAPH);
        for (OrderNode a = 0; a < instance.nodes; a++) {
            for (OrderNode b = 0; b < instance.nodes; b++) {
                if (a == b)
                    continue;
                assert_int_equal(order_must(setup.order, a, b), oracle->reach[a][b]);
                Literal literal = order_before(setup.order, a, b), truth = solver_true(setup.solver);
                assert_int_equal(literal == truth, oracle->reach[a][b]);
                assert_int_equal(literal == -truth, oracle->reach[b][a]);
                assert_int_equal(order_before(setup.order, b, a), -literal);
                assert_int_equal(order_before(setup.order, a, b), literal);
            }
        }
        tear_down(&setup);
        free(oracle);
        free_instance(&instance);
    }
}

static void test_against_brute_force(void **state)
{
    (void)state;
    uint32_t satisfied = 0, refuted = 0;
    for (uint32_t seed = 0; seed < 600; seed++) {
        uint64_t random = 1000 + seed;
        Instance instance;
        uint32_t chains = 3 + random_below(&random, 3);
        make_nodes(&instance, &random, chains, chains == 3 ? 5 : 3);
        make_edges(&instance, &random, random_below(&random, 7));
        make_requirements(&instance, &random, 1 + random_below(&random, 2 * instance.nodes));
        bool expected = oracle_satisfies(&instance);
        *(expected ? &satisfied : &refuted) += 1;
        for (OrderMethod method = ORDER_GRAPH; method <= ORDER_CLOCKS; method++) {
            Setup setup = set_up(&instance, method);
            assert_int_equal(solve_and_check(&setup), expected ? SOLVE_SATISFIED : SOLVE_REFUTED);
            tear_down(&setup);
        }
        free_instance(&instance);
    }
    assert_in_range(satisfied, 100, 500);
    assert_in_range(refuted, 100, 500);
}

// The requirements come in portions, each followed by several questions under assumptions. A refutation by
// assumptions must hold with only those that failed.
static void test_incremental(void **state)
{
    (void)state;
    uint32_t satisfied = 0, refuted = 0, cores = 0;
    for (uint32_t seed = 0; seed < 120; seed++) {
        uint64_t random = 2000 + seed;
        Instance instance;
        make_nodes(&instance, &random, 3 + random_below(&random, 2), 3);
        make_edges(&instance, &random, random_below(&random, 4));
        Setup setup = set_up(&instance, seed % 4 == 3 ? ORDER_CLOCKS : ORDER_GRAPH);
        for (uint32_t portion = 0; portion < 5; portion++) {
            make_requirements(&instance, &random, random_below(&random, 1 + instance.nodes / 4));
            give_requirements(&setup);
            uint32_t lasting = instance.requirements.count, assumed = random_below(&random, 6);
            Literal assumptions[6];
            for (uint32_t i = 0; i < assumed; i++) {
                Requirement unit = draw_requirement(&instance, &random, 1);
                assumptions[i] = order_before(setup.order, unit.before[0], unit.after[0]);
                vector_push(&instance.requirements, unit);
            }
            bool expected = oracle_satisfies(&instance);
            assert_int_equal(order_solve(setup.order, assumptions, assumed),
                             expected ? SOLVE_SATISFIED : SOLVE_REFUTED);
            if (expected) {
                satisfied++;
                setup.given = instance.requirements.count;
                check_sequence(&setup);
            } else {
                refuted++;
                uint32_t kept = lasting;
                for (uint32_t i = 0; i < assumed; i++) {
                    if (solver_failed(setup.solver, assumptions[i]))
                        instance.requirements.data[kept++] = instance.requirements.data[lasting + i];
                }
                cores += kept < instance.requirements.count;
                instance.requirements.count = kept;
                assert_false(oracle_satisfies(&instance));
            }
            instance.requirements.count = lasting;
            setup.given = lasting;
        }
        tear_down(&setup);
        free_instance(&instance);
    }
    assert_true(satisfied > 100 && refuted > 100 && cores > 20);
}

// A cycle that visits every chain once, from the second node of each to the first one of the next: no shorter one
// exists. Every third link is a fixed edge if asked for.
static void check_long_cycle(uint32_t chains, bool with_edges)
{
    Instance instance = {.nodes = 2 * chains, .chains = chains};
    for (uint32_t i = 0; i < chains; i++)
        instance.chain[2 * i] = instance.chain[2 * i + 1] = i;
    for (uint32_t i = 0; i + 1 < chains; i++) {
        Requirement link = {{2 * i + 1}, {2 * i + 2}, 1};
        if (with_edges && i % 3 == 0)
            vector_push(&instance.edges, link);
        else
            vector_push(&instance.requirements, link);
    }
    Setup setup = set_up(&instance, ORDER_GRAPH);
    assert_int_equal(solve_and_check(&setup), SOLVE_SATISFIED);
    Literal closing = order_before(setup.order, 2 * chains - 1, 0);
    assert_int_equal(order_solve(setup.order, &closing, 1), SOLVE_REFUTED);
    assert_true(solver_failed(setup.solver, closing));
    assert_int_equal(order_solve(setup.order, NULL, 0), SOLVE_SATISFIED);
    assert_false(solver_value(setup.solver, closing));
    check_sequence(&setup);
    tear_down(&setup);
    free_instance(&instance);
}

static void test_long_cycles(void **state)
{
    (void)state;
    for (uint32_t chains = 3; chains <= MAXIMUM_CHAINS; chains++) {
        check_long_cycle(chains, false);
        check_long_cycle(chains, true);
    }
}

// Where nothing forbids it the sequence finishes a chain before it turns to the one with the smallest next node.
static void test_sequence_stays_in_chain(void **state)
{
    (void)state;
    Instance instance = {.nodes = 7, .chains = 3, .chain = {1, 0, 1, 2, 0, 2, 1}};
    vector_push(&instance.edges, (Requirement){{3}, {4}, 1});
    Setup setup = set_up(&instance, ORDER_GRAPH);
    assert_int_equal(solve_and_check(&setup), SOLVE_SATISFIED);
    OrderNode sequence[7];
    order_sequence(setup.order, sequence);
    assert_memory_equal(sequence, ((OrderNode[]){0, 2, 6, 1, 3, 5, 4}), sizeof sequence);
    Literal early = order_before(setup.order, 4, 2);
    assert_int_equal(order_solve(setup.order, &early, 1), SOLVE_SATISFIED);
    order_sequence(setup.order, sequence);
    assert_memory_equal(sequence, ((OrderNode[]){0, 1, 3, 5, 4, 2, 6}), sizeof sequence);
    tear_down(&setup);
    free_instance(&instance);
}

static void test_without_nodes(void **state)
{
    (void)state;
    Instance instance = {0};
    for (OrderMethod method = ORDER_GRAPH; method <= ORDER_CLOCKS; method++) {
        Setup setup = set_up(&instance, method);
        assert_int_equal(solve_and_check(&setup), SOLVE_SATISFIED);
        tear_down(&setup);
    }
}

// Too large for the oracle: the two methods must agree.
static void test_methods_agree(void **state)
{
    (void)state;
    uint32_t satisfied = 0, refuted = 0;
    for (uint32_t seed = 0; seed < 60; seed++) {
        uint64_t random = 3000 + seed;
        Instance instance;
        make_nodes(&instance, &random, 2 + random_below(&random, 5), 12);
        make_edges(&instance, &random, random_below(&random, 6));
        uint32_t count = instance.nodes * (1 + random_below(&random, 4));
        for (uint32_t i = 0; i < count; i++)
            vector_push(&instance.requirements, draw_requirement(&instance, &random, CLAUSE_SIZE));
        SolveResult results[2];
        for (OrderMethod method = ORDER_GRAPH; method <= ORDER_CLOCKS; method++) {
            Setup setup = set_up(&instance, method);
            results[method] = solve_and_check(&setup);
            tear_down(&setup);
        }
        assert_int_equal(results[ORDER_GRAPH], results[ORDER_CLOCKS]);
        *(results[ORDER_GRAPH] == SOLVE_SATISFIED ? &satisfied : &refuted) += 1;
        free_instance(&instance);
    }
    assert_true(satisfied >= 10 && refuted >= 10);
}

// Orders of two pairs of which a hidden interleaving, far from the order of the ids, satisfies one: satisfiable. Then
// three or more pairs in a cycle, each forced: not.
static void test_hidden_order(void **state)
{
    (void)state;
    uint64_t rounds = 0;
    for (uint32_t seed = 0; seed < 6; seed++) {
        uint64_t random = 4000 + seed;
        Instance instance;
        make_nodes(&instance, &random, 4 + random_below(&random, 4), 70);
        uint32_t position[MAXIMUM_NODES], placed = 0, next[MAXIMUM_CHAINS] = {0};
        while (placed < instance.nodes) {
            uint32_t chain = random_below(&random, instance.chains);
            for (uint32_t burst = random_below(&random, 9); burst > 0; burst--) {
                while (next[chain] < instance.nodes && instance.chain[next[chain]] != chain)
                    next[chain]++;
                if (next[chain] < instance.nodes)
                    position[next[chain]++] = placed++;
            }
        }
        Setup setup = set_up(&instance, ORDER_GRAPH);
        static const uint32_t portions[] = {2500, 20, 500};
        for (uint32_t portion = 0; portion < 3; portion++) {
            for (uint32_t i = 0; i < portions[portion]; i++) {
                Requirement requirement = draw_requirement(&instance, &random, 2);
                while (!requirement_holds(&requirement, position))
                    requirement = draw_requirement(&instance, &random, 2);
                vector_push(&instance.requirements, requirement);
            }
            assert_int_equal(solve_and_check(&setup), SOLVE_SATISFIED);
        }
        rounds += order_statistics(setup.order).rounds;
        OrderNode cycle[5];
        uint32_t length = 3 + random_below(&random, 3);
        Literal assumptions[5];
        for (uint32_t i = 0; i < length; i++) {
            uint32_t chain;
            do {
                cycle[i] = random_below(&random, instance.nodes);
                chain = instance.chain[cycle[i]];
            } while ((i > 0 && chain == instance.chain[cycle[i - 1]]) ||
                     (i == length - 1 && chain == instance.chain[cycle[0]]));
        }
        for (uint32_t i = 0; i < length; i++)
            assumptions[i] = order_before(setup.order, cycle[i], cycle[(i + 1) % length]);
        assert_int_equal(order_solve(setup.order, assumptions, length), SOLVE_REFUTED);
        assert_int_equal(order_solve(setup.order, assumptions, 0), SOLVE_SATISFIED);
        check_sequence(&setup);
        tear_down(&setup);
        free_instance(&instance);
    }
    assert_true(rounds > 3 * 6);
}

static void test_statistics(void **state)
{
    (void)state;
    Instance instance = {.nodes = 4, .chains = 2, .chain = {0, 0, 1, 1}};
    Setup setup = set_up(&instance, ORDER_GRAPH);
    Literal crossed[] = {order_before(setup.order, 1, 2), order_before(setup.order, 3, 0)};
    order_before(setup.order, 0, 1);
    assert_int_equal(order_solve(setup.order, crossed, 2), SOLVE_REFUTED);
    OrderStatistics statistics = order_statistics(setup.order);
    assert_int_equal(statistics.literals, 2);
    assert_int_equal(statistics.eager_clauses, 1);
    assert_int_equal(statistics.cycles, 0);
    assert_int_equal(statistics.rounds, 1);
    tear_down(&setup);
}

static void test_limits(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0, 0);
    TermTable *terms = terms_create();
    Solver *solver = solver_create(terms, &limits);
    Order *order = order_create(solver, ORDER_GRAPH);
    OrderNode a = order_add_node(order, 0), b = order_add_node(order, 1);
    Literal literal = order_before(order, a, b);
    assert_int_equal(order_solve(order, &literal, 1), SOLVE_SATISFIED);
    limits.reason = LIMIT_TIMEOUT;
    assert_int_equal(order_solve(order, &literal, 1), SOLVE_STOPPED);
    order_free(order);
    solver_free(solver);
    terms_free(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_must),
        cmocka_unit_test(test_against_brute_force),
        cmocka_unit_test(test_incremental),
        cmocka_unit_test(test_long_cycles),
        cmocka_unit_test(test_sequence_stays_in_chain),
        cmocka_unit_test(test_without_nodes),
        cmocka_unit_test(test_methods_agree),
        cmocka_unit_test(test_hidden_order),
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
