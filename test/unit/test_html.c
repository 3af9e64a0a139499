// The data of the HTML report: arrows, variables, source lines, and that no text can leave its place in the page.
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

#include "report/arrows.h"
#include "report/report.h"
#include "report/variables.h"
#include "sample_trace.h"
#include "temporary_file.h"

enum { CELL = 0x1000, LOCK = 0x2000, CONDITION = 0x3000, BARRIER = 0x4000 };

static TraceEvent *add(Trace *trace, EventKind kind, uint32_t thread, uint64_t address, uint32_t size)
{
    TraceEvent event = sample_event(kind, thread, 0, 0, "", 0, 0);
    event.address = address;
    event.size = size;
    sample_add(trace, event);
    return &vector_last(&trace->events);
}

static void expect_arrows(const Trace *trace, const Arrow *expected, uint32_t count)
{
    ArrowList arrows = {0};
    arrows_find(trace, &arrows);
    assert_int_equal(arrows.count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(arrows.data[i].from, expected[i].from);
        assert_int_equal(arrows.data[i].to, expected[i].to);
        assert_int_equal(arrows.data[i].kind, expected[i].kind);
    }
    vector_free(&arrows);
}

#define EXPECT_ARROWS(trace, ...) \
    expect_arrows(trace, (const Arrow[]){__VA_ARGS__}, sizeof(const Arrow[]){__VA_ARGS__} / sizeof(Arrow))

static void arrows_of_threads_and_values(void **state)
{
    (void)state;
    Trace *trace = sample_trace("bank.c");
    EXPECT_ARROWS(trace, {0, 4, ARROW_THREAD}, {8, 10, ARROW_THREAD}, {7, 11, ARROW_VALUE});
    trace_free(trace);
}

static void arrows_of_parts_of_a_value(void **state)
{
    (void)state;
    Trace *trace = trace_create();
    add(trace, EVENT_write, 0, CELL, 4);
    add(trace, EVENT_write, 1, CELL + 2, 1);
    add(trace, EVENT_read, 0, CELL, 4);
    add(trace, EVENT_read, 0, CELL, 2);
    add(trace, EVENT_read, 0, CELL + 4, 4);
    add(trace, EVENT_update, 1, CELL, 4);
    add(trace, EVENT_read, 0, CELL + 3, 1);
    EXPECT_ARROWS(trace, {0, 2, ARROW_VALUE}, {1, 2, ARROW_VALUE}, {0, 3, ARROW_VALUE}, {0, 5, ARROW_VALUE},
                  {1, 5, ARROW_VALUE}, {5, 6, ARROW_VALUE});
    trace_free(trace);
}

static void arrows_of_locks(void **state)
{
    (void)state;
    Trace *trace = trace_create();
    add(trace, EVENT_lock, 0, LOCK, 0);
    add(trace, EVENT_unlock, 0, LOCK, 0);
    add(trace, EVENT_lock, 0, LOCK, 0); // its own
    add(trace, EVENT_unlock, 0, LOCK, 0);
    add(trace, EVENT_lock, 1, LOCK + 8, 0); // another
    add(trace, EVENT_lock, 1, LOCK, 0);
    add(trace, EVENT_wait, 1, CONDITION, 0)->value = LOCK;
    add(trace, EVENT_lock, 2, LOCK, 0);
    EXPECT_ARROWS(trace, {3, 5, ARROW_LOCK}, {6, 7, ARROW_LOCK});
    trace_free(trace);
}

static void arrows_of_waking(void **state)
{
    (void)state;
    Trace *trace = trace_create();
    for (uint32_t thread = 1; thread <= 3; thread++)
        add(trace, EVENT_wait, thread, CONDITION, 0)->value = LOCK;
    add(trace, EVENT_signal, 0, CONDITION, 0)->other = 2;
    add(trace, EVENT_wake, 2, CONDITION, 0);
    add(trace, EVENT_broadcast, 0, CONDITION, 0);
    add(trace, EVENT_wake, 1, CONDITION, 0);
    add(trace, EVENT_wake, 3, CONDITION, 0);
    add(trace, EVENT_wait, 1, CONDITION, 0)->value = LOCK;
    add(trace, EVENT_wake, 1, CONDITION, 0); // by itself
    add(trace, EVENT_barrier_arrive, 0, BARRIER, 0);
    add(trace, EVENT_barrier_arrive, 1, BARRIER, 0);
    add(trace, EVENT_barrier_leave, 0, BARRIER, 0);
    add(trace, EVENT_barrier_leave, 1, BARRIER, 0); // it came last
    EXPECT_ARROWS(trace, {3, 4, ARROW_WAKING}, {5, 6, ARROW_WAKING}, {5, 7, ARROW_WAKING}, {11, 12, ARROW_WAKING});
    trace_free(trace);
}

static TraceEvent access_event(EventKind kind, const char *object, uint64_t address, uint32_t size, const char *value)
{
    TraceEvent event = sample_event(kind, 1, 0, 0, "", 0, 0);
    event.object = object;
    event.address = address;
    event.size = size;
    event.value_text = value;
    return event;
}

static const char *value_of(const Variables *variables, const char *name)
{
    for (uint32_t i = 0; i < variables->all.count; i++)
        if (!strcmp(variables->all.data[i].name, name) && variables->all.data[i].value)
            return variables->all.data[i].value;
    return "unknown";
}

static void follow(Variables *variables, TraceEvent event)
{
    variables_follow(variables, &event);
}

static void variables_that_overlap(void **state)
{
    (void)state;
    Variables variables = {0};
    follow(&variables, access_event(EVENT_read, "u.word", CELL, 4, "5"));
    assert_string_equal(value_of(&variables, "u.word"), "5");
    assert_int_equal(variables.all.data[0].writer, UINT32_MAX);
    follow(&variables, access_event(EVENT_read, "u.byte[0]", CELL, 1, "5"));
    assert_string_equal(value_of(&variables, "u.word"), "5");
    assert_string_equal(value_of(&variables, "u.byte[0]"), "unknown");
    follow(&variables, access_event(EVENT_write, "u.byte[3]", CELL + 3, 1, "1"));
    assert_int_equal(variables.gone.count, 1);
    assert_string_equal(value_of(&variables, "u.word"), "unknown");
    assert_string_equal(value_of(&variables, "u.byte[3]"), "1");
    follow(&variables, access_event(EVENT_write, "u.word", CELL, 4, "6"));
    assert_string_equal(value_of(&variables, "u.word"), "6");
    assert_string_equal(value_of(&variables, "u.byte[3]"), "unknown");
    variables_free(&variables);
}

static void variables_whose_object_ends(void **state)
{
    (void)state;
    Variables variables = {0};
    follow(&variables, access_event(EVENT_write, "before", CELL - 4, 4, "1"));
    follow(&variables, access_event(EVENT_write, "inside", CELL + 4, 4, "2"));
    follow(&variables, access_event(EVENT_write, "behind", CELL + 8, 4, "3"));
    follow(&variables, access_event(EVENT_free, "", CELL, 8, ""));
    assert_string_equal(value_of(&variables, "before"), "1");
    assert_string_equal(value_of(&variables, "inside"), "unknown");
    assert_string_equal(value_of(&variables, "behind"), "3");
    follow(&variables, access_event(EVENT_write, "successor", CELL + 4, 4, "4"));
    assert_string_equal(value_of(&variables, "inside"), "unknown");
    assert_string_equal(value_of(&variables, "successor"), "4");
    variables_free(&variables);
}

static json_t *page_data(const Text *page)
{
    static const char begin[] = "id=\"data\">\n";
    const char *start = strstr(text_string(page), begin);
    assert_non_null(start);
    start += strlen(begin);
    const char *end = strstr(start, "</script>");
    assert_non_null(end);
    json_error_t error;
    json_t *data = json_loadb(start, (size_t)(end - start), JSON_REJECT_DUPLICATES, &error);
    if (!data)
        fail_msg("%s at line %d", error.text, error.line);
    return data;
}

static json_t *run_data(const Trace *trace)
{
    Text page = {0};
    report_html_run(trace, "headline", &page);
    json_t *data = page_data(&page);
    text_free(&page);
    return data;
}

static json_t *first_run(json_t *data)
{
    return json_array_get(json_object_get(data, "runs"), 0);
}

static void texts_stay_in_their_place(void **state)
{
    (void)state;
    Trace *trace = sample_trace("</script><script>.c");
    trace->message = "<!--</SCRIPT>\xff&amp;";
    trace->events.data[3].object = "<b>\"\\";
    Text page = {0};
    report_html_run(trace, "</script>", &page);
    uint32_t ends = 0;
    for (const char *at = text_string(&page); (at = strcasestr(at, "</script")); at++)
        ends++;
    assert_int_equal(ends, 2);
    json_t *data = page_data(&page);
    assert_string_equal(json_string_value(json_object_get(data, "headline")), "</script>");
    assert_string_equal(json_string_value(json_object_get(first_run(data), "message")),
                        "assertion violated: <!--</SCRIPT>\xef\xbf\xbd&amp;");
    assert_string_equal(json_string_value(json_array_get(json_object_get(first_run(data), "variables"), 0)), "<b>\"\\");
    json_decref(data);
    text_free(&page);
    trace_free(trace);
}

static void expect_part(json_t *parts, size_t index, json_int_t first, size_t count)
{
    json_t *part = json_array_get(parts, index);
    assert_int_equal(json_integer_value(json_array_get(part, 0)), first);
    assert_int_equal(json_array_size(json_array_get(part, 1)), count);
}

static void long_files_are_carried_in_parts(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    Text source = {0};
    for (int i = 1; i <= 6000; i++)
        text_format(&source, "line %d\n", i);
    test_write_file(path, ".c", text_string(&source));
    text_free(&source);
    static const uint32_t lines[] = {3, 3000, 3100, 5990, 7000};
    Trace *trace = trace_create();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        add(trace, EVENT_exit, 0, 0, 0)->position = (TracePosition){path, lines[i], 1, ""};
    json_t *data = run_data(trace);
    json_t *parts = json_object_get(json_array_get(json_object_get(data, "sources"), 0), "parts");
    assert_int_equal(json_array_size(parts), 3);
    expect_part(parts, 0, 1, 53);
    expect_part(parts, 1, 2950, 201);
    expect_part(parts, 2, 5940, 61);
    json_t *text = json_array_get(json_array_get(json_array_get(parts, 1), 1), 50);
    assert_string_equal(json_string_value(text), "line 3000");
    json_decref(data);
    trace_free(trace);
    unlink(path);
}

// 5000 writes: 1000 rows, one for 1000 events, 3000 rows; the run stops, which is a row, too.
static void long_runs_have_a_row_for_the_middle(void **state)
{
    (void)state;
    Trace *trace = trace_create();
    for (int i = 0; i < 5000; i++) {
        TraceEvent *event = add(trace, EVENT_write, i == 1500, i == 1500 ? CELL : CELL + 8, 4);
        event->object = i == 1500 ? "early" : "late";
        event->value_text = arena_format(&trace->arena, "%d", i);
        event->locks = i == 1500 ? "held" : "";
    }
    trace->message = "why not";
    json_t *data = run_data(trace);
    json_t *rows = json_object_get(first_run(data), "rows");
    assert_int_equal(json_array_size(rows), 1000 + 1 + 3000 + 1);
    json_t *gap = json_array_get(rows, 1000), *values = json_object_get(gap, "values");
    assert_int_equal(json_integer_value(json_object_get(gap, "gap")), 1000);
    assert_int_equal(json_array_size(values), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(values, 0), "value")), "1999");
    assert_string_equal(json_string_value(json_object_get(json_array_get(values, 1), "value")), "1500");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(values, 1), "writer")), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(gap, "held"), 1)), "held");
    assert_string_equal(json_string_value(json_object_get(json_array_get(rows, 1001), "value")), "2000");
    assert_string_equal(json_string_value(json_object_get(json_array_get(rows, 4001), "text")), "why not");
    json_decref(data);
    trace_free(trace);
}

static void verdicts_without_a_run(void **state)
{
    (void)state;
    Verdict verdict = {.answer = ANSWER_TRUE, .engine = "enumerate", .bounded = true};
    text_append(&verdict.note, "for the given input only");
    Text page = {0};
    report_html(&verdict, &page);
    json_t *data = page_data(&page);
    assert_string_equal(json_string_value(json_object_get(data, "headline")), "TRUE");
    assert_string_equal(
        json_string_value(json_object_get(data, "explanation")),
        "No execution violates what is checked. This answer is bounded: it holds for the given input only.");
    assert_int_equal(json_array_size(json_object_get(data, "runs")), 0);
    json_decref(data);
    text_free(&page);
    verdict_free(&verdict);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrows_of_threads_and_values),
        cmocka_unit_test(arrows_of_parts_of_a_value),
        cmocka_unit_test(arrows_of_locks),
        cmocka_unit_test(arrows_of_waking),
        cmocka_unit_test(variables_that_overlap),
        cmocka_unit_test(variables_whose_object_ends),
        cmocka_unit_test(texts_stay_in_their_place),
        cmocka_unit_test(long_files_are_carried_in_parts),
        cmocka_unit_test(long_runs_have_a_row_for_the_middle),
        cmocka_unit_test(verdicts_without_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
