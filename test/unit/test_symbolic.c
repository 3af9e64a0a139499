// Symbolic runs of small programs: which terms there are, and what is told of what the run depended on.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "symbolic_run.h"
#include "trace/trace.h"

#define NONDET                                                                                              \
    "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n"               \
    "extern long long __VERIFIER_nondet_llong(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n" \
    "extern short __VERIFIER_nondet_short(void); extern _Bool __VERIFIER_nondet_bool(void);\n"              \
    "extern void reach_error(void); extern void __VERIFIER_assume(int);\n"

// The program is examined as all others are; what is returned is its run under inputs that are all 0.
static Run run_source(const char *source, PropertyMask properties, bool reads, Tally *tally)
{
    Text text = {0};
    text_append(&text, TEST_HEADERS NONDET);
    text_append(&text, source);
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", text_string(&text));
    const char *files[] = {path};
    FrontOptions front = test_front_options(files, 1);
    front.check_overflow = (properties & PROPERTY_BIT(PROPERTY_OVERFLOW)) != 0;
    Program *program = test_front_load(&front);
    unlink(path);
    TestProgram test = {program, NULL}; // every global is shared, so that accesses to it are events
    for (uint64_t seed = 1; seed <= 12; seed++)
        examine(&test, properties, seed % 4 == 0, seed, tally);
    MachineOptions options = test_machine_options(&test);
    options.properties = properties;
    options.terms = terms_create();
    options.symbolic_reads = reads;
    Run run = perform(&test, options, NULL, 1);
    expect_own_values(&test, &run);
    text_free(&text);
    test_unload(&test);
    return run;
}

static uint32_t count_events(const Run *run, EventKind kind, Property property)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->events.count; i++)
        count += run->events.data[i].kind == kind && (kind != EVENT_check || run->events.data[i].property == property);
    return count;
}

static const Event *find_event(const Run *run, EventKind kind, uint32_t number)
{
    for (uint32_t i = 0; i < run->events.count; i++)
        if (run->events.data[i].kind == kind && !number--)
            return &run->events.data[i];
    fail_msg("there is no %s", event_kind_name(kind));
    return NULL;
}

// Every operation of a width, on values that the program does not know, into a global.
static void arithmetic_has_terms(void **state)
{
    (void)state;
    static const char *const types[][3] = {{"unsigned char", "signed char", "uchar"},
                                           {"unsigned short", "short", "short"},
                                           {"unsigned", "int", "uint"},
                                           {"unsigned long long", "long long", "llong"}};
    for (int i = 0; i < 4; i++) {
        Text source = {0};
        text_format(&source,
                    "typedef %s U; typedef %s S; volatile U out[64]; int main(void) { int k = 0;\n"
                    "U a = __VERIFIER_nondet_%s(), b = __VERIFIER_nondet_%s(); S c = (S)a, d = (S)b;\n"
                    "_Bool p = __VERIFIER_nondet_bool(); unsigned w = sizeof(U) * 8, n = b %% w;\n",
                    types[i][0], types[i][1], types[i][2], types[i][2]);
        text_append(
            &source,
            "out[k++] = a + b; out[k++] = a - b; out[k++] = a * b; out[k++] = a & b; out[k++] = a | b;\n"
            "out[k++] = a ^ b; out[k++] = ~a; out[k++] = -a; out[k++] = a << n; out[k++] = a >> n;\n"
            "out[k++] = c >> n; out[k++] = a < b; out[k++] = a <= b; out[k++] = c < d; out[k++] = c <= d;\n"
            "out[k++] = a > b; out[k++] = c >= d; out[k++] = a == b; out[k++] = a != b; out[k++] = !a;\n"
            "out[k++] = p ? a : b; out[k++] = p ? a : 7; out[k++] = p; out[k++] = a / 3; out[k++] = a % 7;\n"
            "out[k++] = c / 3; out[k++] = c % 7; out[k++] = (signed char)a; out[k++] = (short)b;\n"
            "out[k++] = (unsigned char)b; out[k++] = (long long)c >> 3; out[k++] = a * 5 + 3;\n"
            "S e; U f; out[k++] = __builtin_add_overflow(c, d, &e); out[k++] = e;\n"
            "out[k++] = __builtin_sub_overflow(a, b, &f); out[k++] = f;\n"
            "out[k++] = __builtin_add_overflow(a, b, &f); out[k++] = __builtin_sub_overflow(c, d, &e);\n"
            "out[k++] = __builtin_mul_overflow(c, d, &e); out[k++] = __builtin_mul_overflow(a, b, &f);\n"
            "out[k++] = f; out[k++] = __builtin_bswap32(a); out[k++] = __builtin_bswap64(a);\n"
            "out[k++] = __builtin_abs(c); out[k++] = __builtin_rotateleft32(a, 5); \n"
            "out[k++] = __builtin_popcountll(a); out[k++] = a ? __builtin_ctzll(a) : 99; out[k++] = __builtin_bitreverse8(a);\n"
            "out[k++] = a ? __builtin_clzll(a) : 99; out[k++] = __builtin_clzg(a, 77); out[k++] = __builtin_bitreverse64(a);\n"
            "out[k++] = __builtin_elementwise_add_sat(c, d); out[k++] = __builtin_elementwise_sub_sat(a, b);\n"
            "out[k++] = __builtin_elementwise_add_sat(a, b); out[k++] = __builtin_elementwise_sub_sat(c, d);\n"
            "if (b) { out[k++] = a / b; out[k++] = a % b; if (d != -1) { out[k++] = c / d; out[k++] = c % d; } }\n"
            "return 0; }\n");
        Tally tally = {0};
        Run run = run_source(text_string(&source), PROPERTY_MASK_DEFAULT, false, &tally);
        assert_true(tally.same_path > 15);
        uint32_t with_term = 0;
        for (uint32_t j = 0; j < run.events.count; j++)
            with_term += run.events.data[j].kind == EVENT_write && run.events.data[j].term != NO_TERM;
        assert_true(with_term >= (i == 3 ? 30 : 38)); // at 64 bits the test of a product pins its operands
        run_free(&run);
        text_free(&source);
    }
}

static void what_has_no_term_is_pinned(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("volatile double d; volatile int out[4]; volatile __int128 wide;\n"
                         "int main(void) { int a = __VERIFIER_nondet_int(); long long b = __VERIFIER_nondet_llong();\n"
                         "    d = a; d = a + 1; out[0] = __builtin_popcount(b); wide = (__int128)b * b; return 0; }\n",
                         PROPERTY_MASK_DEFAULT, false, &tally);
    // a, b, and the sign of b; each of them once.
    assert_int_equal(count_events(&run, EVENT_pin, 0), 3);
    run_free(&run);
}

// Numbers by their bits: also zeros, infinities, NaNs and those that are too small for a full fraction.
static void floating_comparisons_have_terms(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source(
        "volatile int out[64]; volatile double wide[16]; union { unsigned u; float f; } x, y;\n"
        "union { unsigned long long u; double d; } z;\n"
        "static const unsigned parts[] = {0, 1, 0x7f, 0x80, 0x100, 0xfe, 0xff, 0x1ff};\n"
        "int main(void) { int k = 0;\n"
        "    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n"
        "    x.u = a & 0x80000007; y.u = b; if (a & 8) x.u |= 0x7f800000; if (a & 16) x.u = a;\n"
        "    if (b & 1) y.u = b & 0xff800003; if (b & 2) y.u &= 0x7fffff;\n"
        "    z.u = (unsigned long long)a << 32 | b;\n"
        "    out[k++] = x.f < y.f; out[k++] = x.f <= y.f; out[k++] = x.f > y.f; out[k++] = x.f >= y.f;\n"
        "    out[k++] = x.f == y.f; out[k++] = x.f != y.f; out[k++] = __builtin_isunordered(x.f, y.f);\n"
        "    out[k++] = __builtin_islessgreater(x.f, y.f); out[k++] = x.f < 0; out[k++] = x.f == x.f;\n"
        "    out[k++] = z.d < 1.5; out[k++] = z.d == -z.d; out[k++] = x.f < 0.1; out[k++] = x.f == (double)y.f;\n"
        "    wide[0] = x.f; wide[1] = y.f; return 0; }\n",
        PROPERTY_MASK_DEFAULT, false, &tally);
    assert_int_equal(count_events(&run, EVENT_pin, 0), 0);
    assert_true(tally.same_path > 5);
    run_free(&run);
}

static void memory_keeps_terms(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source(
        "#include <stdarg.h>\n"
        "struct s { char c; int i; short h; unsigned bits : 5, more : 20; } a, b; volatile unsigned char out[8];\n"
        "volatile long sum;\n"
        "static long add(int count, ...) { va_list l; long s = 0; va_start(l, count);\n"
        "    for (int i = 0; i < count; i++) s += i % 2 ? va_arg(l, long) : va_arg(l, int); va_end(l); return s; }\n"
        "static struct s pass(struct s v) { v.i++; v.more = v.bits; return v; }\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); short y = __VERIFIER_nondet_short();\n"
        "    struct s local = {.c = (char)x, .i = x, .h = y}; local.bits = y; a = local; memcpy(&b, &a, sizeof a);\n"
        "    b = pass(b); memset((void *)out, x, 5); memmove((char *)out + 1, (char *)out, 6);\n"
        "    sum = add(4, x, (long)y, 3, 4L); int *h = malloc(8); h[0] = x; h[1] = y; h = realloc(h, 64);\n"
        "    sum += h[0] + h[1]; unsigned char *bytes = (unsigned char *)&h[0]; out[6] = bytes[2];\n"
        "    bytes[1] = (unsigned char)y; sum = h[0]; sum = h[5]; free(h); int unset; sum = unset; return 0; }\n",
        PROPERTY_MASK_DEFAULT, false, &tally);
    assert_true(tally.same_path > 40);
    run_free(&run);
}

static void assertions_are_checks(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        uint32_t checks, branches;
    } cases[] = {
        {"int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 5); return 0; }", 1, 0},
        {"static void check(int c) { if (!c) { reach_error(); abort(); } }\n"
         "int main(void) { int x = __VERIFIER_nondet_int(); check(x < 9); return 0; }",
         1, 0},
        // Both ways of making the disjunction false are one, after the second operand.
        {"int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); assert(x == 0 || y == 1);\n"
         "    return 0; }",
         1, 1},
        {"int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); assert(x == 0 && y == 0);\n"
         "    return 0; }",
         2, 0},
        {"int main(void) { int x = __VERIFIER_nondet_int(); switch (x) { case 0: return 1; case 3: return 2;\n"
         "    case 7: return 3; default: reach_error(); } return 0; }",
         1, 1},
        // Something visible, an input or another thread comes first.
        {"volatile int g; int main(void) { int x = __VERIFIER_nondet_int(); if (x) { g = 1; reach_error(); }\n"
         "    return 0; }",
         0, 1},
        {"int main(void) { int x = __VERIFIER_nondet_int(); if (x) { if (__VERIFIER_nondet_int() == 0) reach_error(); }\n"
         "    return 0; }",
         0, 1},
        {"int main(void) { int x = __VERIFIER_nondet_int(); if (x) for (;;) ; return 0; }", 0, 1},
        // What the other side does depends on a value that the branch says nothing about.
        {"int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x) { if (y == 0)\n"
         "    reach_error(); } return 0; }",
         1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Tally tally = {0};
        Run run = run_source(cases[i].source, PROPERTY_MASK_DEFAULT, false, &tally);
        uint32_t checks = count_events(&run, EVENT_check, PROPERTY_ASSERTION);
        uint32_t branches = count_events(&run, EVENT_branch, 0);
        if (checks != cases[i].checks || branches != cases[i].branches)
            fail_msg("%u checks, %u branches: %s", checks, branches, cases[i].source);
        run_free(&run);
    }
}

static void other_properties_are_checks(void **state)
{
    (void)state;
    static const struct {
        Property property;
        const char *source;
    } cases[] = {
        {PROPERTY_DIVISION, "volatile int g; int main(void) { g = 7 / (1 + __VERIFIER_nondet_short()); return 0; }"},
        {PROPERTY_DIVISION, "volatile int g; int main(void) { g = 1 << __VERIFIER_nondet_int(); return 0; }"},
        {PROPERTY_OVERFLOW, "volatile int g; int main(void) { g = 2147483640 + __VERIFIER_nondet_int(); return 0; }"},
        {PROPERTY_OVERFLOW, "volatile int g; int main(void) { g = 70000 * __VERIFIER_nondet_int() - 3; return 0; }"},
        {PROPERTY_MEMORY,
         "int a[4]; volatile int g; int main(void) { int i = __VERIFIER_nondet_int(); g = a[i]; return 0; }"},
        {PROPERTY_MEMORY,
         "volatile int g; int main(void) { int i = __VERIFIER_nondet_int(), *p = calloc(4, 4); p[i] = 1; return 0; }"},
        {PROPERTY_MEMORY,
         "volatile int g; int main(void) { _Bool b = __VERIFIER_nondet_bool(); int x = 1, *p = b ? 0 : &x;\n"
         "    g = *p; return 0; }"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Tally tally = {0};
        PropertyMask properties = PROPERTY_MASK_DEFAULT | PROPERTY_BIT(PROPERTY_OVERFLOW);
        Run run = run_source(cases[i].source, properties, false, &tally);
        if (!count_events(&run, EVENT_check, cases[i].property) || !tally.violations)
            fail_msg("no check, or none that failed: %s", cases[i].source);
        run_free(&run);
        // A property that is not asked for stops the thread: its check is an assumption. A wrong address is only
        // pinned.
        run = run_source(cases[i].source, PROPERTY_BIT(PROPERTY_ASSERTION), false, &tally);
        assert_int_equal(count_events(&run, EVENT_check, cases[i].property), 0);
        if (cases[i].property == PROPERTY_DIVISION)
            assert_int_equal(count_events(&run, EVENT_assume, 0), 1);
        run_free(&run);
    }
}

// Objects begin a slot of 4096 bytes apart: a pointer may leave one and hit another, which is no violation.
// The index of an array is checked by itself.
static void other_objects_are_no_violation(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("int a[4], b[4], c[4]; volatile int g; int main(void) {\n"
                         "    int i = __VERIFIER_nondet_int(), *p[3] = {calloc(4, 4), calloc(4, 4), calloc(4, 4)};\n"
                         "    g = b[i * 1024]; g = p[1][i * 1024]; g = (&b[3])[i]; return 0; }\n",
                         PROPERTY_MASK_DEFAULT, false, &tally);
    assert_int_equal(count_events(&run, EVENT_check, PROPERTY_MEMORY), 4);
    // Inside of b the product can only be 0, which decides the address in the block as well.
    assert_int_equal(count_events(&run, EVENT_pin, 0), 1);
    run_free(&run);
}

static void assumptions_are_told(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x < 5);\n"
                         "    __VERIFIER_assume(x > 0); return 0; }",
                         PROPERTY_MASK_DEFAULT, false, &tally);
    assert_int_equal(count_events(&run, EVENT_assume, 0), 1);
    assert_int_equal(count_events(&run, EVENT_branch, 0), 1); // the one that does not hold
    assert_int_equal(run.status, MACHINE_DISCARDED);
    run_free(&run);
}

static void threads_pass_terms_on(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run =
        run_source("volatile long got, back; static void *twice(void *a) { got = (long)a;\n"
                   "    if (got == 9) pthread_exit((void *)3); return (void *)((long)a * 2); }\n"
                   "int main(void) { pthread_t t; void *r; long x = __VERIFIER_nondet_int();\n"
                   "    pthread_create(&t, 0, twice, (void *)x); pthread_join(t, &r); back = (long)r; return 0; }\n",
                   PROPERTY_MASK_DEFAULT, false, &tally);
    assert_int_equal(count_events(&run, EVENT_write, 0), 2);
    assert_true(find_event(&run, EVENT_write, 0)->term != NO_TERM);
    assert_true(find_event(&run, EVENT_write, 1)->term != NO_TERM);
    assert_int_equal(count_events(&run, EVENT_branch, 0), 1);
    assert_int_equal(count_events(&run, EVENT_pin, 0), 0);
    run_free(&run);
}

static void reads_are_symbols(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("#include <stdatomic.h>\nint x = 4; _Atomic int a = 1; int array[3], *p = &array[1];\n"
                         "static void *other(void *v) { x = 1; return v; }\n"
                         "int main(void) { pthread_t t; int one = 1, two = 2; pthread_create(&t, 0, other, 0);\n"
                         "    pthread_join(t, 0); x = x + 1; atomic_fetch_add(&a, 2);\n"
                         "    int done = atomic_compare_exchange_strong(&a, &one, 7); x = done;\n"
                         "    array[x] = 1; *p = 5; return 0; }\n",
                         PROPERTY_MASK_DEFAULT, true, &tally);
    const Event *add = find_event(&run, EVENT_update, 0), *exchange = find_event(&run, EVENT_update, 1);
    for (uint32_t i = 0; i < run.events.count; i++)
        assert_int_equal(run.events.data[i].read != NO_TERM,
                         run.events.data[i].kind == EVENT_read || run.events.data[i].kind == EVENT_update);
    assert_true(add->term != NO_TERM && add->content == NO_TERM);
    assert_true(exchange->term != NO_TERM && exchange->value == 3 && exchange->content == add->term);
    const Event *sum = NULL;
    for (uint32_t i = 0; i < run.events.count; i++)
        if (run.events.data[i].kind == EVENT_write && run.events.data[i].thread == 0 && !sum)
            sum = &run.events.data[i];
    assert_true(sum && sum->term != NO_TERM && sum->value == 2 && sum->previous == 1);
    // The index and the pointer of the last two writes, and the result of the exchange stored into x is no branch.
    // The index is checked, and both addresses are.
    assert_true(count_events(&run, EVENT_pin, 0) >= 2);
    assert_int_equal(count_events(&run, EVENT_check, PROPERTY_MEMORY), 3);
    run_free(&run);
}

static void publishing_is_told(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("struct node { struct node *next; int v; } *box; int main(void) {\n"
                         "    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); b->next = 0; b->v = 2;\n"
                         "    a->next = b; a->v = 1; box = a; box = a; return 0; }\n",
                         PROPERTY_MASK_DEFAULT, true, &tally);
    assert_int_equal(count_events(&run, EVENT_publish, 0), 2);
    const Event *first = find_event(&run, EVENT_publish, 0), *second = find_event(&run, EVENT_publish, 1);
    const Event *write = find_event(&run, EVENT_write, 0);
    assert_int_equal(first->address, write->value);
    assert_int_equal(first->size, 16);
    assert_true(second < write && second->address != first->address);
    assert_int_equal(first->index, write->index);
    run_free(&run);
}

static void synchronisation_tells_what_was_before(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source(
        "#include <semaphore.h>\n#include <errno.h>\n"
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; sem_t s;\n"
        "pthread_barrier_t b; int v, r; int main(void) { struct timespec t = {0}; sem_init(&s, 0, 2);\n"
        "    pthread_barrier_init(&b, 0, 1); pthread_mutex_trylock(&m); pthread_mutex_trylock(&m);\n"
        "    pthread_mutex_unlock(&m); pthread_mutex_lock(&m); sem_post(&s); sem_wait(&s); sem_trywait(&s);\n"
        "    sem_getvalue(&s, &v); r = pthread_barrier_wait(&b); pthread_rwlock_wrlock(&l);\n"
        "    pthread_rwlock_tryrdlock(&l); return 0; }\n",
        PROPERTY_MASK_DEFAULT, true, &tally);
    assert_int_equal(find_event(&run, EVENT_sync_init, 0)->initial, 2);
    assert_int_equal(find_event(&run, EVENT_sync_init, 1)->initial, 1);
    assert_true(find_event(&run, EVENT_lock, 0)->conditional);
    assert_false(find_event(&run, EVENT_lock, 1)->conditional);
    assert_false(find_event(&run, EVENT_lock_failed, 0)->conditional); // it holds the mutex itself
    assert_int_equal(find_event(&run, EVENT_lock_failed, 1)->reading, 1);
    assert_int_equal(find_event(&run, EVENT_semaphore_post, 0)->previous, 2);
    assert_int_equal(find_event(&run, EVENT_semaphore_wait, 0)->previous, 3);
    assert_false(find_event(&run, EVENT_semaphore_wait, 0)->conditional);
    assert_true(find_event(&run, EVENT_semaphore_wait, 1)->conditional);
    const Event *read = find_event(&run, EVENT_semaphore_read, 0), *write = find_event(&run, EVENT_write, 0);
    assert_int_equal(read->value, 1);
    assert_true(read->read != NO_TERM && write->term == read->read && write > read);
    assert_int_equal(find_event(&run, EVENT_barrier_arrive, 0)->parties, 1);
    const Event *leave = find_event(&run, EVENT_barrier_leave, 0);
    assert_true(leave->read != NO_TERM && find_event(&run, EVENT_write, 1)->term == leave->read);
    run_free(&run);
}

static void printing_pins_nothing(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run =
        run_source("#include <stdio.h>\nchar text[8] = \"ab\", copy[16]; volatile int length, g; int main(void) {\n"
                   "    int x = __VERIFIER_nondet_int(); g = x; length = printf(\"%d %s\\n\", x, text);\n"
                   "    length = printf(\"%d\\n\", 3); return 0; }\n",
                   PROPERTY_MASK_DEFAULT, true, &tally);
    assert_int_equal(count_events(&run, EVENT_pin, 0), 0);
    assert_true(find_event(&run, EVENT_write, 1)->term != NO_TERM);
    assert_true(find_event(&run, EVENT_write, 2)->term == NO_TERM);
    run_free(&run);
    run = run_source("#include <stdio.h>\nchar text[8] = \"ab\"; volatile int g; int main(void) {\n"
                     "    int x = __VERIFIER_nondet_int(); char copy[16]; g = sprintf(copy, \"%d %s\\n\", x, text);\n"
                     "    g = copy[0]; return 0; }\n",
                     PROPERTY_MASK_DEFAULT, true, &tally);
    assert_int_equal(count_events(&run, EVENT_pin, 0), 2); // the number and the characters
    run_free(&run);
}

static Trace *record(const TestProgram *test, TermTable *terms)
{
    Trace *trace = trace_create();
    TraceRecorder recorder = {.trace = trace};
    MachineOptions options = test_machine_options(test);
    options.terms = trace->terms = terms;
    options.symbolic_reads = true;
    Machine *machine = machine_create_observed(test->program, &options, trace_sink, &recorder);
    while (machine_status(machine) == MACHINE_RUNNING) {
        Choice choice = {0};
        while (!machine_alternatives(machine, choice.thread))
            choice.thread++;
        trace_record_choice(&recorder, choice);
        machine_step(machine, choice);
    }
    trace_finish(&recorder, machine, NULL);
    machine_free(machine);
    return trace;
}

static void recorded_traces_agree(void **state)
{
    (void)state;
    TestProgram test = test_load(TEST_HEADERS NONDET
                                 "int x, *box; static void *other(void *a) { x = x + 1; return a; }\n"
                                 "int main(void) { pthread_t t; box = malloc(4); *box = __VERIFIER_nondet_int();\n"
                                 "    pthread_create(&t, 0, other, 0); x = *box; if (x > 3) x = 2; assert(x != 9);\n"
                                 "    pthread_join(t, 0); return 0; }\n");
    Trace *concrete = record(&test, NULL), *symbolic = record(&test, terms_create());
    Text text = {0};
    if (trace_difference(concrete, symbolic, &text))
        fail_msg("%s", text_string(&text));
    assert_true(symbolic->events.count > concrete->events.count);
    assert_true(symbolic->inputs.data[0].symbol != NO_TERM && concrete->inputs.data[0].symbol == NO_TERM);
    uint32_t conditions = 0, reads = 0, terms = 0;
    for (uint32_t i = 0; i < symbolic->events.count; i++) {
        const TraceEvent *event = &symbolic->events.data[i];
        conditions += event->kind == EVENT_branch || event->kind == EVENT_pin || event->kind == EVENT_check;
        reads += event->read != NO_TERM;
        terms += event->kind == EVENT_write && event->term != NO_TERM;
    }
    assert_true(conditions == 2 && reads == 3 && terms == 2);
    // A difference in what counts is still one.
    for (uint32_t i = 0; i < symbolic->events.count; i++)
        if (symbolic->events.data[i].kind == EVENT_write)
            symbolic->events.data[i].value++;
    assert_true(trace_difference(concrete, symbolic, &text));
    text_free(&text);
    trace_free(concrete);
    trace_free(symbolic);
    test_unload(&test);
}

// Clones of a symbolic machine go on with the terms they had.
static void clones_keep_terms(void **state)
{
    (void)state;
    TestProgram test = test_load(
        TEST_HEADERS NONDET
        "volatile int g, h; static void *other(void *a) { h = 2; return a; }\n"
        "int main(void) { pthread_t t; int x = __VERIFIER_nondet_int(), local[2] = {x, x + 1};\n"
        "    volatile int *p = local; pthread_create(&t, 0, other, 0); g = 1; g = x; g = p[1]; return 0; }\n");
    MachineOptions options = test_machine_options(&test);
    options.facts = NULL;
    options.terms = terms_create();
    Machine *machine = machine_create(test.program, &options);
    Machine *clone = machine_clone(machine);
    Run runs[2] = {{.terms = options.terms}, {.terms = options.terms}};
    Machine *both[2] = {machine, clone};
    for (int i = 0; i < 2; i++) {
        both[i]->observer.sink = keep_event;
        both[i]->observer.context = &runs[i];
        test_finish(both[i]);
    }
    expect_same_run(&test, &runs[0], &runs[1]);
    for (uint32_t i = 1; i < 3; i++) {
        assert_true(find_event(&runs[0], EVENT_write, i)->term != NO_TERM);
        assert_int_equal(find_event(&runs[0], EVENT_write, i)->term, find_event(&runs[1], EVENT_write, i)->term);
    }
    for (int i = 0; i < 2; i++) {
        machine_free(both[i]);
        vector_free(&runs[i].events);
    }
    terms_free(options.terms);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_has_terms),
        cmocka_unit_test(what_has_no_term_is_pinned),
        cmocka_unit_test(floating_comparisons_have_terms),
        cmocka_unit_test(memory_keeps_terms),
        cmocka_unit_test(assertions_are_checks),
        cmocka_unit_test(other_properties_are_checks),
        cmocka_unit_test(other_objects_are_no_violation),
        cmocka_unit_test(assumptions_are_told),
        cmocka_unit_test(threads_pass_terms_on),
        cmocka_unit_test(reads_are_symbols),
        cmocka_unit_test(publishing_is_told),
        cmocka_unit_test(synchronisation_tells_what_was_before),
        cmocka_unit_test(printing_pins_nothing),
        cmocka_unit_test(clones_keep_terms),
        cmocka_unit_test(recorded_traces_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
