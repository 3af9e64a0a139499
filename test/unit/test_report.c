// What people and programs read: the columns of a counterexample, the JSON object, writing it out.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "report/report.h"
#include "sample_trace.h"
#include "temporary_file.h"

static char *render(const Trace *trace, unsigned width, bool color)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    ReportOptions options = {.color = color, .width = width, .detail = TRACE_NORMAL};
    report_trace_text(trace, &options, stream);
    fclose(stream);
    return text;
}

// Renders the sample from a source file with a random name, which becomes bank.c in the text.
static char *render_sample(unsigned width, bool color)
{
    char path[TEST_PATH_SIZE];
    test_write_file(path, "", sample_source);
    Trace *trace = sample_trace(path);
    char *text = render(trace, width, color);
    Text renamed = {0};
    for (const char *cursor = text; *cursor;) {
        bool is_path = !strncmp(cursor, path, strlen(path));
        text_append_bytes(&renamed, is_path ? "bank.c" : cursor, is_path ? strlen("bank.c") : 1);
        cursor += is_path ? strlen(path) : 1;
    }
    free(text);
    trace_free(trace);
    unlink(path);
    return renamed.data;
}

#define VIOLATED_LINE                                            \
    "bank.c:16:5: assertion violated: balance == 150 + amount\n" \
    "    assert(balance == 150 + amount);\n"                     \
    "    ^\n"

#define EXPLANATION \
    "main wrote balance (line 13) between thread 1's read (line 5) and write (line 5) of it, so one update is lost\n"

#define SINCE "balance has had this value since step 7 (thread 1: write balance = 150 (was 90), line 5)\n"

#define WRAPPED_SINCE                                                                    \
    "balance has had this value since step 7 (thread 1: write balance = 150 (was 90),\n" \
    "line 5)\n"

#define EXPLANATION_WITH_STEPS                                                                                         \
    "main wrote balance (step 6, line 13) between thread 1's read (step 5, line 5) and write (step 7, line 5) of it, " \
    "so one update is lost\n" SINCE

#define LONG_EXPLANATION                                                                                                  \
    "main wrote balance (step 6, line 13) between thread 1's read (step 5, line 5) and write (step 7, line 5) of it, so " \
    "one\nupdate is lost\n" SINCE

#define WRAPPED_EXPLANATION                                                           \
    "main wrote balance (step 6, line 13) between thread 1's read (step 5, line 5)\n" \
    "and write (step 7, line 5) of it, so one update is lost\n" WRAPPED_SINCE

static void columns_beside_the_source(void **state)
{
    (void)state;
    char *text = render_sample(120, false);
    assert_string_equal(
        text,
        "                                           main                                        thread 1: pay\n"
        "                                           ------------------------------------------  "
        "----------------------------\n"
        "  1  10  pthread_create(&t, 0, pay, 0);    create thread 1\n"
        "  2  11  int amount = nondet_int();        input amount = -10\n"
        "  3  12  pthread_mutex_lock(&m);           lock m  [m]\n"
        "  4  13  balance += amount;                read  balance -> 100  [m]\n"
        "\n"
        "> 5   5  balance += 50;                                                                read  balance -> 100\n"
        "\n"
        "> 6  13  balance += amount;                write balance = 90 (was 100)  [m]\n"
        "\n"
        "> 7   5  balance += 50;                                                                "
        "write balance = 150 (was 90)\n"
        "  8   6  return unused;                                                                end of thread\n"
        "\n"
        "  9  14  pthread_mutex_unlock(&m);         unlock m\n"
        " 10  15  pthread_join(t, 0);               join thread 1\n"
        " 11  16  assert(balance == 150 + amount);  read  balance -> 150 (by thread 1, line 5)\n"
        " 12                                        assertion violated\n"
        "\n"
        "inputs:\n"
        "  amount = -10 at bank.c:11\n"
        "\n" VIOLATED_LINE LONG_EXPLANATION);
    char *unlimited = render_sample(0, false);
    assert_memory_equal(unlimited, text, (size_t)(strstr(text, "one\nupdate") - text));
    free(unlimited);
    free(text);
}

static void columns_with_the_source_inside(void **state)
{
    (void)state;
    char *text = render_sample(80, false);
    assert_string_equal(text, "         main                                    thread 1: pay\n"
                              "         --------------------------------------  ------------------------------\n"
                              "  1  10  pthread_create(&t, 0, pay, 0);\n"
                              "           create thread 1\n"
                              "  2  11  int amount = nondet_int();\n"
                              "           input amount = -10\n"
                              "  3  12  pthread_mutex_lock(&m);\n"
                              "           lock m  [m]\n"
                              "  4  13  balance += amount;\n"
                              "           read  balance -> 100  [m]\n"
                              "\n"
                              "> 5   5                                          balance += 50;\n"
                              "                                                   read  balance -> 100\n"
                              "\n"
                              "> 6  13  balance += amount;\n"
                              "           write balance = 90 (was 100)  [m]\n"
                              "\n"
                              "> 7   5                                          balance += 50;\n"
                              "                                                   write balance = 150 (was 90)\n"
                              "  8   6                                          return unused;\n"
                              "                                                   end of thread\n"
                              "\n"
                              "  9  14  pthread_mutex_unlock(&m);\n"
                              "           unlock m\n"
                              " 10  15  pthread_join(t, 0);\n"
                              "           join thread 1\n"
                              " 11  16  assert(balance == 150 + amount);\n"
                              "           read  balance -> 150 (by thread 1,\n"
                              "             line 5)\n"
                              " 12        assertion violated\n"
                              "\n"
                              "inputs:\n"
                              "  amount = -10 at bank.c:11\n"
                              "\n" VIOLATED_LINE WRAPPED_EXPLANATION);
    free(text);
}

static void one_column_where_it_is_narrow(void **state)
{
    (void)state;
    char *text = render_sample(50, false);
    assert_non_null(strstr(text, "\n> 7   5  thread 1: pay  balance += 50;\n"
                                 "                          write balance = 150 (was\n"
                                 "                            90)\n"
                                 "  8   6  thread 1: pay  return unused;\n"
                                 "                          end of thread\n"
                                 "\n"
                                 "  9  14  main           pthread_mutex_unlock(&m);\n"));
    free(text);
}

static void long_text_is_wrapped(void **state)
{
    (void)state;
    Trace *trace = sample_trace("no/such/file.c");
    trace->events.data[3].object = "accounts[1].history.entries[22].balance_before_the_transfer";
    char *text = render(trace, 70, false);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n");
        assert_true(length <= 70);
        assert_true(!length || line[length - 1] != ' ');
    }
    free(text);
    trace_free(trace);
}

static void missing_source_and_several_files(void **state)
{
    (void)state;
    Trace *trace = sample_trace("no/such/file.c");
    trace->events.data[0].position.file = "other/main.c";
    char *text = render(trace, 0, false);
    assert_non_null(strstr(text, "main.c:10  create thread 1\n"));
    assert_non_null(strstr(text, "file.c:11  input amount = -10\n"));
    const char *end = strstr(text, "\n\nno/such/file.c:16:5: assertion violated: balance == 150 + amount\n");
    assert_non_null(end);
    assert_string_equal(strchr(end + 2, '\n'), "\n" EXPLANATION_WITH_STEPS);
    free(text);
    trace_free(trace);
}

// The sample with two more steps of thread 1 before it ends.
static Trace *sample_with_steps_aside(void)
{
    enum { END_OF_THREAD = 8, ADDED = 2 };
    Trace *trace = sample_trace("no/such/file.c");
    TraceEvent aside = trace->events.data[END_OF_THREAD - 1];
    aside.object = "aside";
    aside.address += 64;
    vector_resize(&trace->events, trace->events.count + ADDED);
    TraceEvent *place = &trace->events.data[END_OF_THREAD];
    memmove(place + ADDED, place, (trace->events.count - END_OF_THREAD - ADDED) * sizeof *place);
    for (uint32_t i = 0; i < ADDED; i++) {
        place[i] = aside;
        place[i].index += i + 1;
    }
    place[ADDED].index += ADDED;
    return trace;
}

static void steps_that_play_no_part_are_folded(void **state)
{
    (void)state;
    Trace *trace = sample_with_steps_aside();
    char *text = render(trace, 120, false), *all = NULL;
    size_t size;
    FILE *stream = open_memstream(&all, &size);
    report_trace_text(trace, &(ReportOptions){.width = 120, .detail = TRACE_FULL}, stream);
    fclose(stream);
    assert_non_null(strstr(text, "... 2 steps that play no part\n"));
    assert_null(strstr(text, "aside"));
    assert_non_null(strstr(text, "write balance = 150 (was 90)\n"));
    assert_null(strstr(all, "play no part"));
    assert_non_null(strstr(all, "write aside = 150 (was 90)\n"));
    free(text);
    free(all);
    trace_free(trace);
}

static void json_tells_what_plays_no_part(void **state)
{
    (void)state;
    Verdict verdict = {.answer = ANSWER_FALSE, .engine = "enumerate"};
    Text text = {0};
    vector_push(&verdict.counterexamples, sample_with_steps_aside());
    report_json(&verdict, &text);
    json_t *result = json_loads(text_string(&text), 0, NULL), *step;
    assert_non_null(result);
    Text explanation = {0};
    text_format(&explanation, "%s\n", json_string_value(json_object_get(result, "explanation")));
    assert_string_equal(text_string(&explanation), EXPLANATION);
    text_free(&explanation);
    size_t index, aside = 0;
    json_array_foreach(json_object_get(json_object_get(result, "counterexample"), "steps"), index, step)
    {
        const char *object = json_string_value(json_object_get(step, "object"));
        bool expected = object && !strcmp(object, "aside");
        assert_int_equal(json_object_get(step, "relevant") != NULL, expected);
        aside += expected;
    }
    assert_int_equal(aside, 2);
    json_decref(result);
    text_free(&text);
    verdict_free(&verdict);
}

static void uninitialised_memory_comes_last(void **state)
{
    (void)state;
    Trace *trace = sample_trace("no/such/file.c");
    TraceInput local = trace->inputs.data[0];
    local.name = "local";
    local.origin = INPUT_UNINITIALISED;
    vector_push(&trace->inputs, trace->inputs.data[0]);
    trace->inputs.data[0] = local;
    trace->message = "assertion violated: twice";
    char *text = render(trace, 0, false);
    assert_null(strstr(text, "input amount"));
    assert_non_null(strstr(text, "inputs:\n"
                                 "  amount = -10 at no/such/file.c:11\n"
                                 "  local = -10 (uninitialised) at no/such/file.c:11\n"
                                 "\n"
                                 "no/such/file.c:16:5: assertion violated: twice\n"));
    free(text);
    trace_free(trace);
}

static void colors_only_on_request(void **state)
{
    (void)state;
    char *plain = render_sample(100, false), *colored = render_sample(100, true);
    assert_null(strchr(plain, '\033'));
    assert_non_null(strchr(colored, '\033'));
    Text stripped = {0};
    for (const char *cursor = colored; *cursor; cursor++) {
        if (*cursor == '\033')
            cursor = strchr(cursor, 'm');
        else
            text_append_character(&stripped, *cursor);
    }
    assert_string_equal(text_string(&stripped), plain);
    text_free(&stripped);
    free(plain);
    free(colored);
}

static void long_runs_are_cut_in_the_middle(void **state)
{
    (void)state;
    Trace *trace = trace_create();
    for (uint32_t i = 0; i < 5000; i++)
        sample_add(trace, sample_access(sample_event(EVENT_read, i % 12, i, i, "x.c", i + 1, 1), i, "7", 0, ""));
    trace->end = TRACE_EXITED;
    trace->exit_status = 3;
    for (unsigned width = 0; width <= 240; width += 20) {
        char *text = render(trace, width, false);
        assert_non_null(strstr(text, "\n... 4600 events left out ...\n"));
        assert_non_null(strstr(text, "thread 11"));
        assert_non_null(strstr(text, "\n\nexit status 3\n"));
        free(text);
    }
    trace_free(trace);
}

static void conditions_are_no_steps(void **state)
{
    (void)state;
    Trace *trace = sample_trace("bank.c");
    char *plain = render(trace, 120, false);
    for (int kind = EVENT_branch; kind <= EVENT_publish; kind++) {
        sample_add(trace, sample_event((EventKind)kind, 0, 8, 8, "bank.c", 16, 5));
        vector_last(&trace->events) = trace->events.data[trace->events.count - 2]; // the violation stays last
        trace->events.data[trace->events.count - 2].kind = (EventKind)kind;
    }
    char *text = render(trace, 120, false);
    assert_string_equal(text, plain);
    free(plain);
    free(text);
    trace_free(trace);
}

static json_t *parse_json(const Verdict *verdict)
{
    Text text = {0};
    json_error_t error;
    report_json(verdict, &text);
    json_t *root = json_loads(text_string(&text), JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail_msg("%s at line %d of %s", error.text, error.line, text_string(&text));
    text_free(&text);
    return root;
}

static void json_of_a_violation(void **state)
{
    (void)state;
    Verdict verdict = {.answer = ANSWER_FALSE, .engine = "enumerate"};
    vector_push(&verdict.counterexamples, sample_trace("bank.c"));
    vector_push(&verdict.counterexamples, sample_trace("bank.c"));
    verdict.counterexamples.data[1]->property = PROPERTY_RACE;
    verdict.counterexamples.data[1]->where.line = 5;
    verdict.statistics = (Statistics){.runs = 12, .time_s = 0.25, .memory_mb = 7};
    json_t *root = parse_json(&verdict);
    assert_string_equal(json_string_value(json_object_get(root, "verdict")), "FALSE");
    assert_string_equal(json_string_value(json_object_get(root, "property")), "assertion");
    assert_string_equal(json_string_value(json_object_get(root, "engine")), "enumerate");
    assert_true(json_is_false(json_object_get(root, "bounded")));
    assert_true(json_is_null(json_object_get(root, "reason")));
    assert_true(json_is_null(json_object_get(root, "note")));
    json_t *location = json_object_get(root, "location");
    assert_string_equal(json_string_value(json_object_get(location, "file")), "bank.c");
    assert_int_equal(json_integer_value(json_object_get(location, "line")), 16);
    assert_int_equal(json_integer_value(json_object_get(location, "column")), 5);
    json_t *violations = json_object_get(root, "violations");
    assert_int_equal(json_array_size(violations), 2);
    json_t *second = json_array_get(violations, 1);
    assert_string_equal(json_string_value(json_object_get(second, "property")), "race");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(second, "location"), "line")), 5);
    json_t *counterexample = json_object_get(root, "counterexample");
    assert_int_equal(json_array_size(json_object_get(counterexample, "steps")), 13);
    assert_int_equal(json_array_size(json_object_get(counterexample, "schedule")), 9);
    json_t *input = json_array_get(json_object_get(counterexample, "inputs"), 0);
    assert_string_equal(json_string_value(json_object_get(input, "name")), "amount");
    assert_int_equal(json_integer_value(json_object_get(input, "value")), 0xfffffff6);
    json_t *stats = json_object_get(root, "stats");
    assert_int_equal(json_object_size(stats), 14);
    assert_int_equal(json_integer_value(json_object_get(stats, "runs")), 12);
    assert_int_equal(json_integer_value(json_object_get(stats, "memory_mb")), 7);
    assert_true(json_is_integer(json_object_get(stats, "solver_calls")));
    assert_true(json_is_real(json_object_get(stats, "time_s")));
    assert_true(json_real_value(json_object_get(stats, "time_s")) == 0.25);
    json_decref(root);
    verdict_free(&verdict);
}

static void json_without_a_violation(void **state)
{
    (void)state;
    Verdict verdict = {.answer = ANSWER_UNKNOWN, .engine = "stress", .bounded = true};
    text_append(&verdict.reason, "unmodelled function \"f\\oo\" at a\xff.c:3");
    text_append(&verdict.note, "10 runs");
    json_t *root = parse_json(&verdict);
    assert_string_equal(json_string_value(json_object_get(root, "verdict")), "UNKNOWN");
    assert_string_equal(json_string_value(json_object_get(root, "reason")),
                        "unmodelled function \"f\\oo\" at a\xef\xbf\xbd.c:3");
    assert_string_equal(json_string_value(json_object_get(root, "note")), "10 runs");
    assert_true(json_is_true(json_object_get(root, "bounded")));
    assert_true(json_is_null(json_object_get(root, "property")));
    assert_true(json_is_null(json_object_get(root, "location")));
    assert_true(json_is_null(json_object_get(root, "counterexample")));
    assert_int_equal(json_array_size(json_object_get(root, "violations")), 0);
    json_decref(root);
    verdict_free(&verdict);
}

static void verdict_lines(void **state)
{
    (void)state;
    Verdict verdict = {.answer = ANSWER_TRUE};
    Text line = {0};
    verdict_append_line(&verdict, &line);
    assert_string_equal(text_string(&line), "TRUE");
    text_clear(&line);
    verdict.answer = ANSWER_UNKNOWN;
    text_append(&verdict.reason, "timeout");
    verdict_append_line(&verdict, &line);
    assert_string_equal(text_string(&line), "UNKNOWN(timeout)");
    text_clear(&line);
    verdict.answer = ANSWER_FALSE;
    vector_push(&verdict.counterexamples, sample_trace("bank.c"));
    verdict_append_line(&verdict, &line);
    assert_string_equal(text_string(&line), "FALSE(assertion) bank.c:16");
    text_free(&line);
    verdict_free(&verdict);
}

static void writing_notices_errors(void **state)
{
    (void)state;
    Text text = {0}, error = {0};
    text_append(&text, "{}\n");
    assert_false(report_write_file("/dev/full", &text, &error));
    assert_non_null(strstr(text_string(&error), "/dev/full: "));
    text_clear(&error);
    assert_false(report_write_file("/no/such/directory/x.json", &text, &error));
    assert_non_null(strstr(text_string(&error), "/no/such/directory/x.json: No such file"));
    text_clear(&error);
    char path[TEST_PATH_SIZE];
    test_write_file(path, "", "");
    assert_true(report_write_file(path, &text, &error));
    assert_int_equal(error.length, 0);
    char buffer[8] = "";
    FILE *stream = fopen(path, "r");
    assert_int_equal(fread(buffer, 1, sizeof buffer - 1, stream), 3);
    assert_string_equal(buffer, "{}\n");
    fclose(stream);
    unlink(path);
    text_free(&text);
    text_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_beside_the_source),
        cmocka_unit_test(columns_with_the_source_inside),
        cmocka_unit_test(one_column_where_it_is_narrow),
        cmocka_unit_test(long_text_is_wrapped),
        cmocka_unit_test(missing_source_and_several_files),
        cmocka_unit_test(colors_only_on_request),
        cmocka_unit_test(steps_that_play_no_part_are_folded),
        cmocka_unit_test(json_tells_what_plays_no_part),
        cmocka_unit_test(uninitialised_memory_comes_last),
        cmocka_unit_test(long_runs_are_cut_in_the_middle),
        cmocka_unit_test(conditions_are_no_steps),
        cmocka_unit_test(json_of_a_violation),
        cmocka_unit_test(json_without_a_violation),
        cmocka_unit_test(verdict_lines),
        cmocka_unit_test(writing_notices_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
