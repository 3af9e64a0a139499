// Steps of abstract machines say what those of the original do, and fingerprints of control tell apart what is not
// data.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"
#include "machine/abstract.h"

#define NONDET "extern unsigned __VERIFIER_nondet_uint(void);\n"
#define CREATE "int main(void) { pthread_t t, u; pthread_create(&t, 0, first, 0); pthread_create(&u, 0, second, 0);\n"
#define JOIN "pthread_join(t, 0); pthread_join(u, 0); return 0; }\n"

// A symbolic run as an engine makes it. It must stay where it is while its machines live.
typedef struct Symbolic {
    TestProgram test;
    MachineOptions options;
    InputPlan plan;
    InputSymbols symbols;
    Locations locations;
    Machine *machine;
} Symbolic;

// `inputs` as behind --input, or NULL: then they are symbols with the value 0.
static void start(Symbolic *run, const char *source, const char *inputs, uint64_t unwind)
{
    Text error = {0};
    *run = (Symbolic){.test = test_load(source)};
    if (inputs)
        assert_true(input_plan_add(&run->plan, inputs, &error));
    run->options = test_machine_options(&run->test);
    run->options.inputs = &run->plan;
    run->options.bounds.rounds = unwind;
    run->options.terms = run->locations.terms = terms_create();
    run->options.input_symbols = &run->symbols;
    run->options.error_branches = true;
    run->options.plain_branches = true;
    run->machine = machine_create(run->test.program, &run->options);
    assert_int_equal(machine_status(run->machine), MACHINE_RUNNING);
}

static void stop(Symbolic *run)
{
    machine_free(run->machine);
    locations_free(&run->locations);
    input_symbols_free(&run->symbols);
    input_plan_free(&run->plan);
    terms_free(run->options.terms);
    test_unload(&run->test);
}

// Threads take steps in the order of the digits.
static void step(Machine *machine, const char *threads)
{
    for (; *threads; threads++) {
        uint32_t thread = (uint32_t)(*threads - '0');
        assert_int_equal(machine_status(machine), MACHINE_RUNNING);
        assert_true(machine_alternatives(machine, thread) > 0);
        machine_step(machine, (Choice){.thread = thread});
    }
}

static Machine *stepped_clone(const Machine *machine, const char *threads)
{
    Machine *clone = machine_clone(machine);
    step(clone, threads);
    return clone;
}

// --- Contents

typedef struct View {
    const Machine *machine;
    const Locations *locations;
} View;

static Term content_of_symbol(void *context, Term symbol)
{
    const View *view = context;
    Location location;
    if (!locations_find(view->locations, symbol, &location))
        return symbol;
    return machine_location_content(view->machine, location);
}

// What a location holds after an abstract step, as a term over the state before, put in terms of what that state holds.
static Term seen_from(const Symbolic *run, const Machine *before, const Machine *abstract, Location location)
{
    View view = {.machine = before, .locations = &run->locations};
    Term content = machine_location_content(abstract, location);
    assert_int_not_equal(content, NO_TERM);
    return term_substitute(run->options.terms, content, content_of_symbol, &view);
}

// All inputs have the same value.
static uint64_t input_value(void *context, Term symbol)
{
    (void)symbol;
    return *(const uint64_t *)context;
}

static uint64_t evaluate(const Symbolic *run, Term term, uint64_t input)
{
    return term_evaluate(run->options.terms, term, input_value, &input);
}

typedef struct Census {
    const Locations *locations;
    uint32_t inside, outside; // symbols of locations, and others
} Census;

static void count_symbol(void *context, Term symbol)
{
    Census *census = context;
    Location location;
    if (locations_find(census->locations, symbol, &location))
        census->inside++;
    else
        census->outside++;
}

static Census count_symbols(const Symbolic *run, Term term)
{
    Census census = {.locations = &run->locations};
    term_each_symbol(run->options.terms, term, terms_new_mark(run->options.terms), count_symbol, &census);
    return census;
}

static void assert_same_machine(const uint64_t before[2], const Machine *machine)
{
    uint64_t after[2];
    machine_fingerprint(machine, after);
    assert_memory_equal(before, after, sizeof after);
}

// An abstract copy takes the same step. What every location with a symbol and the given bytes hold after it must be
// what they hold after the step of a clone, under each of the values for the inputs. The answer is the number of
// locations compared.
static uint32_t compare_step(Symbolic *run, const Machine *machine, const char *thread, uint64_t address, uint32_t size,
                             const uint64_t *inputs, uint32_t input_count)
{
    TermTable *terms = run->options.terms;
    uint64_t fingerprint[2];
    uint32_t compared = 0;
    machine_fingerprint(machine, fingerprint);
    Machine *after = stepped_clone(machine, thread), *abstract = machine_abstract(machine, &run->locations);
    step(abstract, thread);
    assert_same_machine(fingerprint, machine);
    assert_int_equal(machine_status(abstract), machine_status(after));
    assert_int_equal(machine_thread_count(abstract), machine_thread_count(after));
    for (uint32_t i = 0; i < size; i++)
        locations_symbol(&run->locations, address + i);
    uint32_t term_count = terms_count(terms);
    for (Term term = 1; term <= term_count; term++) {
        Location location;
        if (term_kind(terms, term) != TERM_symbol || !locations_find(&run->locations, term, &location))
            continue;
        Term expected = machine_location_content(after, location);
        assert_int_equal(machine_location_content(abstract, location) != NO_TERM, expected != NO_TERM);
        // What was in no register before is nowhere used after.
        if (!expected || !machine_location_content(machine, location))
            continue;
        Term seen = seen_from(run, machine, abstract, location);
        assert_int_equal(term_width(terms, seen), term_width(terms, expected));
        assert_int_equal(count_symbols(run, seen).inside, 0);
        for (uint32_t i = 0; i < input_count; i++)
            assert_int_equal(evaluate(run, seen, inputs[i]), evaluate(run, expected, inputs[i]));
        compared++;
    }
    machine_free(abstract);
    machine_free(after);
    return compared;
}

static const char increment[] =
    TEST_HEADERS NONDET "unsigned x; static void *first(void *p) { x = x + 1; return p; }\n"
                        "int main(void) { pthread_t t; x = __VERIFIER_nondet_uint(); pthread_create(&t, 0, first, 0);\n"
                        "pthread_join(t, 0); return 0; }\n";

static void contents_after_a_step_are_terms_over_the_state_before(void **state)
{
    (void)state;
    static const uint64_t inputs[] = {0, 1, 254, 255, 256, 65535, 0x01ffffff, UINT32_MAX};
    Symbolic run;
    start(&run, increment, NULL, UINT64_MAX);
    Pending pending = machine_pending(run.machine, 1);
    uint64_t x = pending.address;
    assert_int_equal(pending.kind, EVENT_read);
    assert_int_equal(pending.size, 4);
    for (int i = 0; i < 2; i++) { // the read, then the write
        assert_true(compare_step(&run, run.machine, "1", x, 4, inputs, sizeof inputs / sizeof *inputs) > 4);
        if (i == 0)
            step(run.machine, "1");
    }
    // The thread holds the sum in a register: the byte is a term over registers, while the original has one over the
    // input.
    assert_int_equal(machine_pending(run.machine, 1).kind, EVENT_write);
    Machine *abstract = machine_abstract(run.machine, &run.locations), *after = stepped_clone(run.machine, "1");
    step(abstract, "1");
    for (uint32_t byte = 0; byte < 4; byte++) {
        Census census = count_symbols(&run, machine_location_content(abstract, x + byte));
        assert_true(census.inside > 0);
        assert_int_equal(census.outside, 0);
        census = count_symbols(&run, machine_location_content(after, x + byte));
        assert_int_equal(census.inside, 0);
        assert_int_equal(census.outside, 1);
        Term seen = seen_from(&run, run.machine, abstract, x + byte);
        for (uint32_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
            assert_int_equal(evaluate(&run, seen, inputs[i]), (inputs[i] + 1) >> byte * 8 & 0xff);
    }
    machine_free(abstract);
    machine_free(after);
    stop(&run);
}

// The value that x had before both steps.
typedef struct ByteValues {
    const Locations *locations;
    uint64_t address, value;
} ByteValues;

static uint64_t byte_value(void *context, Term symbol)
{
    const ByteValues *values = context;
    Location location;
    assert_true(locations_find(values->locations, symbol, &location));
    assert_true(location >= values->address && location < values->address + 4);
    return values->value >> (location - values->address) * 8 & 0xff;
}

static void steps_can_be_put_together(void **state)
{
    (void)state;
    Symbolic run;
    start(&run, increment, NULL, UINT64_MAX);
    uint64_t x = machine_pending(run.machine, 1).address;
    Machine *first = machine_abstract(run.machine, &run.locations);
    step(first, "1");
    step(run.machine, "1");
    Machine *second = machine_abstract(run.machine, &run.locations);
    step(second, "1");
    // The registers of the second step are replaced by what the first put there: what is left is x before both of them.
    for (uint32_t byte = 0; byte < 4; byte++) {
        Term whole = seen_from(&run, first, second, x + byte);
        for (uint64_t value = 253; value < 258; value++) {
            ByteValues values = {.locations = &run.locations, .address = x, .value = value};
            assert_int_equal(term_evaluate(run.options.terms, whole, byte_value, &values),
                             (value + 1) >> byte * 8 & 0xff);
        }
    }
    machine_free(first);
    machine_free(second);
    stop(&run);
}

static void every_step_of_a_run_has_its_terms(void **state)
{
    (void)state;
    static const char *const programs[] = {
        // Calls, locals and a branch on what was read.
        TEST_HEADERS NONDET "unsigned x, y; static unsigned half(unsigned v) { unsigned r = v / 2; return r + x; }\n"
                            "static void *first(void *p) { y = half(x); if (y > 7) y = y - 7; return p; }\n"
                            "static void *second(void *p) { x = x * 3; return p; }\n" CREATE JOIN,
        // Memory that is made, reached by an index that was read, and taken away.
        TEST_HEADERS NONDET "unsigned a[4], i; unsigned char *q;\n"
                            "static void *first(void *p) { i = 2; a[i] = a[i] + i; return p; }\n"
                            "static void *second(void *p) { q = malloc(2); q[1] = (unsigned char)a[2]; free(q);\n"
                            "return p; }\n" CREATE JOIN,
        // Locks, and a loop.
        TEST_HEADERS NONDET
        "unsigned x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        "static void *first(void *p) { for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); x += i;\n"
        "pthread_mutex_unlock(&m); } return p; }\n"
        "static void *second(void *p) { unsigned n = __VERIFIER_nondet_uint();\n"
        "pthread_mutex_lock(&m); x ^= n; pthread_mutex_unlock(&m); return p; }\n" CREATE JOIN,
    };
    static const uint64_t zero = 0; // the inputs of the run: others might go other ways
    for (uint32_t i = 0; i < sizeof programs / sizeof *programs; i++)
        for (uint32_t turn = 0; turn < 3; turn++) {
            Symbolic run;
            uint32_t steps = 0, compared = 0;
            start(&run, programs[i], NULL, UINT64_MAX);
            while (machine_status(run.machine) == MACHINE_RUNNING) {
                // Thread 1 first, thread 2 first, or by turns.
                uint32_t thread = turn < 2 ? 1 + turn : 1 + steps % 2;
                assert_true(steps++ < TEST_STEP_LIMIT);
                if (!machine_alternatives(run.machine, thread))
                    thread = 3 - thread;
                char text[] = {(char)('0' + thread), '\0'};
                Pending pending = machine_pending(run.machine, thread);
                compared += compare_step(&run, run.machine, text, pending.address, pending.size, &zero, 1);
                step(run.machine, text);
            }
            assert_int_equal(machine_status(run.machine), MACHINE_EXITED);
            assert_true(steps > 4);
            assert_true(compared > steps);
            stop(&run);
        }
}

static void an_abstract_copy_leaves_the_original_alone(void **state)
{
    (void)state;
    Symbolic run;
    uint64_t fingerprint[2];
    start(&run, increment, NULL, UINT64_MAX);
    step(run.machine, "1");
    uint64_t x = machine_pending(run.machine, 1).address, events = machine_event_count(run.machine);
    Term before = machine_location_content(run.machine, x);
    machine_fingerprint(run.machine, fingerprint);
    Machine *abstract = machine_abstract(run.machine, &run.locations);
    assert_same_machine(fingerprint, run.machine);
    // Before its step the copy holds nothing but symbols.
    assert_int_equal(machine_location_content(abstract, x), locations_symbol(&run.locations, x));
    step(abstract, "1");
    assert_int_not_equal(machine_location_content(abstract, x), locations_symbol(&run.locations, x));
    machine_free(abstract);
    assert_same_machine(fingerprint, run.machine);
    assert_int_equal(machine_location_content(run.machine, x), before);
    assert_int_equal(machine_event_count(run.machine), events);
    assert_int_equal(machine_pending(run.machine, 1).kind, EVENT_write);
    stop(&run);
}

// Of what is part of the key no predicate speaks. If a step puts data there, its condition is that it is this data.
static void what_is_fixed_has_no_symbol(void **state)
{
    (void)state;
    Symbolic run;
    start(&run,
          TEST_HEADERS "unsigned x = 5, y = 7; static void *first(void *p) { x = y; return p; }\n"
                       "static void *second(void *p) { y = x; return p; }\n" CREATE JOIN,
          NULL, UINT64_MAX);
    TermTable *terms = run.options.terms;
    uint64_t y = machine_pending(run.machine, 1).address, x = machine_pending(run.machine, 2).address;
    locations_fix(&run.locations, x, 4);
    Machine *abstract = machine_abstract(run.machine, &run.locations);
    assert_int_equal(machine_location_content(abstract, x), term_constant(terms, 8, 5));
    assert_int_equal(machine_location_content(abstract, y), locations_symbol(&run.locations, y));
    step(abstract, "1");
    assert_true(term_is_true(terms, machine_fixed_condition(abstract)));
    machine_free(abstract);

    step(run.machine, "1");
    abstract = machine_abstract(run.machine, &run.locations);
    step(abstract, "1"); // writes what is in a register
    Term condition = machine_fixed_condition(abstract);
    assert_false(term_is_true(terms, condition));
    // It is true in this run.
    Term seen = term_substitute(terms, condition, content_of_symbol, &(View){run.machine, &run.locations});
    assert_true(term_is_true(terms, seen));
    machine_free(abstract);
    stop(&run);
}

static void locations_have_symbols_of_their_own(void **state)
{
    (void)state;
    TermTable *terms = terms_create();
    Locations locations = {.terms = terms};
    Location found = 0;
    Term other = term_symbol(terms, 8, "other"), byte = locations_symbol(&locations, 0x1000),
         next = locations_symbol(&locations, 0x1001);
    assert_int_not_equal(byte, next);
    assert_int_equal(locations_symbol(&locations, 0x1000), byte);
    assert_int_equal(term_width(terms, byte), 8);
    assert_true(locations_find(&locations, next, &found));
    assert_int_equal(found, 0x1001);
    assert_false(locations_find(&locations, other, &found));
    assert_false(locations_find(&locations, term_not(terms, byte), &found));
    locations_free(&locations);
    terms_free(terms);
}

static void what_is_not_there_has_no_content(void **state)
{
    (void)state;
    Symbolic run;
    start(&run,
          TEST_HEADERS
          "int x; unsigned char *q; static void *second(void *p) { x = 3; return p; }\n"
          "static void *first(void *p) { pthread_t u; q = malloc(2); q[0] = 9; free(q);\n"
          "pthread_create(&u, 0, second, 0); pthread_join(u, 0); return p; }\n"
          "int main(void) { pthread_t t; pthread_create(&t, 0, first, 0); pthread_join(t, 0); return 0; }\n",
          NULL, UINT64_MAX);
    TermTable *terms = run.options.terms;
    Machine *early = machine_clone(run.machine);
    while (machine_pending(run.machine, 1).kind != EVENT_write || machine_pending(run.machine, 1).size != 1)
        step(run.machine, "1");
    uint64_t block = machine_pending(run.machine, 1).address;
    step(run.machine, "1");
    assert_int_equal(term_constant_value(terms, machine_location_content(run.machine, block)), 9);
    assert_int_equal(machine_location_content(run.machine, block + 2), NO_TERM); // behind its end
    assert_int_equal(machine_location_content(run.machine, 0), NO_TERM);
    while (machine_thread_count(run.machine) < 3)
        step(run.machine, "1");
    assert_int_equal(machine_location_content(run.machine, block), NO_TERM); // it was freed
    // Registers of a thread that is not there yet.
    Machine *abstract = machine_abstract(run.machine, &run.locations);
    uint32_t there = 0, missing = 0, count = terms_count(terms);
    for (Term term = 1; term <= count; term++) {
        Location location;
        if (term_kind(terms, term) != TERM_symbol || !locations_find(&run.locations, term, &location))
            continue;
        assert_int_equal(term_width(terms, term), 64);
        assert_int_equal(machine_location_content(abstract, location), term);
        there += machine_location_content(run.machine, location) != NO_TERM;
        missing += machine_location_content(early, location) == NO_TERM;
    }
    assert_true(missing > 0);
    assert_true(there > missing); // those of the others
    machine_free(abstract);
    machine_free(early);
    stop(&run);
}

// --- Control

static bool same_control(const Machine *a, const Machine *b, const uint64_t *synchronisation, uint32_t count)
{
    uint64_t first[2], second[2];
    machine_control_fingerprint(a, synchronisation, count, first);
    machine_control_fingerprint(b, synchronisation, count, second);
    // Neither word is like the other: each tells the states apart.
    assert_int_equal(first[0] == second[0], first[1] == second[1]);
    return first[0] == second[0];
}

static bool same_state(const Machine *a, const Machine *b)
{
    uint64_t first[2], second[2];
    machine_fingerprint(a, first);
    machine_fingerprint(b, second);
    return !memcmp(first, second, sizeof first);
}

static void states_that_differ_in_data_have_the_same_control(void **state)
{
    (void)state;
    Symbolic run;
    start(&run,
          TEST_HEADERS NONDET "unsigned x, y; static void *first(void *p) { x = 1; y = x; y = 5; return p; }\n"
                              "static void *second(void *p) { x = __VERIFIER_nondet_uint(); return p; }\n" CREATE JOIN,
          NULL, UINT64_MAX);
    // In memory: who wrote last. Once it is the input, a term.
    Machine *one = stepped_clone(run.machine, "12"), *other = stepped_clone(run.machine, "21");
    assert_false(same_state(one, other));
    assert_true(same_control(one, other, NULL, 0));
    // In a register, too: thread 1 has read x, and stands before writing it.
    step(one, "1");
    step(other, "1");
    assert_int_equal(machine_pending(one, 1).kind, EVENT_write);
    assert_false(same_state(one, other));
    assert_true(same_control(one, other, NULL, 0));
    machine_free(one);
    machine_free(other);
    stop(&run);
}

static void where_threads_stand_is_control(void **state)
{
    (void)state;
    Symbolic run;
    start(&run,
          TEST_HEADERS "int x; static void *first(void *p) { x = 1; x = 1; x = 1; return p; }\n"
                       "static void *second(void *p) { x = 1; x = 1; x = 1; return p; }\n" CREATE JOIN,
          NULL, UINT64_MAX);
    static const char *const orders[] = {"", "1", "2", "11", "12", "22", "111", "112", "122", "222", "1112", "2221"};
    enum { ORDERS = sizeof orders / sizeof *orders };
    Machine *machines[ORDERS];
    for (uint32_t i = 0; i < ORDERS; i++)
        machines[i] = stepped_clone(run.machine, orders[i]);
    for (uint32_t i = 0; i < ORDERS; i++)
        for (uint32_t j = 0; j < ORDERS; j++)
            assert_int_equal(same_control(machines[i], machines[j], NULL, 0), i == j);
    // It does not matter how they came there.
    Machine *again = stepped_clone(run.machine, "21");
    assert_true(same_control(machines[4], again, NULL, 0));
    machine_free(again);
    for (uint32_t i = 0; i < ORDERS; i++)
        machine_free(machines[i]);
    stop(&run);
}

// The same program with two inputs. If the input is 1, thread 1 first does something, which takes it some steps; then
// it stands where it stands if the input is 0. The answer is whether control is the same, with the address of what it
// did this to (`listed`) or without.
static bool same_after_doing(const char *what, const char *steps, EventKind kind, bool listed)
{
    Symbolic with, without;
    Text source = {0};
    text_format(&source,
                TEST_HEADERS NONDET
                "#include <semaphore.h>\n"
                "int x; void *q; sem_t s; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, zero;\n"
                "static void *first(void *p) { if (__VERIFIER_nondet_uint()) { %s; } x = 1; return p; }\n"
                "int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, first, 0);\n"
                "pthread_join(t, 0); return 0; }\n",
                what);
    start(&with, text_string(&source), "1", UINT64_MAX);
    start(&without, text_string(&source), "0", UINT64_MAX);
    // Both run the same program, so that functions have the same addresses.
    machine_free(without.machine);
    without.options.facts = with.test.facts;
    without.machine = machine_create(with.test.program, &without.options);
    uint64_t address = 0;
    if (kind != EVENT_write) {
        assert_int_equal(machine_pending(with.machine, 1).kind, kind);
        address = machine_pending(with.machine, 1).address;
    }
    step(with.machine, steps);
    assert_int_equal(machine_pending(with.machine, 1).kind, EVENT_write);
    assert_int_equal(machine_pending(with.machine, 1).address, machine_pending(without.machine, 1).address);
    bool same = same_control(with.machine, without.machine, &address, listed ? 1 : 0);
    stop(&without);
    stop(&with);
    text_free(&source);
    return same;
}

static void synchronisation_objects_are_control_if_they_are_named(void **state)
{
    (void)state;
    assert_false(same_after_doing("pthread_mutex_lock(&m)", "1", EVENT_lock, true));
    // Which locks a thread holds is known of the thread, too.
    assert_false(same_after_doing("pthread_mutex_lock(&m)", "1", EVENT_lock, false));
    assert_true(same_after_doing("pthread_mutex_lock(&m); pthread_mutex_unlock(&m)", "11", EVENT_lock, true));
    // Nor does it matter whether memory was written or has been zero from the beginning.
    assert_true(same_after_doing("pthread_mutex_lock(&zero); pthread_mutex_unlock(&zero)", "11", EVENT_lock, true));
    // Nobody has a semaphore: its count is in its memory only.
    assert_false(same_after_doing("sem_post(&s)", "1", EVENT_semaphore_post, true));
    assert_true(same_after_doing("sem_post(&s)", "1", EVENT_semaphore_post, false));
    assert_true(same_after_doing("sem_post(&s); sem_wait(&s)", "11", EVENT_semaphore_post, true));
}

static void which_objects_there_are_is_control(void **state)
{
    (void)state;
    // Both stand before the write to x; one has made an object on the way, which is no step.
    assert_true(same_after_doing("p = 0", "", EVENT_write, false));
    assert_false(same_after_doing("p = malloc(1)", "", EVENT_write, false));
}

static void iterations_are_control_if_they_are_bounded(void **state)
{
    (void)state;
    static const char source[] =
        TEST_HEADERS "int x; static void *first(void *p) { for (;;) { x = 1; x = 2; } return p; }\n"
                     "int main(void) { pthread_t t; pthread_create(&t, 0, first, 0); pthread_join(t, 0); return 0; }\n";
    for (int bounded = 0; bounded < 2; bounded++) {
        Symbolic run;
        start(&run, source, NULL, bounded ? 100 : UINT64_MAX);
        // A round is two steps. The registers are the same in all of them, and so is x at their end.
        Machine *two = stepped_clone(run.machine, "1111"), *three = stepped_clone(run.machine, "111111");
        assert_int_equal(machine_pending(two, 1).position, machine_pending(three, 1).position);
        assert_int_equal(same_control(two, three, NULL, 0), !bounded);
        machine_free(two);
        machine_free(three);
        stop(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contents_after_a_step_are_terms_over_the_state_before),
        cmocka_unit_test(steps_can_be_put_together),
        cmocka_unit_test(every_step_of_a_run_has_its_terms),
        cmocka_unit_test(an_abstract_copy_leaves_the_original_alone),
        cmocka_unit_test(what_is_fixed_has_no_symbol),
        cmocka_unit_test(locations_have_symbols_of_their_own),
        cmocka_unit_test(what_is_not_there_has_no_content),
        cmocka_unit_test(states_that_differ_in_data_have_the_same_control),
        cmocka_unit_test(where_threads_stand_is_control),
        cmocka_unit_test(synchronisation_objects_are_control_if_they_are_named),
        cmocka_unit_test(which_objects_there_are_is_control),
        cmocka_unit_test(iterations_are_control_if_they_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
