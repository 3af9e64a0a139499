// What is named as the cause of a run that is too long: the loop or the recursion that has gone round most often.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"

// 5 lines; the programs begin on line 6.
#define PRELUDE TEST_HEADERS "static int x;\n"
#define MAIN                                                                                           \
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0);\n" \
    "pthread_join(t, 0); pthread_join(u, 0); assert(x >= 0); return 0; }\n"

typedef struct Case {
    const char *source;
    const char *named;
} Case;

static void check_with(const Case *it, const char *engine, const char *option)
{
    TestProgram test = test_load(it->source);
    Verdict verdict = option ? TEST_VERIFY(&test, engine, option) : TEST_VERIFY(&test, engine);
    assert_int_equal(verdict.answer, ANSWER_UNKNOWN);
    if (!strstr(text_string(&verdict.reason), it->named) || !strstr(text_string(&verdict.reason), "too long"))
        fail_msg("%s, which should name %s, says: %s", engine, it->named, text_string(&verdict.reason));
    verdict_free(&verdict);
    test_unload(&test);
}

static void check(const Case *it, const char *engine)
{
    check_with(it, engine, NULL);
}

static const Case in_caller = {PRELUDE "static void add(void)\n{\nx++;\n}\n"
                                       "void *one(void *p) {\n"
                                       "for (int i = 0; i < 40000; i++)\n"
                                       "add(); return p; }\n" MAIN,
                               ".c:11 makes"};
static const Case in_callee = {PRELUDE "static void add(void)\n{\n"
                                       "for (int i = 0; i < 40000; i++)\n"
                                       "x++;\n}\n"
                                       "void *one(void *p) { for (int i = 0; i < 3; i++) add(); return p; }\n" MAIN,
                               ".c:8 makes"};
// The inner loops go round twice, and `continue` is another way back.
static const Case around_others = {PRELUDE "#define TWICE(i) for (int i = 0; i < 2; i++)\n"
                                           "void *one(void *p) { int k = 0;\n"
                                           "while (k < 40000) {\n"
                                           "TWICE(i)\n"
                                           "TWICE(j) x++;\n"
                                           "if (k++ % 2)\n"
                                           "continue;\n"
                                           "x--; } return p; }\n" MAIN,
                                   ".c:8 makes"};
static const Case at_its_end = {PRELUDE "void *one(void *p) { int k = 0;\n"
                                        "do {\n"
                                        "x++;\n"
                                        "} while (++k < 40000); return p; }\n" MAIN,
                                ".c:7 makes"};
static const Case by_goto = {PRELUDE "void *one(void *p) { int k = 0;\n"
                                     "again:\n"
                                     "x++;\n"
                                     "if (++k < 40000)\n"
                                     "goto again; return p; }\n" MAIN,
                             ".c:10 makes"};
static const Case by_computed_goto = {PRELUDE "void *one(void *p) { int k = 0; void *to;\n"
                                              "again:\n"
                                              "x++;\n"
                                              "to = ++k < 40000 ? &&again : &&out;\n"
                                              "goto *to;\n"
                                              "out: return p; }\n" MAIN,
                                      ".c:8 makes"};
static const Case recursion = {PRELUDE "static void add(int n)\n{\n"
                                       "for (int i = 0; i < 2; i++) x++;\n"
                                       "if (n)\n"
                                       "add(n - 1);\n"
                                       "}\n"
                                       "void *one(void *p) { add(20000); return p; }\n" MAIN,
                               "the recursion at "};
static const Case in_library = {PRELUDE
                                "#include <string.h>\n"
                                "static char text[30000];\n"
                                "void *one(void *p) { for (int i = 0; i < 2; i++)\n"
                                "x = (int)strlen(text); return p; }\n"
                                "int main(void) { pthread_t t, u; for (int i = 0; i < 29999; i++) text[i] = 'a';\n"
                                "pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0); text[0] = 'b';\n"
                                "pthread_join(t, 0); pthread_join(u, 0); assert(x >= 0); return 0; }\n",
                                ".c:9 makes"};
// The first loop has the more rounds that another thread could notice, the second one the more instructions.
static const Case without_events = {PRELUDE "void *one(void *p) { for (int i = 0; i < 900; i++) x++;\n"
                                            "unsigned k = 0;\n"
                                            "while (k < 4000000)\n"
                                            "k++;\n"
                                            "return p; }\n" MAIN,
                                    ".c:8 makes"};

static void the_loop_is_named(void **state)
{
    (void)state;
    const Case *const cases[] = {&in_caller, &in_callee,        &around_others, &at_its_end,
                                 &by_goto,   &by_computed_goto, &recursion,     &in_library};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(cases[i], "mpc");
}

static void engines_name_the_same(void **state)
{
    (void)state;
    const char *const engines[] = {"mcr", "tdv", "bmc"};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        check(&in_caller, engines[i]);
    check_with(&in_caller, "predict", "--context-bound=9"); // without it the run is looked at in parts
    check(&without_events, "mpc");
    check(&recursion, "bmc");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_loop_is_named),
        cmocka_unit_test(engines_name_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
