// Which memory is accessed under a lock only, and what machines do with it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "run/guarding.h"
#include "engine_task.h"

static const char source[] =
    TEST_HEADERS "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;\n"
                 "pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;\n"
                 "long guarded, unguarded, either, read_only_held, at_first; int *block; long seldom;\n"
                 "extern int __VERIFIER_nondet_int(void);\n"
                 "static void *work(void *argument) {\n"
                 "    long mine = 0;\n"
                 "    pthread_mutex_lock(&lock);\n"
                 "    guarded += 2; at_first++; *block += 1; seldom++; mine += guarded;\n"
                 "    pthread_mutex_unlock(&lock);\n"
                 "    unguarded = 1;\n"
                 "    pthread_mutex_lock(argument ? &lock : &other);\n"
                 "    either++;\n"
                 "    pthread_mutex_unlock(argument ? &lock : &other);\n"
                 "    pthread_rwlock_rdlock(&shared);\n"
                 "    read_only_held++;\n"
                 "    pthread_rwlock_unlock(&shared);\n"
                 "    if (__VERIFIER_nondet_int() == 12345) seldom = 0;\n"
                 "    return 0;\n"
                 "}\n"
                 "int main(void) {\n"
                 "    pthread_t threads[2];\n"
                 "    block = malloc(sizeof *block); *block = 0; at_first = 1;\n"
                 "    pthread_create(&threads[0], 0, work, 0);\n"
                 "    pthread_create(&threads[1], 0, work, &lock);\n"
                 "    pthread_join(threads[0], 0);\n"
                 "    pthread_join(threads[1], 0);\n"
                 "    assert(guarded == 4); assert(at_first == 3);\n"
                 "    return 0;\n"
                 "}\n";

static uint64_t address_of(const Program *program, const char *name)
{
    for (uint32_t i = 0; i < program->globals.count; i++)
        if (!strcmp(program->globals.data[i].name, name))
            return program->globals.data[i].address;
    fail_msg("no global %s", name);
    return 0;
}

static uint64_t lock_of(const Guarding *guarding, uint64_t address)
{
    const uint64_t *lock = map_find(&guarding->guards.locks, address / GUARDED_BYTES);
    return lock ? *lock : 0;
}

static void watched_runs_tell_what_is_guarded(void **state)
{
    (void)state;
    TestProgram test = test_load(source);
    TestTask task;
    Guarding guarding;
    test_task_create(&task, &test);
    assert_true(guarding_find(&guarding, &task.task));
    uint64_t lock = address_of(test.program, "lock");
    assert_int_equal(lock_of(&guarding, address_of(test.program, "guarded")), lock);
    assert_int_equal(lock_of(&guarding, address_of(test.program, "at_first")), lock);
    assert_int_equal(lock_of(&guarding, address_of(test.program, "seldom")), lock);
    assert_int_equal(lock_of(&guarding, address_of(test.program, "unguarded")), 0);
    assert_int_equal(lock_of(&guarding, address_of(test.program, "either")), 0);
    assert_int_equal(lock_of(&guarding, address_of(test.program, "read_only_held")), 0);
    uint32_t blocks = 0;
    for (uint32_t i = 0; i < guarding.guards.locks.capacity; i++) {
        const MapEntry *entry = &guarding.guards.locks.entries[i];
        blocks += entry->used && entry->value == lock &&
                  entry->key * GUARDED_BYTES >= layout_region_base(&test.program->layout, REGION_THREAD);
    }
    assert_int_equal(blocks, 1); // the block, not the local variable
    guarding_free(&guarding);
    test_task_free(&task);
    test_unload(&test);
}

static void nothing_is_guarded_where_moments_matter(void **state)
{
    (void)state;
    TestProgram test = test_load(source);
    TestTask task;
    Guarding guarding;
    test_task_create(&task, &test);
    task.task.machine.rules.weak_memory = true;
    assert_false(guarding_find(&guarding, &task.task));
    guarding_free(&guarding);
    test_task_free(&task);
    test_unload(&test);
}

static uint32_t count_steps(const TestProgram *test, Guards *guards, MachineStatus expected)
{
    MachineOptions options = test_machine_options(test);
    options.guards = guards;
    Machine *machine = machine_create(test->program, &options);
    uint32_t steps = 0;
    for (; machine_status(machine) == MACHINE_RUNNING; steps++) {
        uint32_t thread = 0;
        while (!machine_alternatives(machine, thread))
            thread++;
        machine_step(machine, (Choice){.thread = thread});
    }
    assert_int_equal(machine_status(machine), expected);
    machine_free(machine);
    return steps;
}

// Nine accesses by each thread: two of guarded, at_first, *block and seldom each, one of the pointer to the block, and the
// last one of guarded.
static void threads_do_not_stop_at_what_is_guarded(void **state)
{
    (void)state;
    TestProgram test = test_load(source);
    TestTask task;
    Guarding guarding;
    test_task_create(&task, &test);
    assert_true(guarding_find(&guarding, &task.task));
    guarding.guards.noting = true;
    uint32_t with = count_steps(&test, &guarding.guards, MACHINE_EXITED);
    uint32_t without = count_steps(&test, NULL, MACHINE_EXITED);
    assert_int_equal(guarding.guards.accesses.count, without - with);
    assert_true(without - with >= 9);
    guarding_free(&guarding);
    test_task_free(&task);
    test_unload(&test);
}

static void who_comes_without_the_lock_ends_the_run(void **state)
{
    (void)state;
    TestProgram test = test_load(source);
    Guarding guarding = {0};
    uint64_t word = address_of(test.program, "unguarded") / GUARDED_BYTES, lock = address_of(test.program, "lock");
    uint64_t beside = address_of(test.program, "guarded") / GUARDED_BYTES;
    *map_insert(&guarding.guards.locks, word) = lock;
    *map_insert(&guarding.guards.locks, beside) = lock;
    count_steps(&test, &guarding.guards, MACHINE_ESCAPED);
    assert_int_equal(guarding.guards.broken.count, 1);
    assert_int_equal(guarding.guards.broken.data[0], word);
    assert_true(guarding_correct(&guarding));
    assert_int_equal(lock_of(&guarding, word * GUARDED_BYTES), 0);
    assert_int_equal(lock_of(&guarding, beside * GUARDED_BYTES), lock);
    count_steps(&test, &guarding.guards, MACHINE_EXITED);
    // The second time the lock guards nothing any more.
    *map_insert(&guarding.guards.locks, word) = lock;
    count_steps(&test, &guarding.guards, MACHINE_ESCAPED);
    assert_true(guarding_correct(&guarding));
    assert_int_equal(lock_of(&guarding, beside * GUARDED_BYTES), 0);
    // Another process has met it: nobody knows where.
    assert_false(guarding_correct(&guarding));
    guarding_free(&guarding);
    test_unload(&test);
}

static void a_lock_held_to_read_guards_no_writes(void **state)
{
    (void)state;
    TestProgram test = test_load(source);
    Guarding guarding = {0};
    uint64_t word = address_of(test.program, "read_only_held") / GUARDED_BYTES;
    *map_insert(&guarding.guards.locks, word) = address_of(test.program, "shared");
    count_steps(&test, &guarding.guards, MACHINE_ESCAPED);
    assert_int_equal(guarding.guards.broken.data[0], word);
    guarding_free(&guarding);
    test_unload(&test);
}

static void searches_begin_again_without_what_is_not_guarded(void **state)
{
    (void)state;
    static const char *const engines[] = {"dpor", "ag", "lazy", "record", "uw"};
    static const char seldom[] =
        TEST_HEADERS "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; int x, y;\n"
                     "extern int __VERIFIER_nondet_int(void);\n"
                     "static void *work(void *a) {\n"
                     "    pthread_mutex_lock(&lock); x++; y++; pthread_mutex_unlock(&lock); return a; }\n"
                     "int main(void) {\n"
                     "    pthread_t t; int input = __VERIFIER_nondet_int();\n"
                     "    pthread_create(&t, 0, work, 0);\n"
                     "    if (input != 777) pthread_mutex_lock(&lock);\n"
                     "    assert(x == y);\n"
                     "    if (input != 777) pthread_mutex_unlock(&lock);\n"
                     "    return 0; }\n";
    TestProgram test = test_load(seldom);
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        Verdict verdict = TEST_VERIFY(&test, engines[i], "--property=assertion");
        assert_int_equal(verdict.answer, ANSWER_FALSE);
        assert_int_equal(verdict.counterexamples.data[0]->where.line, TEST_HEADER_LINES + 9);
        verdict_free(&verdict);
    }
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watched_runs_tell_what_is_guarded),
        cmocka_unit_test(nothing_is_guarded_where_moments_matter),
        cmocka_unit_test(threads_do_not_stop_at_what_is_guarded),
        cmocka_unit_test(who_comes_without_the_lock_ends_the_run),
        cmocka_unit_test(a_lock_held_to_read_guards_no_writes),
        cmocka_unit_test(searches_begin_again_without_what_is_not_guarded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
