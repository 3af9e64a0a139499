// Programs under test: written to a temporary file, loaded, run or verified, removed. Include cmocka.h first.
#ifndef RADDLE_TEST_LOAD_PROGRAM_H
#define RADDLE_TEST_LOAD_PROGRAM_H

#include "analysis/facts.h"
#include "engine/answer.h"
#include "engine/driver.h"
#include "engine/table.h"
#include "front/front.h"
#include "machine/machine.h"
#include "temporary_file.h"

enum { TEST_STEP_LIMIT = 100000 };

// What most programs under test begin with, on one line so that the lines of the rest are easy to count.
#define TEST_HEADERS "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n"
enum { TEST_HEADER_LINES = 4 };

typedef struct TestProgram {
    Program *program;
    Facts *facts;
} TestProgram;

// Of programs whose warnings do not matter.
static inline FrontOptions test_front_options(const char *const *files, uint32_t count)
{
    static const char *const arguments[] = {"-w"};
    return (FrontOptions){.files = files, .file_count = count, .clang_arguments = arguments, .clang_argument_count = 1};
}

// Ends the test if the program cannot be loaded.
static inline Program *test_front_load(const FrontOptions *options)
{
    Text errors = {0};
    Program *program = front_load(options, &errors);
    if (!program)
        fail_msg("%s could not be loaded: %s", options->files[0], text_string(&errors));
    text_free(&errors);
    return program;
}

static inline Program *test_load_files(const char *const *files, uint32_t count, const char *data_model)
{
    FrontOptions options = test_front_options(files, count);
    options.data_model = data_model;
    return test_front_load(&options);
}

static inline TestProgram test_load_for(const char *source, const char *data_model)
{
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", source);
    const char *files[] = {path};
    Program *program = test_load_files(files, 1, data_model);
    unlink(path);
    return (TestProgram){program, facts_compute(program)};
}

static inline TestProgram test_load(const char *source)
{
    return test_load_for(source, NULL);
}

// With two threads; `begin` and `end` are what main does before them and after them.
static inline TestProgram test_load_threads(const char *prelude, const char *begin, const char *one, const char *two,
                                            const char *end)
{
    Text text = {0};
    text_format(&text,
                "%svoid *one(void *unused) { %s return unused; }\nvoid *two(void *unused) { %s return unused; }\n"
                "int main(void) { pthread_t t, v; %s pthread_create(&t, 0, one, 0);\n"
                "pthread_create(&v, 0, two, 0); pthread_join(t, 0); pthread_join(v, 0); %s return 0; }\n",
                prelude, one, two, begin, end);
    TestProgram test = test_load(text_string(&text));
    text_free(&text);
    return test;
}

static inline void test_unload(TestProgram *test)
{
    facts_free(test->facts);
    program_free(test->program);
}

static inline MachineOptions test_machine_options(const TestProgram *test)
{
    return (MachineOptions){.properties = PROPERTY_MASK_DEFAULT,
                            .facts = test->facts,
                            .bounds = WITHOUT_BOUNDS,
                            .instruction_limit = UINT64_MAX,
                            .keep_output = true};
}

// Steps the lowest thread that can go on until the run ends.
static inline void test_finish(Machine *machine)
{
    for (int step = 0; machine_status(machine) == MACHINE_RUNNING; step++) {
        assert_true(step < TEST_STEP_LIMIT);
        uint32_t thread = 0;
        while (!machine_alternatives(machine, thread))
            thread++;
        machine_step(machine, (Choice){.thread = thread});
    }
}

// Runs to a normal end and returns the exit status.
static inline int test_run(const TestProgram *test)
{
    MachineOptions options = test_machine_options(test);
    Machine *machine = machine_create(test->program, &options);
    test_finish(machine);
    if (machine_status(machine) != MACHINE_EXITED)
        fail_msg("status %d: %s", (int)machine_status(machine), machine_unknown_reason(machine));
    int status = machine_exit_status(machine);
    machine_free(machine);
    return status;
}

// The line of the violation, from the machine that found it.
static inline uint32_t test_violated_line(const Machine *machine)
{
    return machine_program(machine)->positions.data[machine_violation(machine)->position].line;
}

// Verifies with the options of the command line; the caller frees the verdict. `driven`: as the user would, with what
// is asked of every engine's answer.
static inline Verdict test_ask_engine(const TestProgram *test, const Engine *engine, bool driven, int count,
                                      const char *const *arguments)
{
    Options options;
    Text error = {0};
    InputPlan inputs = {0};
    Limits limits;
    options_initialize(&options, COMMAND_CHECK);
    if (!options_parse(&options, count, arguments, &error))
        fail_msg("%s", text_string(&error));
    for (uint32_t i = 0; i < options.input.count; i++)
        assert_true(input_plan_add(&inputs, options.input.data[i], &error));
    limits_start(&limits, options.timeout, options.memory_limit);
    TraceProgram origin = {.data_model = "host",
                           .bounds = bounds_of(&options),
                           .properties = options.property,
                           .rules = rules_of(&options)};
    EngineTask task = {.program = test->program, .options = &options, .origin = &origin, .limits = &limits};
    task.machine = (MachineOptions){.properties = options.property,
                                    .facts = test->facts,
                                    .inputs = &inputs,
                                    .limits = &limits,
                                    .reached = driven ? reached_create(test->program->positions.count, test->program->cover.count) : NULL,
                                    .rules = origin.rules,
                                    .bounds = origin.bounds,
                                    .instruction_limit = UINT64_MAX};
    Verdict verdict = {0};
    if (driven)
        engine_verify(engine, &task, &verdict);
    else
        engine_answer(engine, &task, &verdict);
    reached_free(task.machine.reached);
    input_plan_free(&inputs);
    options_free(&options);
    text_free(&error);
    return verdict;
}

static inline Verdict test_verify_with(const TestProgram *test, const char *engine, bool driven, int count,
                                       const char *const *arguments)
{
    const Engine *found = engine_find(engine);
    assert_non_null(found);
    return test_ask_engine(test, found, driven, count, arguments);
}

static inline Verdict test_verify(const TestProgram *test, const char *engine, int count, const char *const *arguments)
{
    return test_verify_with(test, engine, false, count, arguments);
}

#define TEST_VERIFY(test, engine, ...)                                                                       \
    test_verify(test, engine, (int)(sizeof((const char *[]){NULL, __VA_ARGS__}) / sizeof(const char *)) - 1, \
                (const char *[]){NULL, __VA_ARGS__} + 1)

#endif
