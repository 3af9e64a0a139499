// Threads that wait: condition variables, waiting loops, deadlocks, assumptions, atomic sections, operations with
// several outcomes, races.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"
#include "machine/state.h"

#define DECLARATIONS                                                                                               \
    TEST_HEADERS                                                                                                   \
    "#include <sched.h>\n#include <semaphore.h>\nextern void __VERIFIER_assume(int), "                             \
    "__VERIFIER_atomic_begin(void), "                                                                              \
    "__VERIFIER_atomic_end(void);\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; " \
    "pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x, y, flag; _Atomic int lock; int *shared;\n"

// Lines of a program below are counted from here.
enum { FIRST_LINE = 9 };

static Verdict verify_body(const char *body, const char *option)
{
    Text source = {0};
    text_format(&source, DECLARATIONS "%s", body);
    TestProgram test = test_load(text_string(&source));
    Verdict verdict = option ? TEST_VERIFY(&test, "enumerate", option) : TEST_VERIFY(&test, "enumerate");
    test_unload(&test);
    text_free(&source);
    return verdict;
}

static void assert_true_verdict(const char *body, const char *option)
{
    Verdict verdict = verify_body(body, option);
    if (verdict.answer != ANSWER_TRUE) {
        Text line = {0};
        verdict_append_line(&verdict, &line);
        fail_msg("%s: %s", text_string(&line), body);
    }
    verdict_free(&verdict);
}

// FALSE with that property at the given line of the body (counted from 0), and these words in the message.
static void assert_false_verdict(const char *body, const char *option, Property property, uint32_t line,
                                 const char *words)
{
    Verdict verdict = verify_body(body, option);
    Text shown = {0};
    verdict_append_line(&verdict, &shown);
    if (verdict.answer != ANSWER_FALSE)
        fail_msg("%s: %s", text_string(&shown), body);
    const Trace *trace = verdict.counterexamples.data[0];
    if (trace->property != property || trace->where.line != FIRST_LINE + line || !strstr(trace->message, words))
        fail_msg("%s, '%s': %s", text_string(&shown), trace->message, body);
    verdict_free(&verdict);
    text_free(&shown);
}

static Machine *create(TestProgram *test, MachineOptions *options, const char *body)
{
    Text source = {0};
    text_format(&source, DECLARATIONS "%s", body);
    *test = test_load(text_string(&source));
    text_free(&source);
    *options = test_machine_options(test);
    return machine_create(test->program, options);
}

// Steps a thread until it can do nothing more or stands before an operation of that kind.
static void advance(Machine *machine, uint32_t thread, EventKind until)
{
    for (int step = 0; machine_status(machine) == MACHINE_RUNNING && machine_alternatives(machine, thread); step++) {
        assert_true(step < TEST_STEP_LIMIT);
        if (machine_pending(machine, thread).kind == until)
            return;
        machine_step(machine, (Choice){.thread = thread});
    }
}

static ThreadState state_of(const Machine *machine, uint32_t thread)
{
    return machine->threads.data[thread]->state;
}

static const char waiters[] =
    "static void *worker(void *p) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); x++; pthread_mutex_unlock(&m); "
    "return p; }\n"
    "int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);\n"
    "for (int i = 0; i < 3; i++) pthread_cond_signal(&c); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return x; "
    "}\n";

static void a_signal_wakes_any_of_the_waiters(void **state)
{
    (void)state;
    TestProgram test;
    MachineOptions options;
    Machine *machine = create(&test, &options, waiters);
    assert_int_equal(machine_alternatives(machine, 0), 1); // nobody waits: the signal is lost
    for (uint32_t i = 1; i <= 3; i++) {
        advance(machine, i, EVENT_KIND_COUNT);
        assert_int_equal(state_of(machine, i), THREAD_WAITING);
        assert_int_equal(machine_alternatives(machine, i), 0);
        assert_int_equal(machine_alternatives(machine, 0), i);
        assert_int_equal(machine_pending(machine, i).kind, EVENT_wake);
    }
    for (uint32_t chosen = 0; chosen < 3; chosen++) {
        Machine *copy = machine_clone(machine);
        machine_step(copy, (Choice){.thread = 0, .alternative = chosen});
        for (uint32_t i = 1; i <= 3; i++)
            assert_int_equal(state_of(copy, i), i == chosen + 1 ? THREAD_WOKEN : THREAD_WAITING);
        assert_int_equal(machine_alternatives(copy, 0), 2);
        machine_step(copy, (Choice){.thread = 0, .alternative = 1}); // the second of those still waiting
        assert_int_equal(state_of(copy, chosen == 2 ? 2 : 3), THREAD_WOKEN);
        test_finish(copy);
        assert_int_equal(machine_status(copy), MACHINE_EXITED);
        assert_int_equal(machine_exit_status(copy), 3);
        machine_free(copy);
    }
    machine_free(machine);
    test_unload(&test);
}

static void waits_that_end_without_a_signal(void **state)
{
    (void)state;
    static const char timed[] = "static void *worker(void *p) { struct timespec t = {0}; pthread_mutex_lock(&m); x = "
                                "pthread_cond_timedwait(&c, &m, &t);\n"
                                "pthread_mutex_unlock(&m); return p; }\n"
                                "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); "
                                "return x == 110 ? 1 : 2; }\n";
    TestProgram test;
    MachineOptions options;
    Machine *machine = create(&test, &options, timed);
    advance(machine, 1, EVENT_wake);
    assert_int_equal(state_of(machine, 1), THREAD_WAITING);
    assert_int_equal(machine_alternatives(machine, 1), 1); // the time-out
    test_finish(machine);
    assert_int_equal(machine_exit_status(machine), 1);
    machine_free(machine);
    options.rules.spurious_wakeups = true;
    machine = machine_create(test.program, &options);
    advance(machine, 1, EVENT_wait);
    assert_int_equal(machine_alternatives(machine, 1), 2);
    machine_step(machine, (Choice){.thread = 1, .alternative = 1});
    assert_int_equal(state_of(machine, 1), THREAD_WOKEN);
    test_finish(machine);
    assert_int_equal(machine_exit_status(machine), 2);
    machine_free(machine);
    test_unload(&test);
    static const char hopeful[] =
        "static void *worker(void *p) { pthread_mutex_lock(&m); if (!flag) pthread_cond_wait(&c, &m);\nassert(flag);\n"
        "pthread_mutex_unlock(&m); return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_mutex_lock(&m); flag = 1;\n"
        "pthread_cond_signal(&c); pthread_mutex_unlock(&m); return pthread_join(t, 0); }\n";
    assert_true_verdict(hopeful, "--no-spurious-wakeups");
    assert_false_verdict(hopeful, NULL, PROPERTY_ASSERTION, 1, "flag");
}

#define LOOKER "static void *worker(void *p) { pthread_mutex_lock(&m); while (!flag) pthread_cond_wait(&c, &m);\n"

// A wait that ends without a signal, and a thread that only finds that it must wait on, are not to be told from a wait
// that has not ended: the second one ends by a signal only.
static void rounds_of_waits_come_to_an_end(void **state)
{
    (void)state;
    static const char looks[] = LOOKER
        "pthread_mutex_unlock(&m); return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); sched_yield(); pthread_mutex_lock(&m);\n"
        "flag = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return pthread_join(t, 0); }\n";
    TestProgram test;
    MachineOptions options;
    Machine *machine = create(&test, &options, looks);
    machine_free(machine);
    options.rules.spurious_wakeups = true;
    machine = machine_create(test.program, &options);
    advance(machine, 1, EVENT_wait);
    assert_int_equal(machine_alternatives(machine, 1), 2);
    machine_step(machine, (Choice){.thread = 1, .alternative = 1});
    advance(machine, 1, EVENT_wait); // takes the mutex, looks, and is back
    assert_int_equal(machine_alternatives(machine, 1), 1);
    machine_step(machine, (Choice){.thread = 1, .alternative = 0});
    assert_int_equal(state_of(machine, 1), THREAD_WAITING);
    test_finish(machine);
    assert_int_equal(machine_status(machine), MACHINE_EXITED);
    machine_free(machine);
    test_unload(&test);
    assert_true_verdict(looks, NULL);
    // Whoever counts its rounds, or is seen at it, has each of them.
    static const char counts[] =
        "static void *worker(void *p) { pthread_mutex_lock(&m); while (!flag && x < 3) { x++; pthread_cond_wait(&c, "
        "&m); }\nassert(x < 3);\npthread_mutex_unlock(&m); return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_mutex_lock(&m);\n"
        "flag = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return pthread_join(t, 0); }\n";
    assert_true_verdict(counts, "--no-spurious-wakeups");
    assert_false_verdict(counts, NULL, PROPERTY_ASSERTION, 1, "x < 3");
    static const char tries[] =
        LOOKER "pthread_mutex_unlock(&m); return p; }\n"
               "static void try(void) { if (pthread_mutex_trylock(&m)) { x++; pthread_mutex_lock(&m); } "
               "pthread_mutex_unlock(&m); }\n"
               "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); try(); try(); try();\nassert(x < 3);\n"
               "pthread_mutex_lock(&m); flag = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);\n"
               "return pthread_join(t, 0); }\n";
    assert_false_verdict(tries, NULL, PROPERTY_ASSERTION, 4, "x < 3");
}

// That a wait may end by itself is nothing to rely on.
static void spurious_wakeups_are_no_signals(void **state)
{
    (void)state;
    static const char never[] =
        LOOKER "pthread_mutex_unlock(&m); return p; }\n"
               "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_mutex_lock(&m); flag = 1;\n"
               "pthread_mutex_unlock(&m); return pthread_join(t, 0); }\n";
    assert_false_verdict(never, NULL, PROPERTY_DEADLOCK, 0, "no thread can go on");
    assert_false_verdict(never, "--no-spurious-wakeups", PROPERTY_DEADLOCK, 0, "no thread can go on");
    static const char alone[] = "int main(void) { pthread_mutex_lock(&m);\npthread_cond_wait(&c, &m); return 0; }\n";
    assert_false_verdict(alone, NULL, PROPERTY_DEADLOCK, 1, "no thread can go on");
    static const char once[] =
        "static void *worker(void *p) { pthread_mutex_lock(&m); if (!flag)\npthread_cond_wait(&c, &m);\n"
        "pthread_mutex_unlock(&m); return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x = 1; y = 2; return pthread_join(t, 0); }\n";
    assert_false_verdict(once, NULL, PROPERTY_DEADLOCK, 1, "no thread can go on");
}

static void deadlocks_of_each_kind(void **state)
{
    (void)state;
    static const char ends[] =
        "int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);\n"
        "pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";
    static const struct {
        const char *threads;
        uint32_t line;
        const char *words;
    } cases[] = {
        {"static void *a(void *p) { pthread_mutex_lock(&m);\npthread_mutex_lock(&n); pthread_mutex_unlock(&n); "
         "pthread_mutex_unlock(&m); return p; }\n"
         "static void *b(void *p) { pthread_mutex_lock(&n);\npthread_mutex_lock(&m); pthread_mutex_unlock(&m); "
         "pthread_mutex_unlock(&n); return p; }\n",
         1, "deadlock: thread 1 waits for thread 2, thread 2 waits for thread 1"},
        // Two wait for each other while the third goes on.
        {"static void *a(void *p) { pthread_mutex_lock(&m);\npthread_mutex_lock(&n); pthread_mutex_unlock(&n); "
         "pthread_mutex_unlock(&m); return p; }\n"
         "static void *other(void *p) { pthread_mutex_lock(&n);\npthread_mutex_lock(&m); pthread_mutex_unlock(&m); "
         "pthread_mutex_unlock(&n); return p; }\n"
         "static void *b(void *p) { pthread_t t; pthread_create(&t, 0, other, 0); for (int i = 0; i < 3; i++) x++; "
         "return p; }\n",
         1, "deadlock: thread 1 waits for thread 3"},
        {"static void *a(void *p) { pthread_mutex_lock(&m); return p; }\n"
         "static void *b(void *p) {\npthread_mutex_lock(&m); return p; }\n",
         2, "which has ended without unlocking"},
        {"static void *a(void *p) { pthread_mutex_lock(&m);\npthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); "
         "return p; }\n" // lost wake-up
         "static void *b(void *p) { pthread_cond_signal(&c); return p; }\n",
         1, "no thread can go on: main waits at "},
        {"static sem_t s; static void *a(void *p) { sem_init(&s, 0, 0);\nsem_wait(&s); return p; }\n"
         "static void *b(void *p) { return p; }\n",
         1, "no thread can go on"},
        {"static pthread_barrier_t s; static void *a(void *p) { pthread_barrier_init(&s, 0, "
         "3);\npthread_barrier_wait(&s); return p; }\n"
         "static void *b(void *p) { return p; }\n",
         1, "no thread can go on"},
        {"static pthread_t first; static void *a(void *p) { first = pthread_self(); flag = 1; while (!y) "
         ";\npthread_join((pthread_t)x, 0); return p; }\n"
         "static void *b(void *p) { while (!flag) ; x = (int)pthread_self(); y = 1;\npthread_join(first, 0); return p; "
         "}\n",
         1, "deadlock: thread 1 waits for thread 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text body = {0};
        text_append(&body, cases[i].threads);
        text_append(&body, ends);
        assert_false_verdict(text_string(&body), NULL, PROPERTY_DEADLOCK, cases[i].line, cases[i].words);
        text_free(&body);
    }
}

static void waiting_loops_block(void **state)
{
    (void)state;
    static const char *const loops[] = {
        "while (!flag) ;",
        "while (!flag) sched_yield();",
        "do { if (flag) break; } while (1);",
        "for (;;) { int seen = flag; if (seen == 1) break; }",
        "while (flag != 1 || x == 7) ;",
        "again: if (!flag) goto again;",
        "int free = 1; while (!__c11_atomic_compare_exchange_strong(&lock, &free, 2, 5, 5)) free = 1;",
        "while (__c11_atomic_exchange(&lock, 2, 5) == 2) ;",
        "while (pthread_mutex_trylock(&m)) ;",
    };
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        Text body = {0};
        text_format(&body,
                    "static void *worker(void *p) {\n%s\ny = x == 99 || lock == 99 ? 2 : 1; return p; }\n"
                    "int main(void) { pthread_t t; lock = 2; pthread_mutex_lock(&m); pthread_create(&t, 0, worker, 0); "
                    "x = 3; lock = 1; flag = 1;\n"
                    "pthread_mutex_unlock(&m); pthread_join(t, 0); return y; }\n",
                    loops[i]);
        TestProgram test;
        MachineOptions options;
        Machine *machine = create(&test, &options, text_string(&body));
        for (int step = 0; step < 50 && state_of(machine, 1) != THREAD_SPINNING; step++) {
            assert_int_equal(machine_status(machine), MACHINE_RUNNING);
            assert_true(machine_alternatives(machine, 1) > 0);
            machine_step(machine, (Choice){.thread = 1});
        }
        if (state_of(machine, 1) != THREAD_SPINNING)
            fail_msg("does not block: %s", loops[i]);
        assert_int_equal(machine_alternatives(machine, 1), 0);
        assert_false(machine_thread_finished(machine, 1));
        assert_int_equal(test.program->positions.data[machine_pending(machine, 1).position].line, FIRST_LINE + 1);
        machine_step(machine, (Choice){.thread = 0}); // x = 3 is not what it waits for
        if (!strstr(loops[i], "x ==") && state_of(machine, 1) != THREAD_SPINNING)
            fail_msg("goes on too early: %s", loops[i]);
        test_finish(machine); // and then it is released
        assert_int_equal(machine_status(machine), MACHINE_EXITED);
        assert_int_equal(machine_exit_status(machine), 1);
        machine_free(machine);
        test_unload(&test);
        text_free(&body);
    }
}

static void waiting_loops_for_ever(void **state)
{
    (void)state;
    assert_false_verdict(
        "static void *worker(void *p) {\nwhile (!flag) ;\nreturn p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); flag = 1; return 0; }\n",
        NULL, PROPERTY_DEADLOCK, 1, "no thread can go on");
    assert_false_verdict("static void *worker(void *p) { x = 1; while (!y) ; return p; }\n"
                         "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0);\nwhile (x != 2) ;\ny = 1; "
                         "return pthread_join(t, 0); }\n",
                         NULL, PROPERTY_DEADLOCK, 0, "no thread can go on"); // it is the last to stop
    assert_true_verdict(
        "static void *worker(void *p) { while (!flag) ; return p; }\n" // the process ends, and the loop with it
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); return 0; }\n",
        NULL);
    assert_true_verdict("static void *worker(void *p) { while (!x) sched_yield(); y = 1; return p; }\n"
                        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x = 1; while (!y) ; return "
                        "pthread_join(t, 0); }\n",
                        NULL);
}

// Loops that look at shared memory but come to an end by themselves.
static void loops_that_only_look_like_waiting(void **state)
{
    (void)state;
    static const char *const workers[] = {
        "static void *worker(void *p) { for (int i = 0; i < 3; i++) if (flag) return p; return p; }\n",
        "static void look(void) { int k = 0; while (1) { if (flag) return; if (k == 1) return; k++; } }\n"
        "static void *worker(void *p) { look(); look(); look(); return p; }\n",
        "static int depth(int k) { for (;;) { if (flag || k == 0) return 0; return depth(k - 1); } }\n"
        "static void *worker(void *p) { depth(4); return p; }\n",
        "static int count; static void *worker(void *p) { while (!flag && count++ < 3) ; return p; }\n",
        "static void *worker(void *p) { int tries[1] = {0}; int *volatile t = tries; while (!flag) { if (++*t == 3) "
        "return p; } return p; }\n",
        "static void *worker(void *p) { int k = 0; while (pthread_mutex_trylock(&m)) if (++k == 3) return p; "
        "pthread_mutex_unlock(&m); return p; }\n",
    };
    for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
        Text body = {0};
        text_append(&body, workers[i]);
        text_append(&body, "int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, worker, 0); "
                           "pthread_join(t, 0); flag = 1;\n"
                           "pthread_mutex_unlock(&m); return 0; }\n");
        assert_true_verdict(text_string(&body), NULL);
        text_free(&body);
    }
}

// Cycles of states end the search of a path: it goes on for ever, and nothing new follows.
static void endless_threads(void **state)
{
    (void)state;
    static const char *const workers[] = {
        "static void *worker(void *p) { for (;;) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } }\n",
        "static void *worker(void *p) { for (;;) x = 1; }\n",
        "static void *worker(void *p) { for (;;) { x = 1; x = 2; } }\n",
        "static void *worker(void *p) { int d; do { pthread_mutex_lock(&m); d = flag; pthread_mutex_unlock(&m); } while (!d); return p; }\n",
    };
    alarm(100);
    for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
        Text body = {0};
        text_append(&body, workers[i]);
        text_append(&body,
                    "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_mutex_lock(&m); y = x;\n"
                    "assert(y <= 2);\n"
                    "pthread_mutex_unlock(&m); return 0; }\n");
        assert_true_verdict(text_string(&body), NULL);
        text_free(&body);
    }
    alarm(0);
    assert_false_verdict(
        "static void *worker(void *p) { for (;;) { x = 1; x = 2; } }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); y = x;\nassert(y != 2);\nreturn 0; }\n",
        NULL, PROPERTY_ASSERTION, 2, "y != 2");
}

static void assumptions_hide_nothing(void **state)
{
    (void)state;
    TestProgram test;
    MachineOptions options;
    Machine *machine = create(&test, &options, "int main(void) { __VERIFIER_assume(x); assert(0); return 0; }\n");
    assert_int_equal(machine_status(machine), MACHINE_DISCARDED);
    machine_free(machine);
    test_unload(&test);
    assert_true_verdict("int main(void) { __VERIFIER_assume(x); assert(0); return 0; }\n", NULL);
    // The other thread goes on, and what it does could have happened before.
    assert_false_verdict("static void *worker(void *p) { x = 1; __VERIFIER_assume(0); return p; }\n"
                         "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); y = 1;\nassert(!x);\nreturn "
                         "pthread_join(t, 0); }\n",
                         NULL, PROPERTY_ASSERTION, 2, "!x");
    assert_false_verdict(
        "static void *worker(void *p) { x = 1;\nassert(!y);\nreturn p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); y = 1; __VERIFIER_assume(0); return 0; }\n",
        NULL, PROPERTY_ASSERTION, 1, "!y");
    assert_true_verdict("static void *worker(void *p) { x = 1; return p; }\n"
                        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); __VERIFIER_assume(x == 1); "
                        "pthread_join(t, 0);\n"
                        "assert(x == 1); return 0; }\n",
                        NULL);
    // Waiting for a lock of a thread that goes nowhere is no deadlock.
    assert_true_verdict(
        "static void *worker(void *p) { pthread_mutex_lock(&m); __VERIFIER_assume(0); pthread_mutex_unlock(&m); return "
        "p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_mutex_lock(&m); return 0; }\n",
        NULL);
}

static void atomic_sections(void **state)
{
    (void)state;
    static const char sections[] =
        "static void *worker(void *p) { __VERIFIER_atomic_begin(); x = 1; x = 2; __VERIFIER_atomic_end(); return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); y = x;\nassert(y != 1);\nreturn "
        "pthread_join(t, 0); }\n";
    assert_true_verdict(sections, NULL);
    assert_true_verdict("static void __VERIFIER_atomic_both(void) { x = 1; x = 2; }\n"
                        "static void *worker(void *p) { __VERIFIER_atomic_both(); return p; }\n"
                        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); y = x;\nassert(y != "
                        "1);\nreturn pthread_join(t, 0); }\n",
                        NULL);
    // Also around an operation with several outcomes.
    static const char allocates[] =
        "static void *worker(void *p) { x = 5; return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); __VERIFIER_atomic_begin(); int before = x;\n"
        "void *block = malloc(4); int after = x; __VERIFIER_atomic_end();\nassert(before == after);\n"
        "free(block); return pthread_join(t, 0); }\n";
    assert_true_verdict(allocates, "--malloc-may-fail");
    static const char creates[] =
        "static void *worker(void *p) { x = 5; return p; }\n"
        "int main(void) { pthread_t t; if (pthread_create(&t, 0, worker, 0)) return 0; pthread_t u; "
        "__VERIFIER_atomic_begin();\n"
        "int before = x; int failed = pthread_create(&u, 0, worker, 0); int after = x; __VERIFIER_atomic_end();\n"
        "assert(before == after);\nreturn failed ? 0 : pthread_join(u, 0); }\n";
    assert_true_verdict(creates, "--create-may-fail");
}

static void operations_with_several_outcomes(void **state)
{
    (void)state;
    assert_false_verdict("int main(void) { int *p = malloc(4);\n*p = 1;\nreturn 0; }\n", "--malloc-may-fail",
                         PROPERTY_MEMORY, 1, "null");
    assert_true_verdict("int main(void) { int *p = malloc(4); *p = 1; return 0; }\n", NULL);
    assert_false_verdict(
        "static void *worker(void *p) { return p; }\n"
        "int main(void) { pthread_t t; int failed = pthread_create(&t, 0, worker, 0);\nassert(!failed);\nreturn 0; }\n",
        "--create-may-fail", PROPERTY_ASSERTION, 2, "!failed");
    // Growing a block that others can reach, both when it works and when it does not.
    static const char grows[] =
        "static void *worker(void *p) { int *larger = realloc(shared, 8); if (larger) { shared = larger; x = 1; } else "
        "y = 1; return p; }\n"
        "int main(void) { shared = malloc(4); if (!shared) return 0; pthread_t t; pthread_create(&t, 0, worker, 0);\n"
        "pthread_join(t, 0);\nassert(%s);\nreturn 0; }\n";
    static const char *const ends[] = {"!x", "!y"};
    for (int i = 0; i < 2; i++) {
        Text body = {0};
        text_format(&body, grows, ends[i]);
        assert_false_verdict(text_string(&body), "--malloc-may-fail", PROPERTY_ASSERTION, 3, ends[i]);
        text_free(&body);
    }
}

static void copies_inside_shared_memory(void **state)
{
    (void)state;
    // Overlapping, forward and backward; another thread can look in between.
    assert_true_verdict("char s[24] = \"abcdefghijklmnopqrstuvw\"; static void *worker(void *p) { memmove(s, s + 4, "
                        "12); memmove(s + 9, s + 8, 10);\n"
                        "memmove(s + 3, s + 2, 0); return p; }\n"
                        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0);\n"
                        "assert(!memcmp(s, \"efghijklmmnopmnopqrtuvw\", 24));\nreturn s[0] != 'e'; }\n",
                        NULL);
    assert_false_verdict("long s[3]; static void *worker(void *p) { memmove(s, s + 1, 16); flag = 1; return p; }\n"
                         "int main(void) { pthread_t t; s[0] = 1; s[1] = 2; s[2] = 3; pthread_create(&t, 0, worker, "
                         "0); long a = s[0], b = s[1];\n"
                         "assert(a + b != 4);\npthread_join(t, 0); return flag - 1; }\n",
                         NULL, PROPERTY_ASSERTION, 2, "a + b != 4");
    assert_false_verdict("long s[3]; static void *worker(void *p) { memmove(s + 1, s, 16); return p; }\n"
                         "int main(void) { pthread_t t; s[0] = 1; s[1] = 2; s[2] = 3; pthread_create(&t, 0, worker, "
                         "0); pthread_join(t, 0);\n"
                         "assert(s[2] != 2 || s[1] != 1);\nreturn 0; }\n",
                         NULL, PROPERTY_ASSERTION, 2, "s[2] != 2");
}

// What was never written stays unknown when it is copied to where others see it.
static void copies_of_unknown_bytes(void **state)
{
    (void)state;
    TestProgram test;
    MachineOptions options;
    Machine *machine = create(&test, &options,
                              "struct pair { int a, b; } g; static void *worker(void *p) { g.a++; return p; }\n"
                              "int main(void) { pthread_t t; struct pair *l = malloc(sizeof *l); l->a = 1; g = *l; "
                              "pthread_create(&t, 0, worker, 0);\n"
                              "pthread_join(t, 0); return g.a + g.b; }\n");
    test_finish(machine);
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    assert_int_equal(machine_exit_status(machine), 2);
    assert_int_equal(count, 1);
    assert_int_equal(inputs[0].origin, INPUT_UNINITIALISED);
    assert_string_equal(inputs[0].name, "g");
    machine_free(machine);
    test_unload(&test);
}

static void locks_held(void **state)
{
    (void)state;
    TestProgram test;
    MachineOptions options;
    Machine *machine = create(
        &test, &options,
        "static void *worker(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&m);\n"
        "x = 1; pthread_mutex_unlock(&n); return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x = 2; return pthread_join(t, 0); }\n");
    uint32_t count;
    const uint64_t *locks = machine_locks_held(machine, 1, &count);
    assert_int_equal(count, 0);
    uint64_t m = machine_pending(machine, 1).address;
    machine_step(machine, (Choice){.thread = 1});
    uint64_t n = machine_pending(machine, 1).address;
    machine_step(machine, (Choice){.thread = 1});
    locks = machine_locks_held(machine, 1, &count);
    assert_int_equal(count, 2);
    assert_int_equal(locks[0], m);
    assert_int_equal(locks[1], n);
    machine_step(machine, (Choice){.thread = 1});
    locks = machine_locks_held(machine, 1, &count);
    assert_int_equal(count, 1);
    assert_int_equal(locks[0], n);
    machine_locks_held(machine, 0, &count);
    assert_int_equal(count, 0);
    machine_free(machine);
    test_unload(&test);
}

static void races_in_a_state(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second;
        bool race;
    } cases[] = {
        {"x = 1;", "x = 2;", true},        {"x = 1;", "y = x;", true},
        {"y = x;", "x = 1;", true},        {"y = x;", "y = x;", false},
        {"x = 1;", "y = 2;", false},       {"z = 1;", "z = 2;", false},
        {"s[1] = 1;", "s[2] = 1;", false}, {"*(short *)&s[0] = 1;", "s[1] = 1;", true},
        {"z++;", "*(int *)&z = 1;", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text source = {0};
        text_format(&source,
                    TEST_HEADERS "int x, y; _Atomic int z; char s[4]; static void *a(void *p) { %s return p; }\n"
                                 "static void *b(void *p) {\n%s return p; }\n"
                                 "int main(void) { pthread_t t, u; x = y = z = s[0] = 1; pthread_create(&t, 0, a, 0);\n"
                                 "pthread_create(&u, 0, b, 0); pthread_join(t, 0); return pthread_join(u, 0); }\n",
                    cases[i].first, cases[i].second);
        TestProgram test = test_load(text_string(&source));
        MachineOptions options = test_machine_options(&test);
        Machine *machine = machine_create(test.program, &options);
        Violation race;
        if (machine_find_race(machine, &race) != cases[i].race)
            fail_msg("%s || %s", cases[i].first, cases[i].second);
        if (cases[i].race)
            assert_int_equal(race.property, PROPERTY_RACE);
        machine_free(machine);
        test_unload(&test);
        text_free(&source);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_wakes_any_of_the_waiters),
        cmocka_unit_test(waits_that_end_without_a_signal),
        cmocka_unit_test(rounds_of_waits_come_to_an_end),
        cmocka_unit_test(spurious_wakeups_are_no_signals),
        cmocka_unit_test(deadlocks_of_each_kind),
        cmocka_unit_test(waiting_loops_block),
        cmocka_unit_test(waiting_loops_for_ever),
        cmocka_unit_test(loops_that_only_look_like_waiting),
        cmocka_unit_test(endless_threads),
        cmocka_unit_test(assumptions_hide_nothing),
        cmocka_unit_test(atomic_sections),
        cmocka_unit_test(operations_with_several_outcomes),
        cmocka_unit_test(copies_inside_shared_memory),
        cmocka_unit_test(copies_of_unknown_bytes),
        cmocka_unit_test(locks_held),
        cmocka_unit_test(races_in_a_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
