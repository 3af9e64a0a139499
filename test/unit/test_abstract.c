// Abstract interpretation: its numbers contain what the machine computes, its memory what was written; what it proves,
// and what it must not prove. Most programs that must not be proved are wrong in a way that a proof by locks and ranges
// could overlook.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "abstract/content.h"
#include "load_program.h"
#include "machine/arithmetic.h"
#include "random.h"

// --- Numbers

static const uint32_t widths[] = {1, 8, 16, 32, 64};

// Words at which something changes are more likely than others.
static uint64_t random_word(uint64_t *random, uint32_t width)
{
    uint64_t word = random_next(random);
    switch (random_next(random) % 5) {
    case 0:
        return word % 5 & width_mask(width);
    case 1:
        return (0 - word % 5) & width_mask(width);
    case 2:
        return ((UINT64_C(1) << (width - 1)) + word % 5 - 2) & width_mask(width);
    default:
        return word & width_mask(width);
    }
}

static Number random_number(uint64_t *random, uint32_t width, uint64_t *member)
{
    Number number = {0};
    for (uint64_t i = 0; i < 1 + random_next(random) % 5; i++) {
        uint64_t low = random_word(random, width), high = low + random_next(random) % 4;
        *member = low;
        Number range = number_between(low, high > width_mask(width) || high < low ? low : high);
        number = number_join(&number, &range);
    }
    return number;
}

static void operations_contain_their_results(void **state)
{
    (void)state;
    uint64_t random = 1;
    static const Opcode opcodes[] = {
#define BINARY_OPCODE(name) OP_##name,
        BINARY_TABLE(BINARY_OPCODE)
#undef BINARY_OPCODE
    };
    for (uint32_t i = 0; i < 400000; i++) {
        uint32_t width = widths[random_next(&random) % (sizeof widths / sizeof *widths)];
        Opcode opcode = opcodes[random_next(&random) % (sizeof opcodes / sizeof *opcodes)];
        uint64_t a, b, result;
        Number left = random_number(&random, width, &a), right = random_number(&random, width, &b);
        assert_true(number_contains(&left, a) && number_contains(&right, b));
        if (!compute_binary(opcode, a, b, width, &result))
            continue;
        Number found = number_binary(opcode, &left, &right, width);
        if (!number_contains(&found, result))
            fail_msg("%s.%u of %llx and %llx", opcode_name(opcode), width, (unsigned long long)a,
                     (unsigned long long)b);
        if (!opcode_compares(opcode))
            continue;
        Number kept = number_refine(result ? opcode : comparison_negate(opcode), &left, &right, width);
        assert_true(number_contains(&kept, a));
        kept = number_refine(comparison_mirror(result ? opcode : comparison_negate(opcode)), &right, &left, width);
        assert_true(number_contains(&kept, b));
    }
}

static void conversions_contain_their_results(void **state)
{
    (void)state;
    uint64_t random = 2;
    Thresholds thresholds = {0};
    for (uint64_t i = 0; i < 200; i += 7)
        thresholds_add(&thresholds, i);
    thresholds_sort(&thresholds);
    for (uint32_t i = 0; i < 100000; i++) {
        uint64_t a, b;
        Number wide = random_number(&random, 64, &a), narrow = random_number(&random, 32, &b);
        Number cut = number_truncate(&wide, 16), extended = number_sign_extend(&narrow, 32, 64);
        assert_true(number_contains(&cut, a & 0xffff));
        assert_true(number_contains(&extended, (uint64_t)signed_value(b, 32)));
        Number joined = number_join(&wide, &narrow), widened = number_widen(&wide, &narrow, &thresholds);
        assert_true(number_includes(&joined, &wide) && number_includes(&joined, &narrow));
        assert_true(number_includes(&widened, &wide) && number_includes(&widened, &narrow));
        Number without = number_without(&wide, a), both = number_meet(&wide, &joined);
        assert_true(number_includes(&wide, &without) && number_contains(&both, a));
    }
    vector_free(&thresholds.words);
}

static void widening_ends(void **state)
{
    (void)state;
    uint64_t random = 3, member;
    Thresholds thresholds = {0};
    for (uint64_t i = 0; i < 50; i++)
        thresholds_add(&thresholds, i * i);
    thresholds_sort(&thresholds);
    Number number = {0};
    uint32_t changes = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        Number more = random_number(&random, 64, &member), wider = number_widen(&number, &more, &thresholds);
        changes += !number_includes(&number, &wider);
        number = wider;
    }
    assert_true(changes < 400);
    vector_free(&thresholds.words);
}

// --- Memory

static Value read_zero(const void *context, Target at, uint32_t size)
{
    (void)context, (void)at, (void)size;
    return value_constant(0);
}

// Random writes to 32 bytes, certain ones and others, against bytes: each byte must be possible.
static void content_contains_what_was_written(void **state)
{
    (void)state;
    uint64_t random = 4;
    Ground ground = {read_zero, NULL};
    for (uint32_t round = 0; round < 2000; round++) {
        ValueTable values;
        value_table_init(&values);
        Content content = {0};
        uint8_t bytes[40] = {0};
        for (uint32_t step = 0; step < 12; step++) {
            uint32_t size = UINT32_C(1) << random_next(&random) % 4;
            uint64_t word = random_next(&random) & width_mask(size * 8);
            Target at = {.object = 1, .low = (int64_t)(random_next(&random) % (33 - size))};
            at.high = at.low;
            Value value = value_constant(word);
            if (random_next(&random) % 2) {
                content_write(&content, &values, at, size, &value);
            } else {
                uint32_t places = 1 + (uint32_t)(random_next(&random) % 3),
                         chosen = (uint32_t)random_next(&random) % places;
                at.stride = places > 1 ? size : 0;
                while (at.low + places * size > 32)
                    at.low--;
                if (at.low < 0)
                    continue;
                at.high = at.low + (places - 1) * at.stride;
                content_add(&content, &values, at, size, &value, ground, NULL);
                at.low += chosen * at.stride;
            }
            memcpy(bytes + at.low, &word, size);
        }
        for (uint32_t size = 1; size <= 8; size *= 2)
            for (int64_t offset = 0; offset + size <= 32; offset++) {
                uint64_t word = 0;
                memcpy(&word, bytes + offset, size);
                Value read =
                    content_read(&content, &values, (Target){.object = 1, .low = offset, .high = offset}, size, ground);
                assert_true(number_contains(&read.number, word));
            }
        content_free(&content);
        value_table_free(&values);
    }
}

// --- Programs

#define HEAD TEST_HEADERS "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x, y;\n"
#define TRICKY HEAD "int *volatile gp; int nondet_int(void);\n"
#define LOCK(lock) "pthread_mutex_lock(&" #lock ");"
#define UNLOCK(lock) "pthread_mutex_unlock(&" #lock ");"
#define THREAD(name, body) "void *" #name "(void *a) {" body " return 0; }\n"
#define MAIN(body) "int main(void) { pthread_t t, u; " body " return 0; }\n"
#define CREATE(thread, name) "pthread_create(&" #thread ", 0, " #name ", 0);"
#define JOIN(thread) "pthread_join(" #thread ", 0);"
#define BOTH CREATE(t, f) CREATE(u, g) JOIN(t) JOIN(u)

typedef struct Row {
    const char *source;
    const char *properties;
} Row;

static Answer ask(const Row *row, Text *reason)
{
    TestProgram test = test_load(row->source);
    Text option = {0};
    text_format(&option, "--property=%s", row->properties);
    Verdict verdict = TEST_VERIFY(&test, "abstract", text_string(&option));
    Answer answer = verdict.answer;
    text_append(reason, text_string(&verdict.reason));
    verdict_free(&verdict);
    text_free(&option);
    test_unload(&test);
    return answer;
}

static void check_answers(const Row *rows, size_t count, Answer expected)
{
    for (size_t i = 0; i < count; i++) {
        Text reason = {0};
        Answer answer = ask(&rows[i], &reason);
        if (answer != expected)
            fail_msg("%s: answer %d about %s: %s", rows[i].source, (int)answer, rows[i].properties,
                     text_string(&reason));
        text_free(&reason);
    }
}

#define ALL "assertion,deadlock,memory,lock,division,abort,race"

static void proves(void **state)
{
    (void)state;
    static const Row rows[] = {
        {HEAD THREAD(f, LOCK(m) "if (x < 9) x++; assert(x < 10);" UNLOCK(m))
             MAIN("for (;;) { pthread_create(&t, 0, f, 0); pthread_detach(t); }"),
         ALL},
        {HEAD THREAD(f, LOCK(m) "x = 1; x = 0;" UNLOCK(m)) THREAD(g, LOCK(m) "assert(!x);" UNLOCK(m)) MAIN(BOTH), ALL},
        {HEAD THREAD(f, "x = 4;") MAIN(CREATE(t, f) JOIN(t) "assert(x == 4 || x == 0); x++;"), ALL},
        {HEAD THREAD(f, "x = 4;") THREAD(g, "x = 5;") MAIN(CREATE(t, f) JOIN(t) CREATE(u, g) JOIN(u) "x++;"), ALL},
        {HEAD THREAD(f, LOCK(m) LOCK(n) "x++;" UNLOCK(n) UNLOCK(m))
             THREAD(g, LOCK(m) LOCK(n) "x--;" UNLOCK(n) UNLOCK(m)) MAIN(BOTH),
         ALL},
        {HEAD THREAD(f, "int *p = a; assert(*p == 7);")
             MAIN("int seven = 7; pthread_create(&t, 0, f, &seven);" JOIN(t)),
         ALL},
        {HEAD "struct node { struct node *next; int value; } *head;\n" THREAD(
             f,
             "struct node *node = malloc(sizeof *node); node->value = 3;" LOCK(
                 m) "node->next = head; head = node; for (node = head; node; node = node->next) assert(node->value == 3);" UNLOCK(m))
             MAIN("for (;;) { pthread_create(&t, 0, f, 0); pthread_detach(t); }"),
         "assertion,memory,lock,race"},
        {HEAD THREAD(f, "if (!pthread_mutex_trylock(&m)) { x++;" UNLOCK(m) "}") THREAD(g, LOCK(m) "x++;" UNLOCK(m))
             MAIN(BOTH),
         ALL},
    };
    check_answers(rows, sizeof rows / sizeof *rows, ANSWER_TRUE);
}

static void does_not_prove_wrong_values(void **state)
{
    (void)state;
    static const Row rows[] = {
        // Written under another lock than that under which it is read.
        {HEAD THREAD(f, LOCK(m) "x = 1; x = 0;" UNLOCK(m)) THREAD(g, LOCK(n) "assert(!x);" UNLOCK(n)) MAIN(BOTH),
         "assertion"},
        // Written before the threads are there, and by one that ends with the lock.
        {HEAD THREAD(f, LOCK(m) "assert(x != 5);" UNLOCK(m)) MAIN("x = 5;" CREATE(t, f) JOIN(t)), "assertion"},
        {HEAD THREAD(f, LOCK(m) "x = 5;") MAIN(CREATE(t, f) JOIN(t) "assert(x != 5);"), "assertion"},
        {HEAD THREAD(f, LOCK(m) "x = 5; pthread_exit(0);") MAIN(CREATE(t, f) JOIN(t) "assert(x != 5);"), "assertion"},
        // An attempt that fails.
        {HEAD THREAD(f, "pthread_mutex_trylock(&m); x = 1; x = 0;" UNLOCK(m)) THREAD(g, LOCK(m) "assert(!x);" UNLOCK(m))
             MAIN(BOTH),
         "assertion"},
        // One thread of several is joined.
        {HEAD THREAD(f, "x = 1;") MAIN("pthread_t s[3]; for (int i = 0; i < 3; i++) pthread_create(&s[i], 0, f, 0);"
                                       "pthread_join(s[0], 0); x = 0; assert(!x);"),
         "assertion"},
        {HEAD THREAD(f, "x = 1;") MAIN("pthread_t s[3]; for (int i = 0; i < 3; i++) pthread_create(&s[i], 0, f, 0);"
                                       "for (int i = 1; i < 3; i++) pthread_join(s[i], 0); x = 0; assert(!x);"),
         "assertion"},
        // A thread that outlives the one that has made it.
        {HEAD THREAD(g, "x = 1;") THREAD(f, "pthread_t s; pthread_create(&s, 0, g, 0);")
             MAIN(CREATE(t, f) JOIN(t) "x = 0; assert(!x);"),
         "assertion"},
        {HEAD THREAD(f, "x = 1; assert(!y);") MAIN(CREATE(t, f) "y = 1; pthread_exit(0);"), "assertion"},
        // Which of two is written.
        {HEAD "int nondet_int(void);\n" MAIN("int *p = nondet_int() ? &x : &y; x = 1; *p = 0; assert(!x);"),
         "assertion"},
        {HEAD MAIN("x = 0x1234; ((char *)&x)[0] = 0; assert(x == 0x1234);"), "assertion"},
        {HEAD "union { int i; char c[4]; } u4;\n" MAIN("u4.i = 0; u4.c[1] = 1; assert(!u4.i);"), "assertion"},
        {HEAD MAIN("int z = 7; memcpy(&x, &z, sizeof z); assert(!x);"), "assertion"},
        {HEAD "void one(void) { x = 1; } void two(void) { x = 2; } void (*call)(void) = one;\n" THREAD(f, "call = two;")
             MAIN(CREATE(t, f) "call(); assert(x == 1);"),
         "assertion"},
        {HEAD "int nondet_int(void);\n" MAIN("int a = nondet_int(), b = nondet_int(); assert(a == b);"), "assertion"},
        // A wait gives the lock up.
        {HEAD "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" THREAD(
             f, LOCK(m) "x = 0; pthread_cond_wait(&c, &m); assert(!x);" UNLOCK(m))
             THREAD(g, LOCK(m) "x = 1; pthread_cond_signal(&c);" UNLOCK(m)) MAIN(BOTH),
         "assertion"},
        {HEAD THREAD(f, "x = 1;") MAIN("int *p = malloc(4); *p = 3;" CREATE(t, f) JOIN(t) "assert(*p != 3);"),
         "assertion"},
        {HEAD "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n" THREAD(
             f, "__VERIFIER_atomic_begin(); assert(!x); __VERIFIER_atomic_end();") THREAD(g, "x = 1; x = 0;")
             MAIN(BOTH),
         "assertion"},
    };
    check_answers(rows, sizeof rows / sizeof *rows, ANSWER_UNKNOWN);
}

// --- Equations between variables

#define BOTH_MORE(x, y) LOCK(m) "for (;;) { " #x "++; " #y "++;" UNLOCK(m) LOCK(m) "}"
#define EQUAL LOCK(m) "assert(x == y);" UNLOCK(m)

static void proves_by_equations(void **state)
{
    (void)state;
    static const Row rows[] = {
        {HEAD THREAD(f, BOTH_MORE(x, y)) THREAD(g, EQUAL) MAIN(BOTH), "assertion,memory,lock,division,abort,race"},
        {HEAD
         "int nondet_int(void);\n" THREAD(f, "for (;;) { int k = nondet_int();" LOCK(m) "x += k; y -= k;" UNLOCK(m) "}")
             THREAD(g, LOCK(m) "assert(x + y == 7);" UNLOCK(m)) MAIN("y = 7;" BOTH),
         "assertion"},
        {HEAD "unsigned in, out; struct { long a; int count; } s;\n" THREAD(
             f, "for (;;) {" LOCK(m) "in++; s.count++;" UNLOCK(m) LOCK(m) "out++; s.count--;" UNLOCK(m) "}")
             THREAD(g, LOCK(m) "assert(in - out == (unsigned)s.count);" UNLOCK(m)) MAIN(BOTH),
         "assertion,race"},
        {HEAD "static void more(int *p, int by) { *p += by; }\nint nondet_int(void);\n" THREAD(
             f, "for (;;) { int k = nondet_int();" LOCK(m) "more(&x, 2 * k); more(&y, k);" UNLOCK(m) "}")
             THREAD(g, LOCK(m) "assert(x == 2 * y);" UNLOCK(m)) MAIN(BOTH),
         "assertion"},
        {HEAD MAIN("unsigned i = 0, k = 3; while (i < 1000000) { i++; k += 4; } assert(k == 4 * i + 3);"), "assertion"},
        // After all threads were joined, and with others after that.
        {HEAD THREAD(f, LOCK(m) "x++; y++;" UNLOCK(m)) THREAD(g, EQUAL)
             MAIN(CREATE(t, f) JOIN(t) "assert(x == y); x += 5; y += 5;" CREATE(u, g) JOIN(u)),
         "assertion"},
        {HEAD "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;\n" THREAD(
             f, "for (;;) { pthread_rwlock_wrlock(&r); x += 3; y += 3; pthread_rwlock_unlock(&r); }")
             THREAD(g, "pthread_rwlock_rdlock(&r); assert(x == y); pthread_rwlock_unlock(&r);") MAIN(BOTH),
         "assertion"},
        {HEAD "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n" THREAD(
             f, "for (;;) { __VERIFIER_atomic_begin(); x++; y++; __VERIFIER_atomic_end(); }")
             THREAD(g, "__VERIFIER_atomic_begin(); assert(x == y); __VERIFIER_atomic_end();") MAIN(BOTH),
         "assertion"},
        // A wait gives the lock up where they are equal.
        {HEAD "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" THREAD(
             f, LOCK(m) "for (;;) { x++; y++; pthread_cond_wait(&c, &m); assert(x == y); }") THREAD(g, EQUAL)
             MAIN(BOTH),
         "assertion"},
    };
    check_answers(rows, sizeof rows / sizeof *rows, ANSWER_TRUE);
}

static void does_not_prove_wrong_equations(void **state)
{
    (void)state;
    static const Row rows[] = {
        {HEAD THREAD(f, "for (;;) {" LOCK(m) "x++;" UNLOCK(m) LOCK(m) "y++;" UNLOCK(m) "}") THREAD(g, EQUAL) MAIN(BOTH),
         "assertion"},
        {HEAD THREAD(f, "for (;;) {" LOCK(m) LOCK(n) "x++;" UNLOCK(m) "y++;" UNLOCK(n) "}")
             THREAD(g, LOCK(n) EQUAL UNLOCK(n)) THREAD(h, LOCK(m) "assert(x == y);" UNLOCK(m)) MAIN(CREATE(t, h) BOTH),
         "assertion"},
        // Given up in between: by a wait, by the end of a thread, before a creation.
        {HEAD "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" THREAD(
             f, LOCK(m) "for (;;) { x++; pthread_cond_wait(&c, &m); y++; }") THREAD(g, EQUAL) MAIN(BOTH),
         "assertion"},
        {HEAD THREAD(f, LOCK(m) "x++;") MAIN(CREATE(t, f) JOIN(t) "assert(x == y);"), "assertion"},
        {HEAD THREAD(f, LOCK(m) "x++; y++;" UNLOCK(m)) THREAD(g, EQUAL) MAIN(CREATE(t, f) JOIN(t) "x++;" CREATE(u, g)),
         "assertion"},
        {HEAD THREAD(g, EQUAL) MAIN(LOCK(m) "x = 1;" CREATE(t, g) UNLOCK(m)), "assertion"},
        {HEAD THREAD(g, EQUAL)
             MAIN("for (int i = 0; i < 3; i++) { pthread_create(&t, 0, g, 0); pthread_join(t, 0); x = i; }"),
         "assertion"},
        {HEAD THREAD(g, EQUAL) MAIN(LOCK(m) CREATE(t, g) "x = 1;" UNLOCK(m) LOCK(m) "y = 1;" UNLOCK(m)), "assertion"},
        // An attempt that may have failed; a lock that is held on one way only.
        {HEAD THREAD(f, "for (;;) { pthread_mutex_trylock(&m); x++; y++;" UNLOCK(m) "}") THREAD(g, EQUAL) MAIN(BOTH),
         "assertion"},
        {HEAD "int nondet_int(void);\n" THREAD(f, "for (;;) { if (nondet_int()) {" LOCK(m) "} x++; y++;" UNLOCK(m) "}")
             THREAD(g, EQUAL) MAIN(BOTH),
         "assertion"},
        {HEAD "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;\n" THREAD(
             f, "for (;;) { pthread_rwlock_rdlock(&r); x++; y++; pthread_rwlock_unlock(&r); }")
             THREAD(g, "pthread_rwlock_rdlock(&r); assert(x == y); pthread_rwlock_unlock(&r);") MAIN(BOTH),
         "assertion"},
        // Written by a pointer that may be another, in part, as a whole, or as one element of several.
        {HEAD "int nondet_int(void);\n" THREAD(
             f, "for (;;) { int *p = nondet_int() ? &x : &y;" LOCK(m) "x++; *p += 1; y++;" UNLOCK(m) "}")
             THREAD(g, EQUAL) MAIN(BOTH),
         "assertion"},
        {HEAD THREAD(f, "for (;;) {" LOCK(m) "x++; y++; ((char *)&x)[1] = 3;" UNLOCK(m) "}") THREAD(g, EQUAL)
             MAIN(BOTH),
         "assertion"},
        {HEAD THREAD(f, "for (;;) {" LOCK(m) "x++; y++; memset(&x, 5, sizeof x);" UNLOCK(m) "}") THREAD(g, EQUAL)
             MAIN(BOTH),
         "assertion"},
        {HEAD "int z = 3;\n" THREAD(f, "for (;;) {" LOCK(m) "x++; y++; memcpy(&y, &z, sizeof y);" UNLOCK(m) "}")
             THREAD(g, EQUAL) MAIN(BOTH),
         "assertion"},
        {HEAD "int d[4], nondet_int(void);\n" THREAD(
             f, "for (;;) { int i = nondet_int() & 3;" LOCK(m) "d[0]++; x++; d[i] = 9;" UNLOCK(m) "}")
             THREAD(g, LOCK(m) "assert(d[0] == x);" UNLOCK(m)) MAIN(BOTH),
         "assertion"},
        // Words of different sizes, and what is lost of them.
        {HEAD "unsigned char c;\n" THREAD(f, "for (;;) {" LOCK(m) "c++; x++;" UNLOCK(m) "}")
             THREAD(g, LOCK(m) "assert(c == x);" UNLOCK(m)) MAIN(BOTH),
         "assertion"},
        {HEAD "unsigned long w;\n" THREAD(f, "for (;;) {" LOCK(m) "w += 1; x = (int)w;" UNLOCK(m) "}")
             THREAD(g, LOCK(m) "assert(w == (unsigned)x);" UNLOCK(m)) MAIN(BOTH),
         "assertion"},
        {HEAD "int nondet_int(void); long w;\n" MAIN("x = nondet_int(); w = x; assert(w == (long)(unsigned)x);"),
         "assertion"},
        {HEAD "unsigned nondet_uint(void);\n" MAIN(
             "unsigned a = nondet_uint(), b = nondet_uint(); if (2 * a == 2 * b) assert(a == b);"),
         "assertion"},
        {HEAD "unsigned nondet_uint(void);\n" MAIN(
             "unsigned a = nondet_uint(), b = nondet_uint(), c = 0; if (a == b) c = 1; assert(a == b || c);"),
         "assertion"},
        {HEAD "unsigned nondet_uint(void);\n" MAIN("unsigned a = nondet_uint(), b = a + 1; assert(a < b);"),
         "assertion"},
        {HEAD "int nondet_int(void);\n" MAIN("int a = nondet_int(), b = (int)(a + 1u); assert(a < b);"), "assertion"},
        // Two that take each other's place, and a result that is not what was given.
        {HEAD "unsigned nondet_uint(void);\n" MAIN(
             "unsigned a = 1, b = 2; for (unsigned i = nondet_uint(); i; i--) { unsigned c = a; a = b; b = c; } assert(a < b);"),
         "assertion"},
        {HEAD "static int next(int k) { return k < 100 ? k + 1 : k; }\nint nondet_int(void);\n" MAIN(
             "int k = nondet_int(); assert(next(k) == (int)(k + 1u));"),
         "assertion"},
        // Alone once more, while another thread has ended with a lock, or is still there.
        {HEAD THREAD(f, LOCK(m) "x++; y++;" UNLOCK(m) LOCK(m) "x++;") THREAD(g, EQUAL)
             MAIN(CREATE(t, g) JOIN(t) CREATE(t, f) JOIN(t) "assert(x == y);"),
         "assertion"},
        {HEAD THREAD(h, LOCK(m) "x++;" UNLOCK(m)) THREAD(f, "pthread_t s; pthread_create(&s, 0, h, 0);")
             THREAD(g, EQUAL) MAIN(CREATE(t, f) JOIN(t) CREATE(u, g) JOIN(u)),
         "assertion"},
        {HEAD "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n" THREAD(
             f, "for (;;) { __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); y++; "
                "__VERIFIER_atomic_end(); }")
             THREAD(g, "__VERIFIER_atomic_begin(); assert(x == y); __VERIFIER_atomic_end();") MAIN(BOTH),
         "assertion"},
        {HEAD "pthread_once_t o = PTHREAD_ONCE_INIT; void set(void) { x = 1; y = 2; }\n" THREAD(
             f, "pthread_once(&o, set); assert(x == y);") MAIN(CREATE(t, f)),
         "assertion"},
    };
    check_answers(rows, sizeof rows / sizeof *rows, ANSWER_UNKNOWN);
}

// --- Sums of variables between bounds

#define RING "unsigned in, out, used, size = 10; int ring[8];\n"
#define ROUNDS(body) "for (;;) {" LOCK(m) body UNLOCK(m) "}"

static void proves_by_sums(void **state)
{
    (void)state;
    static const Row rows[] = {
        {HEAD RING THREAD(f, ROUNDS("if (in - out < 8) ring[in++ % 8] = 1;"))
             THREAD(g, ROUNDS("if (in != out) out++; assert(in - out <= 8);")) MAIN(BOTH),
         "assertion,memory,race,lock"},
        {HEAD RING THREAD(f, ROUNDS("if (used < size) used++;") ROUNDS(""))
             THREAD(g, ROUNDS("if (size < 1000) size += 10; assert(used <= size);")) MAIN(BOTH),
         "assertion"},
        {HEAD RING THREAD(f, "for (;;) {" LOCK(m) "if (used < size) used++;" UNLOCK(m)
                                 LOCK(m) "if (used > 0) used--; assert(used <= size);" UNLOCK(m) "}")
             THREAD(g, ROUNDS("if (size < 1000) size += 10;")) MAIN(BOTH),
         "assertion"},
        // A difference that wraps around is one all the same.
        {HEAD RING THREAD(f, ROUNDS("in += 3; out += 3; if (in - out < 5) in++;"))
             THREAD(g, ROUNDS("assert(in - out <= 5);")) MAIN("in = out = -2u;" BOTH),
         "assertion"},
        {HEAD THREAD(f, ROUNDS("if (x - y < 3 && x < 100) x++;")) THREAD(g, ROUNDS("if (y < x) y++; assert(x >= y);"))
             MAIN(BOTH),
         "assertion"},
    };
    check_answers(rows, sizeof rows / sizeof *rows, ANSWER_TRUE);
}

static void does_not_prove_wrong_sums(void **state)
{
    (void)state;
    static const Row rows[] = {
        {HEAD RING THREAD(f, ROUNDS("if (in - out <= 8) in++;"))
             THREAD(g, ROUNDS("assert(in - out <= 8); if (in != out) out++;")) MAIN(BOTH),
         "assertion"},
        {HEAD RING THREAD(f, ROUNDS("if (in - out < 8) in++;")) THREAD(g, ROUNDS("out++; assert(in - out <= 8);"))
             MAIN(BOTH),
         "assertion"},
        // Looked at under the lock, changed under it later.
        {HEAD RING THREAD(f, "for (;;) {" LOCK(m) "int room = in - out < 8;" UNLOCK(m) LOCK(m) "if (room) in++;" UNLOCK(
                                 m) "}") THREAD(g, ROUNDS("assert(in - out <= 8); if (in != out) out++;"))
             THREAD(h, "f(a);") MAIN(CREATE(t, h) BOTH),
         "assertion"},
        {HEAD RING THREAD(f, ROUNDS("if (used < size) used++;"))
             THREAD(g, ROUNDS("if (size > 10) size -= 10; else size += 20; assert(used <= size);")) MAIN(BOTH),
         "assertion"},
        {HEAD RING THREAD(f, ROUNDS("if (used < size) used += 2;")) THREAD(g, ROUNDS("assert(used <= size);"))
             MAIN("size = 11;" BOTH),
         "assertion"},
        {HEAD RING THREAD(f, ROUNDS("if (used < size) used++;")) THREAD(g, ROUNDS("assert(used < size);")) MAIN(BOTH),
         "assertion"},
        // The largest number is more than any; as signed ones they are in another order.
        {HEAD RING THREAD(f, ROUNDS("in++; if (in - out > 5) out = in - 5;")) THREAD(g, ROUNDS("assert(out <= in);"))
             MAIN(BOTH),
         "assertion"},
        {HEAD RING THREAD(f, ROUNDS("in++; out = in - 1;")) THREAD(g, ROUNDS("assert((int)out < (int)in);"))
             MAIN("in = 1;" BOTH),
         "assertion"},
        {HEAD "unsigned char c, d;\n" THREAD(f, ROUNDS("c++; if ((unsigned char)(c - d) > 3) d++;"))
             THREAD(g, ROUNDS("assert(d <= c);")) MAIN(BOTH),
         "assertion"},
        // Written as a whole, and before there are threads.
        {HEAD RING THREAD(f, ROUNDS("if (used < size) used++;"))
             THREAD(g, ROUNDS("memset(&size, 0, 1); assert(used <= size);")) MAIN(BOTH),
         "assertion"},
        {HEAD RING THREAD(f, ROUNDS("if (used < size) used++;")) THREAD(g, ROUNDS("assert(used <= size);"))
             MAIN("used = 11;" BOTH),
         "assertion"},
        {HEAD RING THREAD(f, LOCK(m) "if (used < size) used++;" UNLOCK(m))
             THREAD(g, LOCK(m) "assert(used <= size);" UNLOCK(m)) MAIN(CREATE(t, f) JOIN(t) "size = 0;" CREATE(u, g)),
         "assertion"},
    };
    check_answers(rows, sizeof rows / sizeof *rows, ANSWER_UNKNOWN);
}

static void does_not_prove_what_is_unordered(void **state)
{
    (void)state;
    static const Row rows[] = {
        {HEAD THREAD(f, "x++;") THREAD(g, LOCK(m) "x++;" UNLOCK(m)) MAIN(BOTH), "race"},
        {HEAD THREAD(f, "x++;") MAIN(CREATE(t, f) CREATE(u, f) JOIN(t) JOIN(u)), "race"},
        {HEAD THREAD(f, "x++;") MAIN(CREATE(t, f) "x++;" JOIN(t)), "race"},
        {HEAD THREAD(f, "*(int *)a = 1;") MAIN("int z = 0; pthread_create(&t, 0, f, &z); z = 2;" JOIN(t)), "race"},
        {HEAD "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;\n" THREAD(
             f, "pthread_rwlock_rdlock(&r); x++; pthread_rwlock_unlock(&r);")
             MAIN(CREATE(t, f) CREATE(u, f) JOIN(t) JOIN(u)),
         "race"},
        {HEAD "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n" THREAD(
             f, "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();") THREAD(g, "x++;") MAIN(BOTH),
         "race"},
        {HEAD THREAD(g, "x++;") THREAD(f, "pthread_t s; pthread_create(&s, 0, g, 0);")
             MAIN(CREATE(t, f) JOIN(t) "x++;"),
         "race"},
        {TRICKY
         "void*f(void*a){ x=1; return 0;} int main(void){ pthread_t t; pthread_create(&t,0,f,0); if(nondet_int()) pthread_join(t,0); x=2; return 0;}",
         "race"},
        {TRICKY
         "struct s{char a,b;}g; void*f(void*a){ g.a=1; return 0;} void*h(void*a){ *(short*)&g=1; return 0;} int main(void){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,h,0); return 0;}",
         "race"},
        {TRICKY
         "void*f(void*a){ pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0;} int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x++; return 0;}",
         "race"},
        {TRICKY
         "void*f(void*a){ pthread_t u; pthread_create(&u,0,f,0); x++; return 0;} int main(void){ pthread_t t; pthread_create(&t,0,f,0); return 0;}",
         "race"},
        {TRICKY
         "pthread_cond_t c=PTHREAD_COND_INITIALIZER; void*f(void*a){ pthread_mutex_lock(&m); pthread_cond_wait(&c,&m); x++; pthread_mutex_unlock(&m); x++; return 0;} int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_mutex_lock(&m); x++; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0;}",
         "race"},
        {HEAD THREAD(f, LOCK(m) LOCK(n) UNLOCK(n) UNLOCK(m)) THREAD(g, LOCK(n) LOCK(m) UNLOCK(m) UNLOCK(n)) MAIN(BOTH),
         "deadlock"},
        {HEAD THREAD(f, LOCK(m) UNLOCK(m)) MAIN(LOCK(m) CREATE(t, f) JOIN(t) UNLOCK(m)), "deadlock"},
        {HEAD THREAD(f, LOCK(m)) MAIN(CREATE(t, f) JOIN(t) LOCK(m)), "deadlock"},
        {HEAD THREAD(f, "while (!__atomic_load_n(&x, 5)) ;") MAIN(CREATE(t, f) JOIN(t)), "deadlock"},
        {HEAD MAIN(LOCK(m) LOCK(m)), "deadlock"},
        {HEAD "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" MAIN(LOCK(m) "pthread_cond_wait(&c, &m);" UNLOCK(m)),
         "deadlock"},
    };
    check_answers(rows, sizeof rows / sizeof *rows, ANSWER_UNKNOWN);
}

static void does_not_prove_other_mistakes(void **state)
{
    (void)state;
    static const Row rows[] = {
        {HEAD MAIN(UNLOCK(m)), "lock"},
        {HEAD MAIN(LOCK(m) UNLOCK(m) UNLOCK(m)), "lock"},
        {HEAD "int nondet_int(void);\n" MAIN("if (nondet_int())" LOCK(m) UNLOCK(m)), "lock"},
        {HEAD THREAD(f, "") MAIN(CREATE(t, f) JOIN(t) JOIN(t)), "lock"},
        {HEAD THREAD(f, "") MAIN(CREATE(t, f) "pthread_detach(t);" JOIN(t)), "lock"},
        {HEAD MAIN("pthread_mutex_t k; pthread_mutex_lock(&k);"), "lock"},
        {HEAD MAIN("int *p = malloc(4); free(p); *p = 1;"), "memory"},
        {HEAD MAIN("int *p = malloc(4); free(p); free(p);"), "memory"},
        {HEAD MAIN("int *p = malloc(4); p[1] = 0;"), "memory"},
        {HEAD MAIN("int *p = 0; *p = 1;"), "memory"},
        {HEAD "int *leak(void) { int z = 3; int *p = &z; return p; }\n" MAIN("x = *leak();"), "memory"},
        {HEAD
             THREAD(f, "x = *(int *)a;") "int go(void) { pthread_t t; int z = 1; pthread_create(&t, 0, f, &z); return 0; }\n" MAIN(
                 "go();"),
         "memory"},
        {HEAD "int nondet_int(void);\n" MAIN("int a[4]; int i = nondet_int(); if (i < 4) a[i] = 1;"), "memory"},
        {HEAD "int nondet_int(void);\n" MAIN("x = 1 / nondet_int();"), "division"},
        {HEAD THREAD(f, LOCK(m) "x = 0;" UNLOCK(m)) MAIN("x = 2;" CREATE(t, f) LOCK(m) "y = 1 / x;" UNLOCK(m)),
         "division"},
        {HEAD MAIN("int *p = malloc(4);"), "leak"},
        {TRICKY
         "void*f(void*a){ pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0;} int main(void){ pthread_t t; pthread_mutex_destroy(&m); pthread_create(&t,0,f,0); pthread_join(t,0); return 0;}",
         "lock"},
        {TRICKY
         "void*f(void*a){ pthread_mutex_unlock(&m); return 0;} int main(void){ pthread_t t; pthread_mutex_lock(&m); pthread_create(&t,0,f,0); pthread_join(t,0); return 0;}",
         "lock"},
        {TRICKY
         "void*f(void*a){ pthread_mutex_lock(&m); int*p=gp; gp=0; if(p) free(p); pthread_mutex_unlock(&m); return 0;} int main(void){ pthread_t t; int*p=malloc(4); gp=p; pthread_create(&t,0,f,0); *p=1; pthread_join(t,0); return 0;}",
         "memory"},
        {TRICKY
         "void*f(void*a){ free(a); return 0;} int main(void){ pthread_t t; int*p=malloc(4); pthread_create(&t,0,f,p); pthread_join(t,0); *p=1; return 0;}",
         "memory"},
        {TRICKY
         "void*f(void*a){ free(a); return 0;} int main(void){ pthread_t t; int*p=malloc(4); pthread_create(&t,0,f,p); pthread_join(t,0); free(p); return 0;}",
         "memory"},
        {TRICKY "int main(void){ int *p=0; { int z=1; p=&z; } return *p; }", "memory"},
        {TRICKY "int main(void){ int *p=0; for(int i=0;i<2;i++){ int z=i; if(p) x=*p; p=&z; } return 0; }", "memory"},
        {TRICKY
         "int *k(int *q){ int z=0; if(q) x=*q; gp=&z; return gp; } int main(void){ int*q=k(0); k(q); return 0; }",
         "memory"},
        {TRICKY
         "void*f(void*a){ pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0;} int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_mutex_lock(&n); pthread_join(t,0); pthread_mutex_unlock(&n); return 0;}",
         "deadlock"},
        {TRICKY
         "pthread_t T; void*f(void*a){ pthread_join(T,0); return 0;} int main(void){ pthread_t t; T=pthread_self(); pthread_create(&t,0,f,0); pthread_join(t,0); return 0;}",
         "deadlock"},
        {TRICKY
         "pthread_spinlock_t s; void*f(void*a){ pthread_spin_lock(&s); pthread_spin_unlock(&s); return 0;} int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); return 0;}",
         "lock"},
        {TRICKY
         "pthread_mutex_t l[2]={PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER}; void*f(void*a){ int i=(int)(long)a; pthread_mutex_lock(&l[i]); pthread_mutex_lock(&l[1-i]); pthread_mutex_unlock(&l[1-i]); pthread_mutex_unlock(&l[i]); return 0;} int main(void){ pthread_t t[2]; for(long i=0;i<2;i++) pthread_create(&t[i],0,f,(void*)i); for(int i=0;i<2;i++) pthread_join(t[i],0); return 0;}",
         "deadlock"},
        {TRICKY "int main(void){ char b[4]; int k=nondet_int(); if(k<0||k>5) return 0; memset(b,0,k); return 0;}",
         "memory"},
        {TRICKY
         "struct s{int a[2]; int b;} g; int main(void){ int i=nondet_int(); if(i<0||i>2) return 0; int*p=(int*)&g; p[i+1]=1; return g.b;}",
         "memory"},
        {TRICKY
         "void*f(void*a){ return 0;} int main(void){ pthread_t t; for(int i=0;i<3;i++) pthread_create(&t,0,f,0); for(int i=0;i<3;i++) pthread_join(t,0); return 0;}",
         "lock"},
        {TRICKY
         "void*f(void*a){ return 0;} int main(void){ pthread_t t; pthread_attr_t at; pthread_attr_init(&at); pthread_attr_setdetachstate(&at,PTHREAD_CREATE_DETACHED); pthread_create(&t,&at,f,0); pthread_join(t,0); return 0;}",
         "lock"},
        {TRICKY
         "void*f(void*a){ pthread_mutex_lock(&m); pthread_exit(0);} int main(void){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); pthread_join(t,0); pthread_join(u,0); return 0;}",
         "deadlock"},
        {TRICKY "int main(void){ int s=nondet_int(); return 1<<s; }", "division"},
    };
    check_answers(rows, sizeof rows / sizeof *rows, ANSWER_UNKNOWN);
}

// Objects that have several names, or one name for several objects.
static void does_not_mix_up_objects(void **state)
{
    (void)state;
    static const Row rows[] = {
        {TRICKY
         "void*f(void*a){ if (gp) *gp = 7; return 0;} int main(void){ pthread_t t; int z=1; gp=&z; z=2; pthread_create(&t,0,f,0); assert(z==2); pthread_join(t,0); return 0;}",
         "assertion"},
        {TRICKY
         "struct s{struct s*nx;int v;}*h; void*f(void*a){ struct s*p=malloc(sizeof*p); p->v=1; p->nx=0; pthread_mutex_lock(&m); h=p; pthread_mutex_unlock(&m); p->v=2; return 0;} void*g(void*a){ pthread_mutex_lock(&m); if(h) assert(h->v==1); pthread_mutex_unlock(&m); return 0;} int main(void){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,0); pthread_join(t,0); pthread_join(u,0); return 0;}",
         "assertion"},
        {TRICKY
         "int main(void){ int *q=0,*p=0; for(int i=0;i<3;i++){ q=p; p=malloc(4); *p=1; if(q) *q=2; } assert(*q!=2); return 0;}",
         "assertion"},
        {TRICKY
         "int main(void){ int *q=0,*p=0; for(int i=0;i<3;i++){ q=p; p=malloc(4); *p=i; } assert(*q!=1); return 0;}",
         "assertion"},
        {TRICKY
         "struct j{int v;pthread_mutex_t l;}; void*f(void*a){ struct j*s=a; pthread_mutex_lock(&s->l); s->v=1; s->v=0; pthread_mutex_unlock(&s->l); return 0;} int main(void){ pthread_t t,u; struct j*s=malloc(sizeof*s); s->v=0; pthread_mutex_init(&s->l,0); pthread_create(&t,0,f,s); assert(s->v==0); pthread_join(t,0); return 0;}",
         "assertion"},
        {TRICKY
         "void*f(void*a){ x=1; return 0;} int main(void){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_join(t,0); x=5; pthread_create(&u,0,f,0); assert(x==5); pthread_join(u,0); return 0;}",
         "assertion"},
        {TRICKY
         "void*f(void*a){ x=1; return 0;} int main(void){ pthread_t t; if(nondet_int()) pthread_create(&t,0,f,0); x=5; assert(x==5); return 0;}",
         "assertion"},
        {TRICKY
         "void*f(void*a){ assert(x==1); return 0;} int main(void){ pthread_t t; if(nondet_int()) x=1; pthread_create(&t,0,f,0); pthread_join(t,0); return 0;}",
         "assertion"},
        {TRICKY
         "void*f(void*a){ int **p=a; **p=3; return 0;} int main(void){ pthread_t t; int z=0; int *q=&z; pthread_create(&t,0,f,&q); pthread_join(t,0); assert(z==0); return 0;}",
         "assertion"},
        {TRICKY
         "void*f(void*a){ return gp; } int main(void){ pthread_t t; int z=0; void*r; gp=&z; pthread_create(&t,0,f,0); pthread_join(t,&r); *(int*)r=4; assert(z==0); return 0;}",
         "assertion"},
        {TRICKY "int a[4]; int main(void){ int i=nondet_int(); if(i>=0&&i<4) a[i]=9; assert(a[2]==0); return 0;}",
         "assertion"},
        {TRICKY
         "struct p{int a,b;}; struct p arr[3]; int main(void){ int i=nondet_int(); if(i<0||i>2) return 0; arr[i].b=4; struct p c=arr[1]; assert(c.b==0); return 0;}",
         "assertion"},
        {TRICKY
         "void*f(void*a){ pthread_mutex_lock(&m); x=1; pthread_mutex_unlock(&m); return 0;} int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_mutex_lock(&m); int v=x; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); assert(v==x); pthread_mutex_unlock(&m); return 0;}",
         "assertion"},
        {TRICKY
         "pthread_rwlock_t r=PTHREAD_RWLOCK_INITIALIZER; void*f(void*a){ pthread_rwlock_rdlock(&r); x=1; x=0; pthread_rwlock_unlock(&r); return 0;} void*g(void*a){ pthread_rwlock_rdlock(&r); assert(!x); pthread_rwlock_unlock(&r); return 0;} int main(void){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,0); return pthread_join(t,0),pthread_join(u,0);}",
         "assertion"},
        {TRICKY
         "void set(int*p,int v){*p=v;} int main(void){ int a=0,b=0; set(&a,1); set(&b,2); int*p=nondet_int()?&a:&b; set(p,5); assert(a==1); return 0;}",
         "assertion"},
        {TRICKY
         "__thread int tl; void*f(void*a){ tl=1; assert(tl==1); x=tl; return 0;} int main(void){ pthread_t t; tl=3; pthread_create(&t,0,f,0); pthread_join(t,0); assert(x==0||x!=1); return 0;}",
         "assertion"},
        {TRICKY
         "void*f(void*a){ int k=(int)(long)a; x=k; return 0;} int main(void){ pthread_t t[3]; for(long i=0;i<3;i++) pthread_create(&t[i],0,f,(void*)i); for(int i=0;i<3;i++) pthread_join(t[i],0); assert(x!=1); return 0;}",
         "assertion"},
        {TRICKY "int main(void){ unsigned char c=250; for(int i=0;i<10;i++) c++; assert(c>=250); return 0;}",
         "assertion"},
        {TRICKY "int main(void){ int i,s=0; for(i=10;i>=0;i--) s++; assert(i==0); return 0;}", "assertion"},
        {TRICKY
         "void*f(void*a){ pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0;} int main(void){ pthread_t t; for(int i=0;i<20;i++) pthread_create(&t,0,f,0); pthread_mutex_lock(&m); assert(x<20); pthread_mutex_unlock(&m); return 0;}",
         "assertion"},
        {TRICKY
         "union u{int *p; long l;}; int main(void){ union u u; int z=0; u.p=&z; long l=u.l; *(int*)l=5; assert(z==0); return 0;}",
         "assertion"},
        {TRICKY
         "struct q{int *p;int k;}; struct q g; void*f(void*a){ struct q c=g; if(c.p) *c.p=9; return 0;} int main(void){ pthread_t t; int z=1; struct q l={&z,2}; memcpy(&g,&l,sizeof l); pthread_create(&t,0,f,0); pthread_join(t,0); assert(z==1); return 0;}",
         "assertion"},
        {TRICKY
         "void*f(void*a){ int own=3; gp=&own; int k=own; assert(k==3); gp=0; return 0;} void*g(void*a){ int*p=gp; if(p)*p=4; return 0;} int main(void){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,0); pthread_join(t,0); pthread_join(u,0); return 0;}",
         "assertion"},
    };
    check_answers(rows, sizeof rows / sizeof *rows, ANSWER_UNKNOWN);
}

static void gives_up_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        Row row;
        const char *reason;
    } rows[] = {
        {{HEAD "#include <setjmp.h>\njmp_buf b;\n" MAIN("if (!setjmp(b)) longjmp(b, 1);"), "assertion"}, "setjmp"},
        {{HEAD "int down(int k) { return k ? down(k - 1) : 0; }\n" MAIN("down(3);"), "assertion"}, "recursive"},
        {{HEAD "int elsewhere(void);\n" MAIN("elsewhere();"), "assertion"}, "unmodelled function elsewhere"},
        {{HEAD "int nondet_int(void); int *nondet_pointer(void);\n" MAIN("*nondet_pointer() = 1;"), "assertion"},
         "an address of which nothing is known"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Text reason = {0};
        assert_int_equal(ask(&rows[i].row, &reason), ANSWER_UNKNOWN);
        if (!strstr(text_string(&reason), rows[i].reason))
            fail_msg("expected '%s', found '%s'", rows[i].reason, text_string(&reason));
        text_free(&reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_contain_their_results),
        cmocka_unit_test(conversions_contain_their_results),
        cmocka_unit_test(widening_ends),
        cmocka_unit_test(content_contains_what_was_written),
        cmocka_unit_test(proves),
        cmocka_unit_test(does_not_prove_wrong_values),
        cmocka_unit_test(proves_by_equations),
        cmocka_unit_test(does_not_prove_wrong_equations),
        cmocka_unit_test(proves_by_sums),
        cmocka_unit_test(does_not_prove_wrong_sums),
        cmocka_unit_test(does_not_prove_what_is_unordered),
        cmocka_unit_test(does_not_prove_other_mistakes),
        cmocka_unit_test(does_not_mix_up_objects),
        cmocka_unit_test(gives_up_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
