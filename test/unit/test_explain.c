// The sentence about a violation, and which steps play a part in it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"
#include "report/explain.h"
#include "report/relevant.h"
#include "sample_trace.h"

// Programs end with a main that starts the threads; their first own line is line 5.
#define TWO_THREADS(last)                                                                              \
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n" \
    "pthread_join(t, 0); pthread_join(u, 0);\n" last " return 0; }\n"

#define ONE_THREAD(last) "int main(void) { pthread_t t; pthread_create(&t, 0, one, 0);\n" last " return 0; }\n"

typedef struct Case {
    const char *source, *option, *expected;
} Case;

static const Case cases[] = {
    // A lost update, in one line and in two.
    {"int n; static void *one(void *p) {\nn++; return p; }\nstatic void *two(void *p) {\nn += 2; return p; }\n"
     "" TWO_THREADS("assert(n == 3);"),
     NULL,
     "thread 1 wrote n (line 6) between thread 2's read (line 8) and write (line 8) of it, so one update is lost"},
    {"int n; static void *one(void *p) {\nn++; return p; }\nstatic void *two(void *p) {\nint c = n;\n"
     "n = c + 1; return p; }\n" TWO_THREADS("assert(n != 1);"),
     NULL,
     "thread 1 wrote n (line 6) between thread 2's read (line 8) and write (line 9) of it, so thread 2 "
     "overwrote what it "
     "had not seen"},
    // Read too early.
    {"int n; static void *one(void *p) {\nn = 1; return p; }\n" ONE_THREAD("assert(n == 1);"), NULL,
     "main read n = 0 before any step wrote it"},
    {"int n, k; static void *one(void *p) {\nn = 1; return p; }\nstatic void *two(void *p) {\nint c = n;\n"
     "while (!n) ; assert(c); return p; }\n" TWO_THREADS(""),
     NULL, "thread 1 wrote n (line 6) between thread 2's read (line 8) and next read (line 9) of it"},
    {"int n, done; static void *one(void *p) {\nint c = n;\ndone = 1;\nassert(c || done == 2); return p; }\n"
     "static void *two(void *p) { return p; }\n" TWO_THREADS(""),
     NULL, "thread 1 read done = 1, which it wrote (line 7)"},
    // Check, then act.
    {"int *p1, x; static void *one(void *p) {\nif (p1)\n*p1 = 2; return p; }\nstatic void *two(void *p) { p1 = &x;\n"
     "p1 = 0; return p; }\n" TWO_THREADS(""),
     NULL, "thread 2 wrote p1 (line 9) between thread 1's read (line 6) and next read (line 7) of it"},
    // Values.
    {"int n; static void *one(void *p) {\nn = 5; return p; }\n" ONE_THREAD("pthread_join(t, 0); assert(n != 5);"), NULL,
     "main read n = 5, which thread 1 wrote (line 6)"},
    {"#include <stdatomic.h>\natomic_int x, y; static void *one(void *p) {\n"
     "atomic_store_explicit(&x, 1, memory_order_relaxed);\natomic_store_explicit(&y, 1, memory_order_relaxed);\n"
     "return p; }\n" ONE_THREAD("assert(!atomic_load_explicit(&y, memory_order_relaxed) || x);"),
     "--memory-model=c11",
     "main read y = 1, which thread 1 wrote (line 8), and x = 0, not what thread 1 wrote (line 7)"},
    {"int d = 1; static void *one(void *p) {\nd = 0; return p; }\n" ONE_THREAD("return 7 / d;"), NULL,
     "main read d = 0, which thread 1 wrote (line 6)"},
    {"int n; static void *one(void *p) { return p; }\nint main(void) { int c = 3; assert(c == 4); return n; }\n", NULL,
     "main gets there by itself, before another thread takes a step"},
    {"static void *one(void *p) { return (void *)1; }\n" ONE_THREAD("void *r; pthread_join(t, &r);\nassert(!r);"), NULL,
     "main gets there with the result of thread 1, which it joined (line 7)"},
    // Deadlocks.
    {"pthread_mutex_t a, b; static void *one(void *p) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); return p; }\n"
     "static void *two(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); return p; }\n" TWO_THREADS(""),
     NULL, "thread 2 waits for b, which thread 1 locked (line 5) and did not unlock before it ended"},
    {"pthread_mutex_t a, b; static void *one(void *p) { pthread_mutex_lock(&a); pthread_mutex_lock(&b);\n"
     "pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return p; }\n"
     "static void *two(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a);\n"
     "pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return p; }\n" TWO_THREADS(""),
     NULL, "thread 1 holds a and waits for b, which thread 2 holds while it waits for a"},
    {"pthread_mutex_t a; static void *one(void *p) {\n"
     "pthread_mutex_lock(&a); pthread_mutex_lock(&a); return p; }\n" ONE_THREAD("pthread_join(t, 0);"),
     NULL, "thread 1 waits for a, which it has locked already (line 6)"},
    {"pthread_mutex_t a; static void *one(void *p) {\npthread_mutex_lock(&a); return p; }\n" ONE_THREAD(
         "pthread_join(t, 0); pthread_mutex_lock(&a);"),
     NULL, "main waits for a, which thread 1 locked (line 6) and did not unlock before it ended"},
    {"pthread_mutex_t a; static void *one(void *p) { pthread_mutex_lock(&a); return p; }\n" ONE_THREAD(
         "pthread_mutex_lock(&a); pthread_join(t, 0);"),
     NULL, "thread 1 waits for a, which main holds; main waits for thread 1 to end"},
    {"pthread_mutex_t a; pthread_cond_t c; static void *one(void *p) {\npthread_cond_signal(&c); return p; }\n"
     "" ONE_THREAD("pthread_mutex_lock(&a); pthread_cond_wait(&c, &a); pthread_mutex_unlock(&a); pthread_join(t, 0);"),
     NULL, "main waits on the condition variable c, whose last signal, by thread 1 (line 6), came before it waited"},
    {"pthread_mutex_t a; pthread_cond_t c; int go; static void *one(void *p) { pthread_mutex_lock(&a);\n"
     "while (!go) pthread_cond_wait(&c, &a);\npthread_mutex_unlock(&a); return p; }\n"
     "static void *two(void *p) { return one(p); }\n"
     "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n"
     "pthread_mutex_lock(&a); go = 1;\npthread_cond_signal(&c); pthread_mutex_unlock(&a);\n"
     "pthread_join(t, 0); pthread_join(u, 0); return 0; }\n",
     "--no-spurious-wakeups",
     "thread 2 waits on the condition variable c, whose last signal, by main (line 11), woke thread 1 instead"},
    {"int go; static void *one(void *p) { while (!go) ; return p; }\n" ONE_THREAD("pthread_join(t, 0);"), NULL,
     "thread 1 waits in a loop for go to change, and nobody is left to change it"},
    {"int pipe(int *ends); long read(int end, void *to, unsigned long size); int e[2];\n"
     "static void *one(void *p) { char c; read(e[0], &c, 1); return p; }\n"
     "int main(void) { pthread_t t; pipe(e); pthread_create(&t, 0, one, 0); pthread_join(t, 0); return 0; }\n",
     NULL, "thread 1 waits in read, and nobody is left to end that"},
    // Races.
    {"int n; static void *one(void *p) {\nn = 1; return p; }\n" ONE_THREAD("n = 2;"), "--property=race",
     "main writes n (line 8) while thread 1 writes it (line 6); neither holds a lock"},
    {"int n; pthread_mutex_t a, b; static void *one(void *p) { pthread_mutex_lock(&a);\nn = 1;\n"
     "pthread_mutex_unlock(&a); return p; }\nstatic void *two(void *p) { pthread_mutex_lock(&b);\nn = 2;\n"
     "pthread_mutex_unlock(&b); return p; }\n" TWO_THREADS(""),
     "--property=race", "thread 1 writes n (line 6) while thread 2 writes it (line 9); they hold no lock in common"},
    // Memory and locks.
    {"int *n; static void *one(void *p) {\nfree(n); return p; }\n"
     "int main(void) { pthread_t t; n = malloc(4); pthread_create(&t, 0, one, 0);\n"
     "pthread_join(t, 0); *n = 1; return 0; }\n",
     NULL, "thread 1 freed the block (line 6) before main wrote it"},
    {"int *n; static void *one(void *p) {\nfree(n); return p; }\n"
     "int main(void) { pthread_t t; n = malloc(4); pthread_create(&t, 0, one, 0);\n"
     "pthread_join(t, 0); free(n); return 0; }\n",
     NULL, "thread 1 freed the block (line 6) before main freed it again"},
    {"pthread_mutex_t a; static void *one(void *p) {\npthread_mutex_lock(&a); return p; }\n" ONE_THREAD(
         "pthread_join(t, 0); pthread_mutex_unlock(&a);"),
     NULL, "thread 1 has held a since it locked it (line 6)"},
    {"pthread_mutex_t a; static void *one(void *p) {\npthread_mutex_destroy(&a); return p; }\n" ONE_THREAD(
         "pthread_join(t, 0); pthread_mutex_lock(&a);"),
     NULL, "thread 1 destroyed a (line 6) before main used it"},
    {"static void *one(void *p) { return p; }\n" ONE_THREAD("pthread_join(t, 0); pthread_join(t, 0);"), NULL,
     "main joined thread 1 before (line 7)"},
    {"static void *one(void *p) { return p; }\nint main(void) { malloc(3); return 0; }\n", "--property=leak",
     "when the program ends nothing points to the block, and no step has freed it"},
};

static Verdict find(const char *source, const char *option)
{
    Text text = {0};
    text_format(&text, TEST_HEADERS "%s", source);
    TestProgram test = test_load(text_string(&text));
    Verdict verdict = test_verify(&test, "enumerate", option != NULL, &option);
    if (verdict.answer != ANSWER_FALSE)
        fail_msg("no violation in %s", source);
    test_unload(&test);
    text_free(&text);
    return verdict;
}

// What the sentence speaks of is never left out: the update that is lost is overwritten and read by nobody.
static void expect_told_is_relevant(const Trace *trace)
{
    Relevance relevant = {0}, told = {0};
    vector_resize(&told, trace->events.count);
    explain_mark(trace, told.data);
    relevant_find(trace, &relevant);
    for (uint32_t i = 0; i < told.count; i++) {
        EventKind kind = trace->events.data[i].kind;
        assert_true(relevant.data[i] || !(told.data[i] || kind == EVENT_violation || kind == EVENT_blocked));
    }
    vector_free(&relevant);
    vector_free(&told);
}

static void sentences(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Verdict verdict = find(cases[i].source, cases[i].option);
        Text text = {0};
        explain_append(verdict.counterexamples.data[0], &text);
        if (strcmp(text_string(&text), cases[i].expected)) {
            print_error("%s\n\"%s\" instead of \"%s\"\n", cases[i].source, text_string(&text), cases[i].expected);
            wrong++;
        }
        expect_told_is_relevant(verdict.counterexamples.data[0]);
        text_free(&text);
        verdict_free(&verdict);
    }
    assert_int_equal(wrong, 0);
}

static void runs_without_violation(void **state)
{
    (void)state;
    Trace *trace = sample_trace("bank.c");
    Relevance relevant = {0};
    Text text = {0};
    trace->end = TRACE_EXITED;
    explain_append(trace, &text);
    assert_int_equal(text.length, 0);
    relevant_find(trace, &relevant);
    for (uint32_t i = 0; i < relevant.count; i++)
        assert_true(relevant.data[i]);
    vector_free(&relevant);
    trace_free(trace);
}

static const TraceEvent *find_event(const Trace *trace, EventKind kind, uint32_t thread, const char *object,
                                    uint32_t *index)
{
    for (*index = 0; *index < trace->events.count; ++*index) {
        const TraceEvent *event = &trace->events.data[*index];
        if (event->kind == kind && event->thread == thread && !strcmp(event->object, object))
            return event;
    }
    fail_msg("no %s of %s by thread %u", event_kind_name(kind), object, thread);
    return NULL;
}

static void expect_relevant(const Trace *trace, const Relevance *relevant, EventKind kind, uint32_t thread,
                            const char *object, bool expected)
{
    uint32_t index;
    find_event(trace, kind, thread, object, &index);
    if (relevant->data[index] != expected)
        fail_msg("%s of %s by thread %u: %d", event_kind_name(kind), object, thread, relevant->data[index]);
}

static void steps_that_play_a_part(void **state)
{
    (void)state;
    Verdict verdict =
        find("int n, other; pthread_mutex_t m; static void *one(void *p) { pthread_mutex_lock(&m); n = 1;\n"
             "pthread_mutex_unlock(&m); other = 5; return p; }\n"
             "static void *two(void *p) { pthread_mutex_lock(&m); other++; pthread_mutex_unlock(&m); return p; }\n"
             "" TWO_THREADS("assert(!n);"),
             NULL);
    const Trace *trace = verdict.counterexamples.data[0];
    Relevance relevant = {0};
    relevant_find(trace, &relevant);
    assert_int_equal(relevant.count, trace->events.count);
    expect_relevant(trace, &relevant, EVENT_write, 1, "n", true);
    expect_relevant(trace, &relevant, EVENT_lock, 1, "m", true);
    expect_relevant(trace, &relevant, EVENT_unlock, 1, "m", true);
    expect_relevant(trace, &relevant, EVENT_read, 0, "n", true);
    expect_relevant(trace, &relevant, EVENT_violation, 0, "", true);
    expect_relevant(trace, &relevant, EVENT_write, 1, "other", false);
    expect_relevant(trace, &relevant, EVENT_read, 2, "other", false);
    expect_relevant(trace, &relevant, EVENT_write, 2, "other", false);
    expect_relevant(trace, &relevant, EVENT_lock, 2, "m", false);
    expect_relevant(trace, &relevant, EVENT_exit, 2, "", false);
    vector_free(&relevant);
    verdict_free(&verdict);
}

// The change that a waiting thread is not told of plays a part, though nobody reads it any more.
static void unnoticed_change(void **state)
{
    (void)state;
    Verdict verdict =
        find("int closed, other; pthread_mutex_t m; pthread_cond_t c; static void *one(void *p) {\n"
             "pthread_mutex_lock(&m); closed = 1; pthread_mutex_unlock(&m); other = 5; return p; }\n" ONE_THREAD(
                 "pthread_mutex_lock(&m); while (!closed) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);"),
             NULL);
    const Trace *trace = verdict.counterexamples.data[0];
    Relevance relevant = {0};
    relevant_find(trace, &relevant);
    expect_relevant(trace, &relevant, EVENT_read, 0, "closed", true);
    expect_relevant(trace, &relevant, EVENT_write, 1, "closed", true);
    expect_relevant(trace, &relevant, EVENT_lock, 1, "m", true);
    expect_relevant(trace, &relevant, EVENT_write, 1, "other", false);
    vector_free(&relevant);
    verdict_free(&verdict);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),
        cmocka_unit_test(runs_without_violation),
        cmocka_unit_test(steps_that_play_a_part),
        cmocka_unit_test(unnoticed_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
