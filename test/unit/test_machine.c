// Running programs: determinism, clones, what is visible, violations in words, output, limits.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "run/schedule.h"
#include "load_program.h"
#include "machine/state.h"

typedef struct EventLog {
    VECTOR(Event) events;
} EventLog;

static void keep_event(void *context, const Machine *machine, const Event *event)
{
    (void)machine;
    EventLog *log = context;
    vector_push(&log->events, *event);
    vector_last(&log->events).name = NULL;
}

static bool same_event(const Event *a, const Event *b)
{
    return a->kind == b->kind && a->thread == b->thread && a->index == b->index && a->position == b->position &&
           a->address == b->address && a->size == b->size && a->other == b->other && a->value == b->value &&
           a->previous == b->previous && a->atomic == b->atomic;
}

static bool same_state(const Machine *left, const Machine *right)
{
    uint64_t a[2], b[2];
    machine_fingerprint(left, a);
    machine_fingerprint(right, b);
    return a[0] == b[0] && a[1] == b[1] && machine_status(left) == machine_status(right) &&
           machine_event_count(left) == machine_event_count(right) &&
           machine_thread_count(left) == machine_thread_count(right);
}

static Choice random_choice(const Machine *machine, uint64_t *random)
{
    Choice choice;
    do {
        choice.thread = (uint32_t)(random_next(random) % machine_thread_count(machine));
    } while (!machine_alternatives(machine, choice.thread));
    choice.alternative = (uint32_t)(random_next(random) % machine_alternatives(machine, choice.thread));
    return choice;
}

static const char busy[] = TEST_HEADERS
    "#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\n"
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
    "int x, ready; int *box; __thread int own = 5;\n"
    "static void *consumer(void *a) { pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m);\n"
    "    x += *box + own; own++; free(box); pthread_mutex_unlock(&m); return a; }\n"
    "static void *producer(void *a) { int *p = malloc(sizeof *p); *p = __VERIFIER_nondet_int(); x++;\n"
    "    pthread_mutex_lock(&m); box = p; ready = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);\n"
    "    printf(\"%d\\n\", x); return a; }\n"
    "int main(void) { pthread_t t[2]; pthread_create(&t[0], 0, consumer, 0);\n"
    "    pthread_create(&t[1], 0, producer, 0); x++; pthread_join(t[0], 0); pthread_join(t[1], 0); return x; }\n";

static void same_choices_same_run(void **state)
{
    (void)state;
    TestProgram test = test_load(busy);
    InputPlan inputs = {.random = true, .seed = 3};
    MachineOptions options = test_machine_options(&test);
    options.inputs = &inputs;
    uint32_t ends[256] = {0}, kinds = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        EventLog logs[2] = {0};
        Machine *first = machine_create_observed(test.program, &options, keep_event, &logs[0]);
        Machine *second = machine_create_observed(test.program, &options, keep_event, &logs[1]);
        uint64_t random = seed;
        while (machine_status(first) == MACHINE_RUNNING) {
            Choice choice = random_choice(first, &random);
            for (uint32_t i = 0; i < machine_thread_count(first); i++)
                assert_int_equal(machine_alternatives(first, i), machine_alternatives(second, i));
            machine_step(first, choice);
            machine_step(second, choice);
            assert_true(same_state(first, second));
        }
        assert_int_equal(machine_status(first), MACHINE_EXITED);
        assert_int_equal(machine_exit_status(first), machine_exit_status(second));
        assert_int_equal(machine_instruction_count(first), machine_instruction_count(second));
        assert_string_equal(text_string(machine_output(first, 1)), text_string(machine_output(second, 1)));
        assert_int_equal(logs[0].events.count, logs[1].events.count);
        assert_int_equal(logs[0].events.count, machine_event_count(first));
        for (uint32_t i = 0; i < logs[0].events.count; i++)
            assert_true(same_event(&logs[0].events.data[i], &logs[1].events.data[i]));
        kinds += !ends[machine_exit_status(first) & 255]++;
        machine_free(first);
        machine_free(second);
        vector_free(&logs[0].events);
        vector_free(&logs[1].events);
    }
    assert_true(kinds > 1); // the schedules were not all the same
    test_unload(&test);
}

static void watching_changes_nothing(void **state)
{
    (void)state;
    TestProgram test = test_load(busy);
    MachineOptions options = test_machine_options(&test);
    for (uint64_t seed = 0; seed < 10; seed++) {
        EventLog log = {0};
        Machine *watched = machine_create_observed(test.program, &options, keep_event, &log);
        Machine *alone = machine_create(test.program, &options);
        uint64_t random = seed;
        while (machine_status(watched) == MACHINE_RUNNING) {
            Choice choice = random_choice(watched, &random);
            machine_step(watched, choice);
            machine_step(alone, choice);
            assert_int_equal(machine_status(watched), machine_status(alone));
            assert_int_equal(machine_event_count(watched), machine_event_count(alone));
        }
        assert_int_equal(machine_exit_status(watched), machine_exit_status(alone));
        machine_free(watched);
        machine_free(alone);
        vector_free(&log.events);
    }
    test_unload(&test);
}

// At every step of a run: a clone goes its own way while the original stays, and the other way round.
static void clones_are_independent(void **state)
{
    (void)state;
    TestProgram test = test_load(busy);
    MachineOptions options = test_machine_options(&test);
    for (uint64_t seed = 0; seed < 5; seed++) {
        Machine *machine = machine_create(test.program, &options);
        uint64_t random = seed, fingerprint[2], now[2];
        while (machine_status(machine) == MACHINE_RUNNING) {
            Machine *wanderer = machine_clone(machine), *keeper = machine_clone(machine);
            assert_true(same_state(machine, wanderer));
            machine_fingerprint(machine, fingerprint);
            uint64_t other = seed + 99;
            while (machine_status(wanderer) == MACHINE_RUNNING)
                machine_step(wanderer, random_choice(wanderer, &other));
            machine_fingerprint(machine, now);
            assert_memory_equal(fingerprint, now, sizeof now);
            machine_free(wanderer);
            Choice choice = random_choice(machine, &random);
            machine_step(machine, choice);
            machine_fingerprint(keeper, now);
            assert_memory_equal(fingerprint, now, sizeof now);
            machine_step(keeper, choice); // the clone can do what the original did
            assert_true(same_state(machine, keeper));
            assert_string_equal(text_string(machine_output(machine, 1)), text_string(machine_output(keeper, 1)));
            machine_free(machine);
            machine = keeper; // and go on when the original is gone
        }
        assert_int_equal(machine_status(machine), MACHINE_EXITED);
        machine_free(machine);
    }
    test_unload(&test);
}

static uint64_t count_interleavings(const char *source)
{
    TestProgram test = test_load(source);
    Verdict verdict = TEST_VERIFY(&test, "enumerate");
    uint64_t count = verdict.statistics.interleavings;
    assert_int_equal(verdict.answer, ANSWER_TRUE);
    assert_false(verdict.bounded);
    verdict_free(&verdict);
    test_unload(&test);
    return count;
}

static uint64_t two_threads(const char *first, int m, const char *second, int n)
{
    Text source = {0};
    text_append(&source, TEST_HEADERS
                "int x, y; _Atomic int z; pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;\nstatic void *a(void *p) {");
    for (int i = 0; i < m; i++)
        text_format(&source, " %s", first);
    text_append(&source, " return p; }\nstatic void *b(void *p) {");
    for (int i = 0; i < n; i++)
        text_format(&source, " %s", second);
    text_append(&source, " return p; }\nint main(void) { pthread_t s, t; x = y = 1; pthread_create(&s, 0, a, 0); "
                         "pthread_create(&t, 0, b, 0);\n"
                         "pthread_join(s, 0); pthread_join(t, 0); return 0; }\n");
    uint64_t count = count_interleavings(text_string(&source));
    text_free(&source);
    return count;
}

static uint64_t binomial(uint64_t n, uint64_t k)
{
    uint64_t result = 1;
    for (uint64_t i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

static void interleavings_of_two_threads(void **state)
{
    (void)state;
    for (int m = 0; m <= 4; m++)
        for (int n = m; n <= 4; n++)
            assert_int_equal(two_threads("x = 1;", m, "x = 2;", n), binomial((uint64_t)(m + n), (uint64_t)m));
    assert_int_equal(two_threads("x = 1;", 6, "x = 2;", 6), 924);
    assert_int_equal(two_threads("x++;", 2, "y++;", 1),
                     binomial(6, 2)); // a read and a write each, though of different variables
    assert_int_equal(two_threads("z++;", 3, "z++;", 2), binomial(5, 2)); // one step each
    assert_int_equal(two_threads("int k = 3; k++;", 1, "x = 1;", 3), 1); // locals are nobody's business
}

static void interleavings_with_locks(void **state)
{
    (void)state;
    // Two sections exclude each other; inside one the other thread can only wait.
    assert_int_equal(two_threads("pthread_mutex_lock(&l); x++; pthread_mutex_unlock(&l);", 1,
                                 "pthread_mutex_lock(&l); x++; pthread_mutex_unlock(&l);", 1),
                     2);
    // lock, read, write, unlock against one write: it goes before, between or behind.
    assert_int_equal(two_threads("pthread_mutex_lock(&l); x++; pthread_mutex_unlock(&l);", 1, "x = 1;", 1), 5);
}

// The process ends while others still run: they may do something before, or not.
static void process_exit_is_a_choice(void **state)
{
    (void)state;
    // main reads and exits, the thread writes: write-read-exit, read-write-exit, read-exit.
    assert_int_equal(count_interleavings(TEST_HEADERS
                                         "int x; static void *a(void *p) { x = 1; return p; }\n"
                                         "int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); return x; }\n"),
                     3);
    TestProgram test =
        test_load(TEST_HEADERS "int x; static void *a(void *p) {\n"
                               "x = 1; assert(x == 0);\n"
                               "return p; }\n"
                               "int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); x = 0; return 0; }\n");
    Verdict verdict = TEST_VERIFY(&test, "enumerate");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.data[0]->where.line, 6);
    verdict_free(&verdict);
    test_unload(&test);
}

static const Event *find_event(const EventLog *log, EventKind kind, uint64_t value)
{
    for (uint32_t i = 0; i < log->events.count; i++)
        if (log->events.data[i].kind == kind && log->events.data[i].value == value)
            return &log->events.data[i];
    return NULL;
}

static void objects_become_visible_when_published(void **state)
{
    (void)state;
    TestProgram test =
        test_load(TEST_HEADERS "struct node { struct node *next; int n; } *list; int *number;\n"
                               "static void *worker(void *p) { *(int *)p = 901; return list && number ? p : 0; }\n"
                               "int main(void) { pthread_t t; int local = 0, kept = 0; int *own = &kept;\n"
                               "pthread_create(&t, 0, worker, &local); local = 902; *own = 101;\n"
                               "struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);\n"
                               "a->next = b; a->n = 102; b->next = 0; b->n = 103;\n"
                               "list = a; b->n = 903; a->n = 904; *own = 104;\n"
                               "int *c = malloc(sizeof *c); *c = 105; number = c; *c = 906;\n"
                               "pthread_join(t, 0); return 0; }\n");
    MachineOptions options = test_machine_options(&test);
    EventLog log = {0};
    Machine *machine = machine_create_observed(test.program, &options, keep_event, &log);
    test_finish(machine);
    assert_int_equal(machine_status(machine), MACHINE_EXITED);
    for (uint64_t hidden = 101; hidden <= 105; hidden++)
        assert_null(find_event(&log, EVENT_write, hidden));
    static const uint64_t seen[] = {901, 902, 903, 904, 906};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        assert_non_null(find_event(&log, EVENT_write, seen[i]));
    assert_int_equal(find_event(&log, EVENT_write, 901)->thread, 1);
    assert_int_equal(find_event(&log, EVENT_write, 902)->thread, 0);
    assert_int_equal(find_event(&log, EVENT_write, 904)->previous, 102);
    machine_free(machine);
    vector_free(&log.events);
    test_unload(&test);
}

// An address that travels byte by byte is not followed; that it did is noticed where it is used.
static void assembled_addresses(void **state)
{
    (void)state;
    TestProgram test = test_load(
        TEST_HEADERS
        "unsigned char bytes[sizeof(int *)]; int ready;\n"
        "static void *worker(void *p) { int *q; unsigned char *to = (unsigned char *)&q;\n"
        "    if (!ready) return p; for (unsigned i = 0; i < sizeof q; i++) to[i] = bytes[i]; *q = 5; return p; }\n"
        "int main(void) { pthread_t t; int local = 1; int *p = &local; unsigned char *from = (unsigned char *)&p;\n"
        "    *p = 2; for (unsigned i = 0; i < sizeof p; i++) bytes[i] = from[i]; *p = 2;\n"
        "    pthread_create(&t, 0, worker, 0); ready = 1; *p = 2; pthread_join(t, 0);\n"
        "    assert(local == 2);\n    return 0; }\n");
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options);
    test_finish(machine);
    assert_int_equal(machine_status(machine), MACHINE_ESCAPED);
    machine_free(machine);
    options.rules.share_everything = true;
    machine = machine_create(test.program, &options);
    test_finish(machine);
    assert_int_equal(machine_status(machine), MACHINE_VIOLATION);
    assert_int_equal(test_violated_line(machine), 11);
    machine_free(machine);
    Verdict verdict = TEST_VERIFY(&test, "enumerate");
    assert_int_equal(verdict.answer, ANSWER_FALSE);
    assert_int_equal(verdict.counterexamples.data[0]->where.line, 11);
    assert_true(verdict.counterexamples.data[0]->program.rules.share_everything);
    verdict_free(&verdict);
    test_unload(&test);
}

static void violations_in_words(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        Property property;
        const char *message;
    } cases[] = {
        {"int *p = 0; *p = 1;", PROPERTY_MEMORY, "write through a null pointer"},
        {"struct { int a, b; } *p = 0; n = p->b;", PROPERTY_MEMORY,
         "read through a null pointer (member or element of it)"},
        {"n = *(int *)0x123456789;", PROPERTY_MEMORY, "read through a wild pointer (0x123456789)"},
        {"array[n + 4] = 1;", PROPERTY_MEMORY, "index outside of the array"},
        {"int *p = array; p[n + 4] = 1;", PROPERTY_MEMORY,
         "write of 4 bytes out of bounds: offset 16 of 'array', which has 16 bytes"},
        {"int *p = array; n = p[n - 1];", PROPERTY_MEMORY, "read of 4 bytes out of bounds: "},
        {"char *p = malloc(3); p[3] = 1;", PROPERTY_MEMORY, "write of 1 byte out of bounds: offset 3 of "},
        {"int *p = malloc(4); free(p); *p = 1;", PROPERTY_MEMORY, "write of memory after it was freed (freed at "},
        {"int *p = malloc(4); free(p); free(p);", PROPERTY_MEMORY, "free of memory that was already freed at "},
        {"int *p = malloc(8); free(p + 1);", PROPERTY_MEMORY,
         "free of a pointer into the middle of a block (offset 4)"},
        {"free(array);", PROPERTY_MEMORY, "free of a pointer that malloc did not return"},
        {"n = *dangling() + *dangling();", PROPERTY_MEMORY, "read of a local variable whose function has returned"},
        {"int *p = dangling(); deep(3); *p = 1;", PROPERTY_MEMORY,
         "write of a local variable whose function has returned"},
        {"((char *)fixed)[0] = 'x';", PROPERTY_MEMORY, "write to 'fixed', which is constant"},
        {"void (*f)(void) = 0; f();", PROPERTY_MEMORY, "call through a null function pointer"},
        {"void (*f)(void) = (void (*)(void))array; f();", PROPERTY_MEMORY,
         "call through a pointer that is not a function"},
        {"n = 5 / n;", PROPERTY_DIVISION, "division by zero"},
        {"n = (-2147483647 - 1) / (n - 1);", PROPERTY_DIVISION, "-2147483648 / -1 does not fit"},
        {"n = 1 << (n + 32);", PROPERTY_DIVISION, "shift by 32, which is not below the width of 32 bits"},
        {"n = 1 >> (n - 1);", PROPERTY_DIVISION, "shift by -1"},
        {"assert(n == 1);", PROPERTY_ASSERTION, "assertion 'n == 1' fails"},
        {"reach_error();", PROPERTY_ASSERTION, "reach_error is called"},
        {"__CPROVER_assert(n, \"n is set\");", PROPERTY_ASSERTION, "assertion fails: n is set"},
        {"pthread_mutex_unlock(&m);", PROPERTY_LOCK, "unlock of a mutex that is not locked"},
        {"pthread_mutex_lock(&m); pthread_mutex_destroy(&m);", PROPERTY_LOCK, "destroy of a mutex that is locked"},
        {"pthread_mutex_destroy(&m); pthread_mutex_lock(&m);", PROPERTY_LOCK,
         "pthread_mutex_lock on an object that was destroyed"},
        {"pthread_mutex_t l; pthread_mutex_lock(&l);", PROPERTY_LOCK,
         "pthread_mutex_lock on an object that was never initialised"},
        {"pthread_join(n + 9, 0);", PROPERTY_LOCK, "pthread_join of a value that is no thread"},
        {"pthread_mutex_lock(&m); pthread_mutex_lock(&m);", PROPERTY_DEADLOCK, "deadlock: main waits for main"},
        {"pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);",
         PROPERTY_DEADLOCK, "no thread can go on: main waits at "},
        {"n = 2147483647 + array[0]; n = n + 1;", PROPERTY_OVERFLOW,
         "signed overflow: 2147483647 + 1 does not fit in 32 bits"},
        {"int *p = malloc(12); p[0] = 1; p = 0;", PROPERTY_LEAK, "12 bytes allocated here are never freed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text source = {0};
        text_format(&source,
                    TEST_HEADERS
                    "extern void reach_error(void), __CPROVER_assert(int, const char *); int n, array[4];\n"
                    "const char fixed[] = \"abc\"; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                    "static int *dangling(void) { int local = 1; int *volatile p = &local; return p; }\n"
                    "static int deep(int k) { int local = k; int *volatile p = &local; return k ? deep(k - 1) : *p; }\n"
                    "int main(void) {\n"
                    "%s\n"
                    "deep(1); return 0; }\n",
                    cases[i].body);
        char path[TEST_PATH_SIZE];
        test_write_file(path, ".c", text_string(&source));
        const char *files[] = {path};
        FrontOptions front = test_front_options(files, 1);
        front.check_overflow = true;
        TestProgram test = {.program = test_front_load(&front)};
        test.facts = facts_compute(test.program);
        MachineOptions options = test_machine_options(&test);
        options.properties = PROPERTY_MASK_ALL;
        Machine *machine = machine_create(test.program, &options);
        test_finish(machine);
        if (machine_status(machine) != MACHINE_VIOLATION)
            fail_msg("status %d of %s", (int)machine_status(machine), cases[i].body);
        const Violation *violation = machine_violation(machine);
        if (strncmp(violation->message, cases[i].message, strlen(cases[i].message)))
            fail_msg("'%s' for %s", violation->message, cases[i].body);
        assert_int_equal(violation->property, cases[i].property);
        assert_int_equal(test_violated_line(machine), 10);
        machine_free(machine);
        options.properties = PROPERTY_MASK_ALL & ~PROPERTY_BIT(cases[i].property); // not asked for: not reported
        machine = machine_create(test.program, &options);
        test_finish(machine);
        assert_true(machine_status(machine) == MACHINE_EXITED || machine_status(machine) == MACHINE_DISCARDED);
        machine_free(machine);
        test_unload(&test);
        text_free(&source);
        unlink(path);
    }
}

static void output_is_captured(void **state)
{
    (void)state;
    TestProgram test = test_load("#include <stdio.h>\nint main(void) { printf(\"%d %s|\", 7, \"x\"); puts(\"line\");\n"
                                 "fprintf(stderr, \"%5.2f\\n\", 1.5); putchar('c'); return 0; }\n");
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options), *copy;
    assert_string_equal(text_string(machine_output(machine, 1)), "7 x|line\nc");
    assert_string_equal(text_string(machine_output(machine, 2)), " 1.50\n");
    copy = machine_clone(machine);
    machine_free(machine);
    assert_string_equal(text_string(machine_output(copy, 1)), "7 x|line\nc");
    assert_string_equal(text_string(machine_output(copy, 2)), " 1.50\n");
    machine_free(copy);
    options.keep_output = false;
    machine = machine_create(test.program, &options);
    assert_string_equal(text_string(machine_output(machine, 1)), "");
    machine_free(machine);
    test_unload(&test);
}

static void many_arguments(void **state)
{
    (void)state;
    Text source = {0}, expected = {0};
    text_append(&source, "#include <stdio.h>\nint main(void) { printf(\"");
    for (int i = 0; i < 300; i++)
        text_append(&source, "%d ");
    text_append(&source, "\"");
    for (int i = 0; i < 300; i++) {
        text_format(&source, ", %d", i);
        text_format(&expected, "%d ", i);
    }
    text_append(&source, "); return 0; }\n");
    TestProgram test = test_load(text_string(&source));
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options);
    assert_string_equal(text_string(machine_output(machine, 1)), text_string(&expected));
    machine_free(machine);
    test_unload(&test);
    text_free(&source);
    text_free(&expected);
}

static void unwinding_cuts(void **state)
{
    (void)state;
    TestProgram test = test_load("#include <string.h>\nint n; int main(void) { for (int i = 0; i < 10; i++) n++; "
                                 "return n + strlen(\"many letters\" + n); }\n");
    MachineOptions options = test_machine_options(&test);
    options.bounds.rounds = 5;
    Machine *machine = machine_create(test.program, &options);
    assert_int_equal(machine_status(machine), MACHINE_DISCARDED);
    assert_true(machine_cut(machine).loop);
    machine_free(machine);
    options.bounds.rounds = 11; // loops of the library's models are not counted
    machine = machine_create(test.program, &options);
    assert_int_equal(machine_status(machine), MACHINE_EXITED);
    assert_false(machine_cut(machine).loop);
    assert_int_equal(machine_exit_status(machine), 12);
    machine_free(machine);
    test_unload(&test);
}

static void run_on(Machine *machine)
{
    for (uint32_t i = 0; machine_status(machine) == MACHINE_RUNNING && i < machine_thread_count(machine);)
        if (machine_alternatives(machine, i)) {
            machine_step(machine, (Choice){i, 0});
            i = 0;
        } else {
            i++;
        }
}

// Loops that only the thread itself knows of go on to their end; the one that creates threads is cut, and so is the
// call that does.
static void bounds_spare_what_is_private(void **state)
{
    (void)state;
    TestProgram test = test_load("#include <pthread.h>\nint n, sum; void *f(void *p) { int own = 0; "
                                 "for (int i = 0; i < 50; i++) own += i; sum = own; return p; }\n"
                                 "int main(void) { pthread_t t; for (int i = 0; i < 50; i++) n += i;\n"
                                 "for (;;)\npthread_create(&t, 0, f, 0); }\n");
    MachineOptions options = test_machine_options(&test);
    options.bounds = (Bounds){.rounds = 3, .threads = NO_BOUND, .spare_private = true};
    Machine *machine = machine_create(test.program, &options);
    run_on(machine);
    assert_int_equal(machine_thread_count(machine), 4);
    assert_int_equal(test.program->positions.data[machine_cut(machine).loop - 1].line, 4);
    assert_false(machine_cut(machine).creation);
    for (uint32_t i = 1; i < 4; i++)
        assert_true(machine_thread_finished(machine, i));
    machine_free(machine);
    options.bounds = (Bounds){.rounds = NO_BOUND, .threads = 2};
    machine = machine_create(test.program, &options);
    run_on(machine);
    assert_int_equal(machine_thread_count(machine), 3);
    assert_int_equal(test.program->positions.data[machine_cut(machine).creation - 1].line, 5);
    machine_free(machine);
    test_unload(&test);
}

static void endless_runs_are_ended(void **state)
{
    (void)state;
    static const char *const sources[] = {
        "int n; int main(void) { for (;;) n++; }\n",
        "int n; static void f(void) { n++; } int main(void) { for (;;) f(); }\n",
        "int n; static void f(void) { n++; } int main(void) { f(); for (;;) f(); }\n",
        "int n; static void f(void) { n++; } int main(void) { void (*volatile g)(void) = f; for (;;) { g(); f(); } }\n",
        "int main(void) { void *volatile p = &&again; again: goto *p; }\n",
        "static int f(int n) { return n ? f(n - 1) + f(n - 1) : 1; } int main(void) { return f(60); }\n",
    };
    alarm(60);
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        TestProgram test = test_load(sources[i]);
        MachineOptions options = test_machine_options(&test);
        options.instruction_limit = 100000;
        Machine *machine = machine_create(test.program, &options);
        assert_int_equal(machine_status(machine), MACHINE_UNKNOWN);
        assert_string_equal(machine_unknown_reason(machine), "instruction limit");
        assert_true(machine_instruction_count(machine) < 1000000);
        machine_free(machine);
        test_unload(&test);
    }
    alarm(0);
    TestProgram test = test_load("static int f(int n) { return f(n + 1) + 1; } int main(void) { return f(0); }\n");
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options);
    assert_int_equal(machine_status(machine), MACHINE_UNKNOWN);
    assert_non_null(strstr(machine_unknown_reason(machine), "recursion deeper than 65536 calls, in function f, at "));
    machine_free(machine);
    test_unload(&test);
}

// Somebody has interrupted them before they began; so short a run does not look.
static void large_copies_look_at_limits(void **state)
{
    (void)state;
    static const struct {
        const char *statement;
        MachineStatus status;
    } cases[] = {
        {"memset(p, 1, 1 << 20);", MACHINE_EXITED},
        {"memcpy(q, p, 1 << 20); realloc(calloc(1, 1 << 20), 2 << 20);", MACHINE_EXITED},
        {"memset(p, 1, 9 << 20);", MACHINE_UNKNOWN},
        {"memcpy(q, p, 9 << 20);", MACHINE_UNKNOWN},
        {"memmove(p + 100, p, 8 << 20);", MACHINE_UNKNOWN},
        {"realloc(p, 10 << 20);", MACHINE_UNKNOWN},
    };
    atomic_bool interrupt = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text source = {0};
        text_format(&source,
                    "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n"
                    "char *p = calloc(1, 9 << 20), *q = calloc(1, 9 << 20);\n%s return q[5]; }\n",
                    cases[i].statement);
        TestProgram test = test_load(text_string(&source));
        MachineOptions options = test_machine_options(&test);
        Limits limits;
        limits_start(&limits, 0, 0);
        limits.interrupt = &interrupt;
        options.limits = &limits;
        Machine *machine = machine_create(test.program, &options);
        assert_int_equal(machine_status(machine), cases[i].status);
        if (cases[i].status == MACHINE_UNKNOWN)
            assert_non_null(strstr(machine_unknown_reason(machine), "interrupted"));
        machine_free(machine);
        test_unload(&test);
        text_free(&source);
    }
}

// Pieces of them, in the order in which nothing is copied that was written over.
static void large_copies_that_overlap(void **state)
{
    (void)state;
    TestProgram test = test_load("#include <stdlib.h>\n#include <string.h>\n"
                                 "enum { SIZE = 9 << 20, PAGE = 4096, FAR = 1000 };\n"
                                 "static char page(int i) { return (char)(i / PAGE * 7 + i / PAGE / 256); }\n"
                                 "static int count_wrong(const char *bytes) { int wrong = 0;\n"
                                 "for (int i = 0; i + 2 * FAR < SIZE; i += PAGE) wrong += bytes[i] != page(i);\n"
                                 "return wrong; }\n"
                                 "int main(void) { char *p = malloc(SIZE);\n"
                                 "for (int i = 0; i < SIZE; i += PAGE) memset(p + i, page(i), PAGE);\n"
                                 "memmove(p + FAR, p, SIZE - FAR); if (count_wrong(p + FAR)) return 1;\n"
                                 "memmove(p, p + FAR, SIZE - FAR); if (count_wrong(p)) return 2;\n"
                                 "p = realloc(p, 2 * SIZE); if (count_wrong(p)) return 3;\n"
                                 "memset(p + 1, 5, SIZE - 2);\n"
                                 "for (int i = 1; i < SIZE - 1; i += PAGE - 1) if (p[i] != 5) return 4;\n"
                                 "return p[0] || p[SIZE - 2] != 5 || p[SIZE - 1] == 5; }\n");
    assert_int_equal(test_run(&test), 0);
    test_unload(&test);
}

static void heap_without_room(void **state)
{
    (void)state;
    static const struct {
        const char *source, *model;
        MachineStatus status;
    } cases[] = {
        {"#include <stdlib.h>\nint main(void) { char *p = malloc(20 << 20); p[5] = 1; return 0; }\n", "ILP32",
         MACHINE_UNKNOWN},
        {"#include <stdlib.h>\nint main(void) { char *p = malloc(20 << 20); p[5] = 1; return 0; }\n", "LP64",
         MACHINE_EXITED},
        {"#include <stdlib.h>\nint main(void) { for (int i = 0; i < 70000; i++) { int *p = calloc(1, 4); *p = i; } "
         "return 0; }\n",
         "ILP32", MACHINE_UNKNOWN},
        {"#include <stdlib.h>\nint main(void) { for (int i = 0; i < 70000; i++) { int *p = malloc(4); *p = i; free(p); "
         "} return 0; }\n",
         "ILP32", MACHINE_EXITED},
        {"#include <stdlib.h>\nint main(void) { return malloc(3u << 30) || realloc(malloc(4), 3u << 30); }\n", "ILP32",
         MACHINE_EXITED},
        {"#include <stdlib.h>\n#include <errno.h>\nint main(void) { return malloc((size_t)1 << 60) || errno != ENOMEM; "
         "}\n",
         "LP64", MACHINE_EXITED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TestProgram test = test_load_for(cases[i].source, cases[i].model);
        MachineOptions options = test_machine_options(&test);
        Machine *machine = machine_create(test.program, &options);
        assert_int_equal(machine_status(machine), cases[i].status);
        assert_int_equal(machine_exit_status(machine), 0);
        if (cases[i].status == MACHINE_UNKNOWN)
            assert_non_null(strstr(machine_unknown_reason(machine), "the heap is exhausted at "));
        machine_free(machine);
        test_unload(&test);
    }
}

// What is written to the address that the last thread is about to write to, without the name of the file.
static void assert_pending_name(const char *source, const char *expected)
{
    TestProgram test = test_load(source);
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options);
    Text text = {0};
    while (machine_thread_count(machine) < 2)
        machine_step(machine, (Choice){.thread = 0});
    Pending pending = machine_pending(machine, 1);
    assert_int_equal(pending.kind, EVENT_write);
    machine_name_address(machine, pending.address, pending.size, &text);
    assert_memory_equal(text_string(&text), "heap(", 5);
    assert_string_equal(strrchr(text_string(&text), ':'), expected);
    text_free(&text);
    machine_free(machine);
    test_unload(&test);
}

#define WRITER(type, write) "static void *worker(void *p) { " type " *b = p; " write "; return p; }\n"
#define START(block) "pthread_t t; pthread_create(&t, 0, worker, " block "); pthread_join(t, 0); return 0; }\n"
#define NODE "struct node { long key; struct { char tag; int values[4]; } in; struct node *next; };\n"

static void blocks_are_named_by_what_points_to_them(void **state)
{
    (void)state;
    assert_pending_name(
        TEST_HEADERS NODE WRITER(
            "struct node", "b->in.values[2] = 1") "int main(void) { struct node *n = malloc(sizeof *n); " START("n"),
        ":7).in.values[2]");
    assert_pending_name(
        TEST_HEADERS NODE WRITER("struct node",
                                 "b[1].next = 0") "int main(void) { struct node *n = calloc(2, sizeof *n); " START("n"),
        ":7)[1].next");
    assert_pending_name(
        TEST_HEADERS NODE WRITER("struct node", "b->next = 0") "int main(void) { struct node *n = malloc(sizeof *n);\n"
                                                               "n->next = malloc(sizeof *n); " START("n->next"),
        ":8).next");
    assert_pending_name(
        TEST_HEADERS NODE WRITER(
            "struct node",
            "b->key = 0") "static struct node *make(void) { struct node *n = malloc(sizeof *n); return n; }\n"
                          "int main(void) { make(); struct node *n = make(); " START("n"),
        ":7)#2.key");
    // Nothing tells the type, or the type does not fill the block.
    assert_pending_name(
        TEST_HEADERS NODE WRITER("struct node", "b->in.tag = 0") "int main(void) { void *n = malloc(64); " START("n"),
        ":7)+8");
    assert_pending_name(TEST_HEADERS WRITER("int", "b[3] = 0") "int main(void) { long *n = malloc(18); " START("n"),
                        ":6)+12");
}

static void addresses_have_names(void **state)
{
    (void)state;
    TestProgram test =
        test_load(TEST_HEADERS "struct { int id; long balance; } accounts[3]; int *box;\n"
                               "static void *worker(void *p) { accounts[1].balance = 1; box[2] = 3; return p; }\n"
                               "int main(void) { pthread_t t; box = malloc(16); pthread_create(&t, 0, worker, 0); "
                               "return pthread_join(t, 0); }\n");
    MachineOptions options = test_machine_options(&test);
    Machine *machine = machine_create(test.program, &options);
    Text text = {0};
    Pending pending = machine_pending(machine, 1);
    assert_int_equal(pending.kind, EVENT_write);
    assert_true(pending.writes && !pending.atomic);
    assert_int_equal(pending.size, 8);
    assert_int_equal(test.program->positions.data[pending.position].line, 6);
    uint32_t type = machine_name_address(machine, pending.address, pending.size, &text);
    assert_string_equal(text_string(&text), "accounts[1].balance");
    assert_int_equal(test.program->types.data[type].kind, TYPE_SIGNED);
    machine_step(machine, (Choice){.thread = 1}); // the write, up to the read of box
    machine_step(machine, (Choice){.thread = 1});
    text_clear(&text);
    pending = machine_pending(machine, 1);
    type = machine_name_address(machine, pending.address, 4, &text);
    assert_non_null(strstr(text_string(&text), "heap("));
    assert_non_null(strstr(text_string(&text), ":7)[2]"));
    assert_int_equal(test.program->types.data[type].kind, TYPE_SIGNED);
    text_clear(&text);
    machine_name_address(machine, 0x10, 4, &text);
    assert_string_equal(text_string(&text), "0x10");
    text_free(&text);
    assert_true(machine_memory_bytes(machine) > 1000);
    machine_free(machine);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_choices_same_run),
        cmocka_unit_test(watching_changes_nothing),
        cmocka_unit_test(clones_are_independent),
        cmocka_unit_test(interleavings_of_two_threads),
        cmocka_unit_test(interleavings_with_locks),
        cmocka_unit_test(process_exit_is_a_choice),
        cmocka_unit_test(objects_become_visible_when_published),
        cmocka_unit_test(assembled_addresses),
        cmocka_unit_test(violations_in_words),
        cmocka_unit_test(output_is_captured),
        cmocka_unit_test(many_arguments),
        cmocka_unit_test(unwinding_cuts),
        cmocka_unit_test(bounds_spare_what_is_private),
        cmocka_unit_test(endless_runs_are_ended),
        cmocka_unit_test(large_copies_look_at_limits),
        cmocka_unit_test(large_copies_that_overlap),
        cmocka_unit_test(heap_without_room),
        cmocka_unit_test(blocks_are_named_by_what_points_to_them),
        cmocka_unit_test(addresses_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
