// Atomic sections in which a thread waits, idles, ends or is stopped: what others do meanwhile. The answers are derived
// by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"

#define PRELUDE                                                                                     \
    TEST_HEADERS "#include <semaphore.h>\n#include <stdlib.h>\n"                                    \
                 "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"        \
                 "#define BEGIN __VERIFIER_atomic_begin();\n#define END __VERIFIER_atomic_end();\n" \
                 "#define LOCK pthread_mutex_lock(&m);\n#define UNLOCK pthread_mutex_unlock(&m);\n" \
                 "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; sem_t s; int x, y, *p; pthread_t t, u;\n"

// A thread beside main, or two.
#define ONE(one, before, after)                            \
    PRELUDE "void *first(void *q) { " one " return q; }\n" \
            "int main(void) { " before " pthread_create(&t, 0, first, 0); " after " return 0; }\n"
#define TWO(one, two, after)                                                                             \
    PRELUDE "void *first(void *q) { " one " return q; }\nvoid *second(void *q) { " two " return q; }\n"  \
            "int main(void) { pthread_create(&t, 0, first, 0); pthread_create(&u, 0, second, 0); " after \
            " return 0; }\n"

#define ANSWERS 5

typedef struct SectionCase {
    const char *source;
    Answer answers[ANSWERS]; // of the engines below
} SectionCase;

static const char *const engines[ANSWERS] = {"enumerate", "mpc", "mcr", "tdv", "bmc"};

#define ALL(answer) {answer, answer, answer, answer, answer}
// The step encoding does not know it.
#define ALL_BUT_BMC(answer) {answer, answer, answer, answer, ANSWER_UNKNOWN}

static void expect(const SectionCase *cases, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        TestProgram test = test_load(cases[i].source);
        for (uint32_t j = 0; j < ANSWERS; j++) {
            Verdict one = TEST_VERIFY(&test, engines[j], "--property=assertion", "--assume-defined");
            assert_int_equal(one.answer, cases[i].answers[j]);
            verdict_free(&one);
            Verdict all = TEST_VERIFY(&test, engines[j], "--property=assertion", "--assume-defined", "--all");
            assert_int_equal(all.answer, cases[i].answers[j]);
            verdict_free(&all);
        }
        test_unload(&test);
    }
}
#define EXPECT(cases) expect(cases, sizeof(cases) / sizeof *(cases))

static void others_come_in_while_a_thread_waits(void **state)
{
    (void)state;
    static const SectionCase cases[] = {
        // Main holds the lock when the thread comes to it, lets it go, and takes it again for good.
        {ONE("BEGIN if (y) { LOCK assert(x == 0); UNLOCK } END", "LOCK y = 1;", "x = 1; y = 0; UNLOCK LOCK"),
         ALL_BUT_BMC(ANSWER_FALSE)},
        {ONE("BEGIN if (y) { LOCK assert(x != 0); UNLOCK } END", "LOCK y = 1;", "x = 1; y = 0; UNLOCK LOCK"),
         ALL_BUT_BMC(ANSWER_TRUE)},
        {ONE("BEGIN if (!x) { sem_wait(&s); assert(!x); } END", "sem_init(&s, 0, 0);",
             "x = 1; sem_post(&s); sem_wait(&s);"),
         ALL_BUT_BMC(ANSWER_FALSE)},
        {TWO("x = 1;", "BEGIN int before = x; pthread_join(t, 0); assert(before == x); END", ""),
         ALL_BUT_BMC(ANSWER_FALSE)},
    };
    EXPECT(cases);
}

static void nobody_comes_in_if_the_lock_is_free(void **state)
{
    (void)state;
    static const SectionCase cases[] = {
        {TWO("BEGIN int before = x; LOCK assert(before == x); UNLOCK END", "x = 1;", ""), ALL_BUT_BMC(ANSWER_TRUE)},
        {TWO("BEGIN int before = x; LOCK assert(before == x); UNLOCK END", "LOCK UNLOCK x = 1;", ""),
         ALL_BUT_BMC(ANSWER_FALSE)},
        {TWO("BEGIN y = 1; LOCK y = 0; UNLOCK END", "LOCK assert(!y); UNLOCK", ""), ALL_BUT_BMC(ANSWER_FALSE)},
        {TWO("BEGIN y = 1; LOCK y = 0; UNLOCK END", "assert(!y); LOCK UNLOCK", ""), ALL_BUT_BMC(ANSWER_TRUE)},
    };
    EXPECT(cases);
}

static void a_section_may_not_be_ended_or_begun(void **state)
{
    (void)state;
    static const SectionCase cases[] = {
        {TWO("BEGIN y = 1; y = 0;", "assert(!y);", ""), ALL(ANSWER_TRUE)},
        {TWO("BEGIN y = 1;", "assert(!y);", ""), ALL(ANSWER_FALSE)},
        {TWO("END y = 1; y = 0;", "assert(!y);", ""), ALL(ANSWER_FALSE)},
        {TWO("BEGIN LOCK y = 1;", "assert(!y);", "LOCK"), ALL_BUT_BMC(ANSWER_FALSE)},
        {TWO("BEGIN LOCK y = 1; y = 0;", "LOCK END", "assert(!y);"), ALL_BUT_BMC(ANSWER_TRUE)},
    };
    EXPECT(cases);
}

// What others are to blame for need not happen.
static void a_section_that_was_stopped_is_gone_through(void **state)
{
    (void)state;
    static const SectionCase cases[] = {
        {ONE("BEGIN y = *p; assert(0); END", "p = calloc(1, sizeof *p);", "free(p); pthread_join(t, 0);"),
         ALL(ANSWER_FALSE)},
    };
    EXPECT(cases);
}

static void loops_in_sections_let_others_in(void **state)
{
    (void)state;
    static const SectionCase cases[] = {
        {ONE("BEGIN y = 1; while (1) ;", "", "assert(!y);"), ALL(ANSWER_FALSE)},
        // What a thread has read before it waits in the loop is not known to be old.
        {ONE("BEGIN int before = y; while (!x) ; assert(before == y); END", "", "y = 1; x = 1; pthread_join(t, 0);"),
         {ANSWER_FALSE, ANSWER_UNKNOWN, ANSWER_UNKNOWN, ANSWER_UNKNOWN, ANSWER_UNKNOWN}},
    };
    EXPECT(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_come_in_while_a_thread_waits),
        cmocka_unit_test(nobody_comes_in_if_the_lock_is_free),
        cmocka_unit_test(a_section_may_not_be_ended_or_begun),
        cmocka_unit_test(a_section_that_was_stopped_is_gone_through),
        cmocka_unit_test(loops_in_sections_let_others_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
