// The containers, the option table, properties, suggestions and limits.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <string.h>

#include "base/arena.h"
#include "base/escape.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/options.h"
#include "base/property.h"
#include "base/statistics.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/vector.h"
#include "cli/arguments.h"

static void vector_grows_and_shrinks(void **state)
{
    (void)state;
    VECTOR(int) numbers = {0};
    for (int i = 0; i < 1000; i++)
        vector_push(&numbers, i * i);
    assert_int_equal(numbers.count, 1000);
    assert_true(numbers.capacity >= 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers.data[i], i * i);
    assert_int_equal(vector_last(&numbers), 999 * 999);
    assert_int_equal(vector_pop(&numbers), 999 * 999);
    assert_int_equal(numbers.count, 999);
    vector_resize(&numbers, 1500);
    assert_int_equal(numbers.data[998], 998 * 998);
    assert_int_equal(numbers.data[999], 0);
    assert_int_equal(numbers.data[1499], 0);
    vector_free(&numbers);
    assert_null(numbers.data);
    assert_int_equal(numbers.count, 0);
}

static void map_keeps_every_key(void **state)
{
    (void)state;
    Map map = {0};
    assert_null(map_find(&map, 0));
    for (uint64_t i = 0; i < 5000; i++)
        *map_insert(&map, i * 0x100000001u) = i + 7;
    assert_int_equal(map.count, 5000);
    for (uint64_t i = 0; i < 5000; i++) {
        uint64_t *value = map_find(&map, i * 0x100000001u);
        assert_non_null(value);
        assert_int_equal(*value, i + 7);
    }
    assert_null(map_find(&map, 3));
    *map_insert(&map, 0) = 1;
    assert_int_equal(map.count, 5000);
    assert_int_equal(*map_find(&map, 0), 1);
    *map_insert(&map, UINT64_MAX) = 2;
    assert_int_equal(*map_find(&map, UINT64_MAX), 2);
    map_free(&map);
    assert_null(map_find(&map, 0));
}

static void hash_depends_on_bytes_and_length(void **state)
{
    (void)state;
    assert_int_equal(hash_bytes("abcdefghij", 10, 1), hash_bytes("abcdefghij", 10, 1));
    assert_int_not_equal(hash_bytes("abcdefghij", 10, 1), hash_bytes("abcdefghij", 9, 1));
    assert_int_not_equal(hash_bytes("abcdefghij", 10, 1), hash_bytes("abcdefghik", 10, 1));
    assert_int_not_equal(hash_bytes("abc", 3, 1), hash_bytes("abc", 3, 2));
    assert_int_not_equal(hash_bytes("a\0", 2, 1), hash_bytes("a", 1, 1));
}

// Of the hash of a sequence, two small numbers that differ must not make up for each other, whatever came before.
static void hash_tells_short_sequences_apart(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        Map seen = {0};
        for (uint64_t first = 0; first < 64; first++)
            for (uint64_t second = 0; second < 64; second++) {
                uint64_t hash = hash_words(hash_mix(seed), first, second);
                assert_int_equal(hash, hash_word(hash_word(hash_mix(seed), first), second));
                assert_int_equal((*map_insert(&seen, hash))++, 0);
            }
        map_free(&seen);
    }
}

static void arena_hands_out_zeroed_aligned_memory(void **state)
{
    (void)state;
    Arena arena = {0};
    char *previous = NULL;
    for (size_t size = 1; size < 3000; size += 13) {
        char *block = arena_allocate(&arena, size);
        assert_int_equal((uintptr_t)block % 16, 0);
        assert_ptr_not_equal(block, previous);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(block[i], 0);
        memset(block, 0xff, size);
        previous = block;
    }
    char *large = arena_allocate(&arena, 1000000);
    assert_int_equal(large[999999], 0);
    assert_string_equal(arena_format(&arena, "%s-%d", "x", 42), "x-42");
    assert_string_equal(arena_copy_string(&arena, "copy"), "copy");
    assert_memory_equal(arena_copy(&arena, "a\0b", 3), "a\0b", 3);
    arena_release(&arena);
    assert_null(arena.block);
}

static void text_escapes(void **state)
{
    (void)state;
    const char bytes[] = "a\\b\n\0\377\"";
    Text escaped = {0}, again = {0};
    text_append_escaped(&escaped, bytes, sizeof bytes - 1);
    assert_string_equal(text_string(&escaped), "a\\\\b\\n\\000\\377\"");
    assert_true(text_append_unescaped(&again, text_string(&escaped)));
    assert_int_equal(again.length, sizeof bytes - 1);
    assert_memory_equal(again.data, bytes, sizeof bytes - 1);
    text_clear(&again);
    assert_true(text_append_unescaped(&again, "\\x41\\t\\1018\\?"));
    assert_string_equal(text_string(&again), "A\tA8?");
    static const char *const wrong[] = {"\\", "\\q", "\\x", "\\xg", "\\8", "\\400"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(text_append_unescaped(&again, wrong[i]));
    text_free(&escaped);
    text_free(&again);
}

static void text_appends(void **state)
{
    (void)state;
    Text text = {0};
    assert_string_equal(text_string(&text), "");
    text_append(&text, "one");
    text_append_character(&text, ' ');
    text_format(&text, "%d %s", 2, "three");
    text_append_bytes(&text, "!?", 1);
    assert_string_equal(text_string(&text), "one 2 three!");
    assert_int_equal(text.length, 12);
    for (int i = 0; i < 1000; i++)
        text_format(&text, "%03d", i);
    assert_int_equal(text.length, 3012);
    assert_string_equal(text_string(&text) + 3009, "999");
    text_clear(&text);
    assert_string_equal(text_string(&text), "");
    text_append_unsigned(&text, 0);
    text_append_character(&text, ' ');
    text_append_unsigned(&text, UINT64_MAX);
    text_append_character(&text, ' ');
    text_append_signed(&text, -70);
    text_append_character(&text, ' ');
    text_append_signed(&text, INT64_MIN);
    assert_string_equal(text_string(&text), "0 18446744073709551615 -70 -9223372036854775808");
    text_free(&text);
}

static void suggestions_are_close_words(void **state)
{
    (void)state;
    assert_int_equal(suggest_distance("kitten", "sitting"), 3);
    assert_int_equal(suggest_distance("", "abc"), 3);
    assert_int_equal(suggest_distance("seed", "sede"), 1);
    assert_int_equal(suggest_distance("same", "same"), 0);
    Suggestion suggestion = suggestion_start("enginge");
    suggestion_consider(&suggestion, "unwind");
    assert_null(suggestion.best);
    suggestion_consider(&suggestion, "engines");
    suggestion_consider(&suggestion, "engine");
    assert_string_equal(suggestion.best, "engine");
}

static void properties_have_names_and_masks(void **state)
{
    (void)state;
    Text text = {0};
    PropertyMask mask = 0;
    assert_string_equal(property_name(PROPERTY_DEADLOCK), "deadlock");
    property_append_names(PROPERTY_MASK_DEFAULT, &text);
    assert_string_equal(text_string(&text), "assertion,deadlock,memory,lock,division,abort");
    text_clear(&text);
    assert_true(property_parse_list("race,leak", &mask, &text));
    assert_int_equal(mask, PROPERTY_BIT(PROPERTY_RACE) | PROPERTY_BIT(PROPERTY_LEAK));
    assert_true(property_parse_list("all", &mask, &text));
    assert_int_equal(mask, PROPERTY_MASK_ALL);
    assert_string_equal(text_string(&text), "");
    mask = 5;
    static const char *const wrong[] = {"", "race,", ",race", "asertion", "races", "race leak"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(property_parse_list(wrong[i], &mask, &text));
        assert_int_equal(mask, 5);
    }
    text_clear(&text);
    property_parse_list("asertion", &mask, &text);
    assert_string_equal(text_string(&text), "unknown property 'asertion'; did you mean 'assertion'?");
    text_free(&text);
}

// Parses a command line of up to 22 words; the caller frees.
#define PARSE(options, error, ...) parse((options), (error), (const char *[24]){"raddle", __VA_ARGS__})

static bool parse(Options *options, Text *error, const char *const *arguments)
{
    int count = 0;
    while (arguments[count])
        count++;
    return arguments_parse(options, count, arguments, error);
}

static void options_have_defaults(void **state)
{
    (void)state;
    Options options;
    Text error = {0};
    assert_true(PARSE(&options, &error, "a.c"));
    assert_int_equal(options.command, COMMAND_CHECK);
    assert_string_equal(options.engine, "auto");
    assert_int_equal(options.property, PROPERTY_MASK_DEFAULT);
    assert_int_equal(options.seed, 1);
    assert_int_equal(options.runs, 10000);
    assert_int_equal(options.data_model, DATA_MODEL_HOST);
    assert_int_equal(options.extern_mode, EXTERN_STOP);
    assert_int_equal(options.color, COLOR_AUTO);
    assert_int_equal(options.causal_model, CAUSAL_SYMBOLIC);
    assert_int_equal(options.order, ORDER_CHOICE_GRAPH);
    assert_false(options.no_slice);
    assert_null(options.json);
    assert_false(options.all);
    assert_int_equal(options.given, 0);
    assert_int_equal(options.files.count, 1);
    assert_string_equal(options.files.data[0], "a.c");
    options_free(&options);
    text_free(&error);
}

static void options_take_values_either_way_and_in_any_place(void **state)
{
    (void)state;
    Options options;
    Text error = {0};
    assert_true(PARSE(&options, &error, "run", "a.c", "--seed=0x10", "--timeout", "0.5", "b.c", "--input", "-1,2",
                      "--input=x=3", "--data-model", "ilp32", "--json", "-", "--", "--all"));
    assert_int_equal(options.command, COMMAND_RUN);
    assert_int_equal(options.seed, 16);
    assert_true(options.timeout == 0.5);
    assert_int_equal(options.input.count, 2);
    assert_string_equal(options.input.data[0], "-1,2");
    assert_string_equal(options.input.data[1], "x=3");
    assert_int_equal(options.data_model, DATA_MODEL_ILP32);
    assert_string_equal(options.json, "-");
    assert_int_equal(options.files.count, 3);
    assert_string_equal(options.files.data[2], "--all");
    assert_true(OPTION_GIVEN(&options, seed));
    assert_false(OPTION_GIVEN(&options, max_steps));
    options_free(&options);

    assert_true(PARSE(&options, &error, "--context-bound=0", "--all", "--property", "race", "--dump=ir", "check.c"));
    assert_int_equal(options.command, COMMAND_CHECK);
    assert_true(OPTION_GIVEN(&options, context_bound));
    assert_int_equal(options.context_bound, 0);
    assert_true(options.all);
    assert_int_equal(options.property, PROPERTY_BIT(PROPERTY_RACE));
    assert_int_equal(options.dump, DUMP_IR);
    options_free(&options);

    assert_true(PARSE(&options, &error, "predict", "--causal-model=happens-before", "t", "--order=clocks", "--no-slice",
                      "--dump=formula,smt2", "--context-bound=2", "--record=c"));
    assert_int_equal(options.command, COMMAND_PREDICT);
    assert_int_equal(options.causal_model, CAUSAL_HAPPENS_BEFORE);
    assert_int_equal(options.order, ORDER_CHOICE_CLOCKS);
    assert_true(options.no_slice);
    assert_int_equal(options.dump, DUMP_FORMULA | DUMP_SMT2);
    options_free(&options);
    text_free(&error);
}

static void arguments_of_the_program_are_all_that_follows(void **state)
{
    (void)state;
    Options options;
    Text error = {0};
    assert_true(PARSE(&options, &error, "--args=one", "a.c", "--args-symbolic=2", "--args", "--all", "b.c", "-q"));
    assert_int_equal(options.files.count, 1);
    assert_int_equal(options.args_symbolic, 2);
    assert_int_equal(options.args.count, 4);
    assert_string_equal(options.args.data[0], "one");
    assert_string_equal(options.args.data[1], "--all");
    assert_string_equal(options.args.data[3], "-q");
    assert_false(options.all);
    options_free(&options);
    text_free(&error);
}

static void compiler_arguments_keep_their_order(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "-I",      "dir",     "-Idir2",           "-DX=1",    "-U",   "Y",    "-include", "a.h",
        "-target", "t-linux", "--target=u-linux", "-std=c11", "-m32", "-Wall"};
    Options options;
    Text error = {0};
    const char *arguments[] = {"raddle",
                               "-I",
                               "dir",
                               "-Idir2",
                               "-DX=1",
                               "-U",
                               "Y",
                               "-include",
                               "a.h",
                               "--target",
                               "t-linux",
                               "--target=u-linux",
                               "-std=c11",
                               "-m32",
                               "-Wall",
                               "-O2",
                               "-g3",
                               "-Wl,-z",
                               "-lm",
                               "-L",
                               "lib",
                               "x.c",
                               "-o",
                               "x",
                               "-fsanitize=thread"};
    assert_true(arguments_parse(&options, sizeof arguments / sizeof *arguments, arguments, &error));
    assert_int_equal(options.compiler_arguments.count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < options.compiler_arguments.count; i++)
        assert_string_equal(options.compiler_arguments.data[i], expected[i]);
    assert_int_equal(options.files.count, 1);
    assert_string_equal(options.files.data[0], "x.c");
    options_free(&options);
    text_free(&error);
}

static void expect_error(const char *const *arguments, const char *message)
{
    Options options;
    Text error = {0};
    assert_false(parse(&options, &error, arguments));
    assert_string_equal(text_string(&error), message);
    options_free(&options);
    text_free(&error);
}

#define EXPECT_ERROR(message, ...) expect_error((const char *[24]){"raddle", __VA_ARGS__}, message)

static void wrong_usage_is_named(void **state)
{
    (void)state;
    EXPECT_ERROR("unknown option '--contxt-bound'; did you mean '--context-bound'?", "--contxt-bound=3", "x.c");
    EXPECT_ERROR("unknown option '--frobnicate'", "x.c", "--frobnicate");
    EXPECT_ERROR("unknown option '-Q'", "-Q", "x.c");
    EXPECT_ERROR("missing value: --seed needs N", "x.c", "--seed");
    EXPECT_ERROR("missing value: --seed needs N", "--seed", "--all", "x.c");
    EXPECT_ERROR("missing value: -I needs DIR", "x.c", "-I");
    EXPECT_ERROR("wrong value '-1' for --seed: expected a number from 0 to 18446744073709551615", "--seed=-1", "x.c");
    EXPECT_ERROR("wrong value '18446744073709551616' for --seed: expected a number from 0 to 18446744073709551615",
                 "--seed=18446744073709551616", "x.c");
    EXPECT_ERROR("wrong value 'inf' for --timeout: expected a number of seconds, e.g. 10 or 0.5", "--timeout=inf",
                 "x.c");
    EXPECT_ERROR("wrong value '' for --engine: expected a value", "--engine=", "x.c");
    EXPECT_ERROR("wrong value 'LP65' for --data-model: expected host|ILP32|LP64", "--data-model=LP65", "x.c");
    EXPECT_ERROR("option '--all' takes no value (in '--all=yes')", "--all=yes", "x.c");
    EXPECT_ERROR("option '--engine' does not apply to `raddle run`", "run", "--engine=stress", "x.c");
    EXPECT_ERROR("unknown command 'predictt'; did you mean 'predict'?", "predictt");
    EXPECT_ERROR("unknown command 'chek'; did you mean 'check'?", "chek", "x.c");
    EXPECT_ERROR("`raddle run` needs a C file", "run");
    EXPECT_ERROR("`raddle predict` needs one recorded run", "predict");
    EXPECT_ERROR("`raddle predict` needs one recorded run", "predict", "a", "b");
    EXPECT_ERROR("option '--engine' does not apply to `raddle predict`", "predict", "--engine=stress", "t");
    EXPECT_ERROR("option '--unwind' does not apply to `raddle predict`", "predict", "--unwind=2", "t");
    EXPECT_ERROR("option '--causal-model' does not apply to `raddle run`", "run", "--causal-model=maximal", "x.c");
    EXPECT_ERROR("wrong value 'minimal' for --causal-model: expected symbolic|maximal|happens-before",
                 "--causal-model=minimal", "x.c");
    EXPECT_ERROR("wrong value 'ir,ast' for --dump: expected ir|formula|smt2|paths|paths-dot|interleavings|facts|facts-json",
                 "--dump=ir,ast", "x.c");
    EXPECT_ERROR("`raddle predict` has no such form to print: --dump=ir or paths", "predict", "--dump=smt2,ir", "t");
    EXPECT_ERROR("`raddle run` has no such form to print: --dump=formula, smt2 or paths", "run", "--dump=smt2", "x.c");
    EXPECT_ERROR("`raddle replay` needs one recorded run or counterexample", "replay", "a", "b");
    EXPECT_ERROR("`raddle engines` takes no file (got 'x.c')", "engines", "x.c");
}

static void help_names_every_option_of_its_command(void **state)
{
    (void)state;
    Text all = {0}, run = {0};
    options_append_help(COMMAND_HELP, &all);
    options_append_help(COMMAND_RUN, &run);
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        const OptionDescription *option = options_description(id);
        Text name = {0};
        text_format(&name, "--%s", option->name);
        assert_non_null(strstr(text_string(&all), text_string(&name)));
        if (option->commands & ON_RUN)
            assert_non_null(strstr(text_string(&run), text_string(&name)));
        text_free(&name);
    }
    assert_null(strstr(text_string(&run), "--engine"));
    for (const char *line = text_string(&all); *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 110);
    text_free(&all);
    text_free(&run);
}

static void statistics_add_up(void **state)
{
    (void)state;
    Statistics total = {.runs = 2, .solver_s = 0.5, .memory_mb = 10};
    statistics_add(&total, &(Statistics){.runs = 3, .pruned = 1, .solver_s = 0.25, .memory_mb = 7});
    assert_int_equal(total.runs, 5);
    assert_int_equal(total.pruned, 1);
    assert_true(total.solver_s == 0.75);
    assert_int_equal(total.memory_mb, 10);
    statistics_finish(&total, clock_now() - 2);
    assert_true(total.time_s >= 2 && total.time_s < 60);
    assert_true(total.memory_mb > 0);
}

static void time_runs_out(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0.05, 0);
    assert_int_equal(limits_exceeded(&limits), LIMIT_NONE);
    while (limits_exceeded(&limits) == LIMIT_NONE)
        assert_true(clock_now() - limits.started < 60);
    assert_int_equal(limits_exceeded(&limits), LIMIT_TIMEOUT);
    assert_true(clock_now() - limits.started >= 0.05);
    assert_string_equal(limits_reason_text(limits.reason), "timeout");
}

// However fast a caller was, it is told at its first call after the time.
static void a_caller_may_become_slow(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 3600, 0);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(limits_exceeded(&limits), LIMIT_NONE);
    limits.deadline = clock_now() - 1e-6;
    assert_int_equal(limits_exceeded(&limits), LIMIT_TIMEOUT);
    assert_true(limits_stop(&limits));
    assert_false(limits_stop(NULL));
}

static void memory_runs_out(void **state)
{
    (void)state;
    enum { SIZE = 32 << 20 };
    Limits limits;
    Arena arena = {0};
    memset(arena_allocate(&arena, SIZE), 1, SIZE);
    limits_start(&limits, 0, 16);
    double started = clock_now();
    while (limits_exceeded(&limits) == LIMIT_NONE)
        assert_true(clock_now() - started < 60);
    assert_int_equal(limits.reason, LIMIT_MEMORY);
    arena_release(&arena);
    limits_start(&limits, 0, (uint64_t)1 << 40);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(limits_exceeded(&limits), LIMIT_NONE);
}

// Stays last: the flag of a signal is never taken back.
static void signals_interrupt(void **state)
{
    (void)state;
    Limits limits;
    limits_start(&limits, 0, 0);
    limits.interrupt = limits_catch_signals();
    assert_int_equal(limits_exceeded(&limits), LIMIT_NONE);
    raise(SIGTERM);
    Limits deaf;
    limits_start(&deaf, 0, 0);
    assert_int_equal(limits_exceeded(&deaf), LIMIT_NONE);
    assert_int_equal(limits_exceeded(&limits), LIMIT_INTERRUPT);
    assert_string_equal(limits_reason_text(LIMIT_INTERRUPT), "interrupted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_grows_and_shrinks),
        cmocka_unit_test(map_keeps_every_key),
        cmocka_unit_test(hash_depends_on_bytes_and_length),
        cmocka_unit_test(hash_tells_short_sequences_apart),
        cmocka_unit_test(arena_hands_out_zeroed_aligned_memory),
        cmocka_unit_test(text_appends),
        cmocka_unit_test(text_escapes),
        cmocka_unit_test(suggestions_are_close_words),
        cmocka_unit_test(properties_have_names_and_masks),
        cmocka_unit_test(options_have_defaults),
        cmocka_unit_test(options_take_values_either_way_and_in_any_place),
        cmocka_unit_test(arguments_of_the_program_are_all_that_follows),
        cmocka_unit_test(compiler_arguments_keep_their_order),
        cmocka_unit_test(wrong_usage_is_named),
        cmocka_unit_test(help_names_every_option_of_its_command),
        cmocka_unit_test(statistics_add_up),
        cmocka_unit_test(time_runs_out),
        cmocka_unit_test(a_caller_may_become_slow),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(signals_interrupt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
