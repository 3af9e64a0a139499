// Recorded runs: saving, loading, refusing what is damaged, finding differences, events in words.
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

#include "sample_trace.h"
#include "trace_file.h"

static void assert_position(const TracePosition *a, const TracePosition *b)
{
    assert_string_equal(a->file, b->file);
    assert_string_equal(a->function, b->function);
    assert_int_equal(a->line, b->line);
    assert_int_equal(a->column, b->column);
}

// Both may be missing.
static void assert_same_text(const char *a, const char *b)
{
    assert_int_equal(!a, !b);
    if (a)
        assert_string_equal(a, b);
}

static void assert_same_program(const TraceProgram *a, const TraceProgram *b)
{
    assert_int_equal(a->files.count, b->files.count);
    for (uint32_t i = 0; i < a->files.count; i++)
        assert_string_equal(a->files.data[i], b->files.data[i]);
    assert_int_equal(a->clang_arguments.count, b->clang_arguments.count);
    for (uint32_t i = 0; i < a->clang_arguments.count; i++)
        assert_string_equal(a->clang_arguments.data[i], b->clang_arguments.data[i]);
    assert_int_equal(a->file_arguments.count, b->file_arguments.count);
    for (uint32_t i = 0; i < a->file_arguments.count; i++)
        assert_string_equal(a->file_arguments.data[i], b->file_arguments.data[i]);
#define X(name) assert_same_text(a->calls.name, b->calls.name);
    CALL_PLAN_NAME_TABLE(X)
#undef X
    assert_int_equal(a->calls.array_length, b->calls.array_length);
    assert_int_equal(a->calls.null_pointers, b->calls.null_pointers);
    assert_int_equal(a->calls.arbitrary_globals, b->calls.arbitrary_globals);
    assert_same_text(a->assumptions, b->assumptions);
    assert_same_text(a->standard_input, b->standard_input);
    assert_string_equal(a->data_model, b->data_model);
#define X(name, ...) assert_int_equal(a->rules.name, b->rules.name);
    RULE_TABLE(X)
#undef X
    assert_int_equal(a->bounds.rounds, b->bounds.rounds);
    assert_int_equal(a->bounds.threads, b->bounds.threads);
    assert_int_equal(a->bounds.spare_private, b->bounds.spare_private);
    assert_int_equal(a->properties, b->properties);
}

static void assert_same(const Trace *a, const Trace *b)
{
    Text difference = {0};
    if (trace_difference(a, b, &difference))
        fail_msg("%s", text_string(&difference));
    assert_same_program(&a->program, &b->program);
    assert_int_equal(a->schedule.count, b->schedule.count);
    for (uint32_t i = 0; i < a->schedule.count; i++) {
        assert_int_equal(a->schedule.data[i].thread, b->schedule.data[i].thread);
        assert_int_equal(a->schedule.data[i].alternative, b->schedule.data[i].alternative);
    }
    assert_int_equal(a->inputs.count, b->inputs.count);
    for (uint32_t i = 0; i < a->inputs.count; i++) {
        const TraceInput *x = &a->inputs.data[i], *y = &b->inputs.data[i];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->origin, y->origin);
        assert_int_equal(x->thread, y->thread);
        assert_int_equal(x->bits, y->bits);
        assert_int_equal(x->value, y->value);
        assert_position(&x->position, &y->position);
    }
    assert_int_equal(a->thread_names.count, b->thread_names.count);
    for (uint32_t i = 0; i < a->thread_names.count; i++)
        assert_string_equal(a->thread_names.data[i], b->thread_names.data[i]);
    for (uint32_t i = 0; i < a->events.count; i++)
        assert_position(&a->events.data[i].position, &b->events.data[i].position);
    assert_position(&a->where, &b->where);
}

static void round_trip(void **state)
{
    Fixture *fixture = *state;
    Trace *trace = sample_trace("dir with \"quotes\"/b\xc3\xa4nk.c");
    trace->program.data_model = "ILP32";
    trace->program.bounds = (Bounds){.rounds = UINT64_MAX - 1, .threads = 3, .spare_private = true};
    trace->program.rules.extern_havoc = trace->program.rules.share_everything = true;
    trace->events.data[0].step = UINT32_MAX;
    trace->events.data[2].position.function = "main";
    trace->events.data[3].value = UINT64_MAX;
    trace->events.data[3].previous = UINT64_C(0x8000000000000000);
    trace->events.data[5].atomic = true;
    TraceInput input = {.name = "p", .origin = INPUT_UNINITIALISED, .thread = 1, .bits = 64, .value = UINT64_MAX};
    input.position = (TracePosition){.file = "", .function = ""};
    vector_push(&trace->inputs, input);
    Trace *loaded = save_and_load(fixture, trace);
    assert_same(trace, loaded);
    trace_free(loaded);
    trace_free(trace);
}

static void round_trip_of_every_end(void **state)
{
    Fixture *fixture = *state;
    Trace *trace = sample_trace("bank.c");
    trace->where = (TracePosition){.file = "", .function = ""};
    trace->exit_status = -3;
    for (int end = TRACE_EXITED; end <= TRACE_UNKNOWN; end++) {
        trace->end = (TraceEnd)end;
        trace->message = end == TRACE_EXITED || end == TRACE_DISCARDED ? "" : "what happened";
        Trace *loaded = save_and_load(fixture, trace);
        assert_int_equal(loaded->end, end);
        assert_same(trace, loaded);
        trace_free(loaded);
    }
    trace_free(trace);
}

static void round_trip_of_every_kind(void **state)
{
    Fixture *fixture = *state;
    Trace *trace = trace_create();
    trace->terms = terms_create();
    uint32_t next[2] = {0};
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        uint32_t thread = kind == EVENT_exit; // of the thread that is created and joined
        TraceEvent event = sample_event((EventKind)kind, thread, next[thread], UINT32_MAX, "", 0, 0);
        next[thread] += event_kind_counts((EventKind)kind);
        event.size = kind == EVENT_input ? 0 : 4;
        if (kind == EVENT_create || kind == EVENT_join || kind == EVENT_detach || kind == EVENT_interrupt)
            event.other = 1;
        if (kind >= EVENT_branch && kind <= EVENT_check)
            event.term = term_boolean(trace->terms, true);
        sample_add(trace, event);
    }
    vector_push(&trace->inputs, (TraceInput){.name = "x", .position = {.file = "", .function = ""}});
    Trace *loaded = save_and_load(fixture, trace);
    assert_int_equal(loaded->events.count, EVENT_KIND_COUNT);
    assert_same(trace, loaded);
    trace_free(loaded);
    trace_free(trace);
}

static void load_from_a_result(void **state)
{
    Fixture *fixture = *state;
    Trace *trace = sample_trace("bank.c");
    Text text = {0};
    text_append(&text, "{\"verdict\": \"FALSE\", \"counterexample\": ");
    trace_append_json(trace, &text);
    text_append(&text, "}");
    write_file(fixture, text_string(&text));
    Trace *loaded = load(fixture);
    assert_same(trace, loaded);
    trace_free(loaded);
    trace_free(trace);
    text_free(&text);
}

static void repeat_the_inputs(void **state)
{
    (void)state;
    Trace *trace = sample_trace("bank.c");
    InputPlan plan;
    trace_input_plan(trace, &plan);
    assert_true(plan.exact);
    assert_int_equal(plan.ordered.count, 1);
    assert_int_equal(plan.ordered.data[0], 0xfffffff6);
    input_plan_free(&plan);
    trace_free(trace);
}

static void foreign_files_are_refused(void **state)
{
    Fixture *fixture = *state;
    write_file(fixture, "{\"hello\": [1, 2]}");
    assert_refused(fixture, "file", "raddle_trace is missing");
    write_file(fixture, "[1, 2]");
    assert_refused(fixture, "file", "it is not an object");
    write_file(fixture, "{\"raddle_trace\": 3}");
    assert_refused(fixture, "file", "raddle_trace is version 3, this program reads versions 1 to 2");
    write_file(fixture, "{\"raddle_trace\": 0}");
    assert_refused(fixture, "file", "raddle_trace is version 0, this program reads versions 1 to 2");
    write_file(fixture, "{\"raddle_trace\": \"new\"}");
    assert_refused(fixture, "file", "raddle_trace is not a number");
    write_file(fixture, "{\"verdict\": \"TRUE\", \"counterexample\": null}");
    assert_refused(fixture, "file", "the result has no counterexample");
    write_file(fixture, "{\n\"raddle_trace\": ");
    Text error = {0};
    assert_null(trace_load(fixture->path, &error));
    assert_non_null(strstr(text_string(&error), ": not a trace of raddle: line 2, column "));
    text_clear(&error);
    assert_null(trace_load("/no/such/trace.json", &error));
    assert_string_equal(text_string(&error), "/no/such/trace.json: No such file or directory");
    text_clear(&error);
    assert_null(trace_load("/", &error));
    assert_int_not_equal(error.length, 0);
    text_free(&error);
}

static void damaged_fields_are_named(void **state)
{
    static const Damage cases[] = {
        {"program", NULL, "program is missing"},
        {"steps", NULL, "steps is missing"},
        {"schedule", "{}", "schedule is not a list"},
        {"end", "3", "end is not an object"},
        {"program.files", NULL, "program.files is missing"},
        {"program.files.0", "7", "program.files holds something that is not a string"},
        {"program.clang_arguments.0", "null", "program.clang_arguments holds something that is not a string"},
        {"program.file_arguments", "[\"\", \"\"]", "program.file_arguments is not as long as files"},
        {"program.calls", "3", "program.calls is not an object"},
        {"program.calls.threads", "3", "program.calls.threads is not a string"},
        {"program.calls.function", "\"put\"",
         "program.calls does not fit together: --function and --threads exclude each other"},
        {"program.data_model", "\"LLP64\"", "program.data_model has the unknown value 'LLP64'"},
        {"program.malloc_may_fail", "1", "program.malloc_may_fail is not true or false"},
        {"program.properties.1", "\"speed\"", "program.properties has the unknown value 'speed'"},
        {"program.unwind", "-1", "program.unwind is not a number that is 0 or more"},
        {"threads.0", "0", "threads holds something that is not a string"},
        {"inputs.0", "[]", "inputs[0] is not an object"},
        {"inputs.0.value", NULL, "inputs[0].value is missing"},
        {"inputs.0.value", "\"0x\"", "inputs[0].value is not a number"},
        {"inputs.0.value", "\"0x10000000000000000\"", "inputs[0].value is not a number"},
        {"inputs.0.value", "\"ten\"", "inputs[0].value is not a number that is 0 or more"},
        {"inputs.0.origin", "\"sky\"", "inputs[0].origin has the unknown value 'sky'"},
        {"inputs.0.bits", "4294967296", "inputs[0].bits is too large"},
        {"schedule.4", "[1]", "schedule[4] is not a pair of numbers"},
        {"schedule.4", "[1, \"a\"]", "schedule[4] is not a pair of numbers"},
        {"schedule.4", "[-1, 0]", "schedule[4] is out of range"},
        {"steps.3.kind", NULL, "steps[3].kind is missing"},
        {"steps.3.kind", "\"dance\"", "steps[3].kind has the unknown value 'dance'"},
        {"steps.3.thread", "4000000000", "steps[3].thread is too large"},
        {"steps.3.step", "9", "steps[3].step is after the end of the schedule"},
        {"steps.3.object", "7", "steps[3].object is not a string"},
        {"steps.3.location", "\"a.c:3\"", "steps[3].location is not an object"},
        {"steps.3.location.line", NULL, "steps[3].location.line is missing"},
        {"steps.12", "null", "steps[12] is not an object"},
        {"end.kind", "\"heat death\"", "end.kind has the unknown value 'heat death'"},
        {"end.kind", "\"exited\"", "end.exit_status is missing"},
        {"end.property", NULL, "end.property is missing"},
        {"end.thread", "true", "end.thread is not a number that is 0 or more"},
    };
    assert_all_refused(*state, sample_trace("bank.c"), cases, sizeof cases / sizeof *cases);
}

// Of all events of thread 1: pay, called by run.
static Trace *sample_with_stacks(void)
{
    Trace *trace = sample_trace("bank.c");
    TraceFrame run = {.caller = NO_STACK, .position = {"bank.c", 20, 3, "run"}};
    TraceFrame pay = {.caller = 1, .position = {"bank.c", 5, 13, "pay"}};
    vector_push(&trace->frames, run);
    vector_push(&trace->frames, pay);
    for (uint32_t i = 0; i < trace->events.count; i++)
        trace->events.data[i].stack = trace->events.data[i].thread ? 2 : NO_STACK;
    trace->stack = 1;
    return trace;
}

static void stacks_are_kept(void **state)
{
    Trace *trace = sample_with_stacks(), *loaded = save_and_load(*state, trace);
    assert_same(trace, loaded);
    assert_int_equal(loaded->frames.count, 2);
    assert_int_equal(loaded->frames.data[0].caller, NO_STACK);
    assert_int_equal(loaded->frames.data[1].caller, 1);
    assert_string_equal(loaded->frames.data[1].position.function, "pay");
    assert_string_equal(loaded->frames.data[1].position.file, "bank.c");
    assert_int_equal(loaded->frames.data[1].position.line, 5);
    for (uint32_t i = 0; i < trace->events.count; i++)
        assert_int_equal(loaded->events.data[i].stack, trace->events.data[i].stack);
    assert_int_equal(loaded->stack, 1);
    trace_free(loaded);
    trace_free(trace);
}

static void damaged_stacks_are_refused(void **state)
{
    static const Damage cases[] = {
        {"frames.0", "7", "frames[0] is not an object"},
        {"frames.1.caller", "1", "frames[1].caller is no frame in front of it"},
        {"frames.1.caller", "-1", "frames[1].caller is not a number that is 0 or more"},
        {"frames.1.function", "3", "frames[1].function is not a string"},
        {"steps.5.stack", "2", "steps[5].stack is no frame in front of it"},
        {"end.stack", "9", "end.stack is no frame in front of it"},
    };
    assert_all_refused(*state, sample_with_stacks(), cases, sizeof cases / sizeof *cases);
}

static void truncated_files_are_refused(void **state)
{
    Fixture *fixture = *state;
    Trace *trace = sample_trace("bank.c");
    Text text = {0}, error = {0};
    trace_append_json(trace, &text);
    for (size_t length = 0; length < text.length; length += 7) {
        text.data[text.length - 1 - length] = '\0';
        write_file(fixture, text.data);
        text_clear(&error);
        assert_null(trace_load(fixture->path, &error));
        assert_non_null(strstr(text_string(&error), "not a trace of raddle: line "));
    }
    text_free(&text);
    text_free(&error);
    trace_free(trace);
}

static void full_disk_is_noticed(void **state)
{
    (void)state;
    Text error = {0};
    Trace *trace = sample_trace("bank.c");
    assert_false(trace_save(trace, "/dev/full", &error));
    assert_string_equal(text_string(&error), "/dev/full: No space left on device");
    trace_free(trace);
    text_free(&error);
}

static void assert_difference(const Trace *expected, const Trace *actual, const char *words)
{
    Text difference = {0};
    assert_true(trace_difference(expected, actual, &difference));
    assert_string_equal(text_string(&difference), words);
    text_free(&difference);
}

static void differences_are_found(void **state)
{
    (void)state;
    Trace *expected = sample_trace("bank.c"), *actual = sample_trace("elsewhere/bank.c");
    Text none = {0};
    assert_false(trace_difference(expected, actual, &none));
    assert_int_equal(none.length, 0);

    TraceEvent *event = &actual->events.data[6];
    event->value = 91;
    event->value_text = "91";
    assert_difference(expected, actual,
                      "event 6: expected main: write balance = 90 (was 100) at bank.c:13, "
                      "got main: write balance = 91 (was 100) at elsewhere/bank.c:13");
    *event = expected->events.data[6];
    event->address++;
    assert_difference(expected, actual,
                      "event 6: expected main: write balance = 90 (was 100) at bank.c:13, "
                      "got main: write balance = 90 (was 100) at bank.c:13 (with a different address)");
    event->address--;

    actual->events.count -= 2;
    assert_difference(expected, actual,
                      "event 11: expected main: read  balance -> 150 at bank.c:16, got the end of the run");
    assert_difference(actual, expected,
                      "event 11: expected the end of the run, got main: read  balance -> 150 at bank.c:16");
    actual->events.count += 2;

    actual->end = TRACE_EXITED;
    assert_difference(expected, actual,
                      "end of the run: expected a violation of assertion by main at bank.c:16: "
                      "balance == 150 + amount, got exit status 0");
    expected->end = TRACE_EXITED;
    assert_false(trace_difference(expected, actual, &none));
    actual->exit_status = 1;
    assert_difference(expected, actual, "end of the run: expected exit status 0, got exit status 1");
    trace_free(expected);
    trace_free(actual);
}

static void assert_words(TraceEvent event, const char *words)
{
    Text text = {0};
    trace_event_describe(&event, &text);
    assert_string_equal(text_string(&text), words);
    text_free(&text);
}

static void events_in_words(void **state)
{
    (void)state;
    TraceEvent event = sample_event(EVENT_wait, 1, 0, 0, "a.c", 1, 1);
    event.object = "c";
    assert_words(event, "wait c");
    event.value_text = "m";
    assert_words(event, "wait c (releases m)");
    event.value_text = "";
    event.kind = EVENT_signal;
    assert_words(event, "signal c");
    event.other = 2;
    assert_words(event, "signal c (wakes thread 2)");
    event.kind = EVENT_lock_failed;
    assert_words(event, "lock c fails");
    event.kind = EVENT_semaphore_post;
    assert_words(event, "semaphore-post c");
    event = sample_access(sample_event(EVENT_read, 1, 0, 0, "a.c", 1, 1), 3, "3", 0, "");
    event.atomic = true;
    assert_words(event, "read  balance -> 3 (atomic)");
    event = sample_access(sample_event(EVENT_update, 1, 0, 0, "a.c", 1, 1), 3, "3", 2, "2");
    event.atomic = true;
    assert_words(event, "update balance = 3 (was 2)");
    assert_words(sample_event(EVENT_fence, 0, 0, 0, "a.c", 1, 1), "fence");
}

static void inputs_in_words(void **state)
{
    (void)state;
    Text text = {0};
    trace_format_input(1, 1, &text);
    text_append(&text, " ");
    trace_format_input(0xff, 8, &text);
    text_append(&text, " ");
    trace_format_input(0x7f, 8, &text);
    text_append(&text, " ");
    trace_format_input(UINT64_MAX, 64, &text);
    text_append(&text, " ");
    trace_format_input(UINT64_C(1) << 62, 63, &text);
    text_append(&text, " ");
    trace_format_input(INT32_MAX, 31, &text); // of rand
    text_append(&text, " ");
    trace_format_input(0x1ff, 9, &text); // of getchar
    assert_string_equal(text_string(&text), "1 -1 127 -1 4611686018427387904 2147483647 -1");
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(round_trip, make_file, remove_file),
        cmocka_unit_test_setup_teardown(round_trip_of_every_end, make_file, remove_file),
        cmocka_unit_test_setup_teardown(round_trip_of_every_kind, make_file, remove_file),
        cmocka_unit_test_setup_teardown(load_from_a_result, make_file, remove_file),
        cmocka_unit_test(repeat_the_inputs),
        cmocka_unit_test_setup_teardown(foreign_files_are_refused, make_file, remove_file),
        cmocka_unit_test_setup_teardown(damaged_fields_are_named, make_file, remove_file),
        cmocka_unit_test_setup_teardown(truncated_files_are_refused, make_file, remove_file),
        cmocka_unit_test_setup_teardown(stacks_are_kept, make_file, remove_file),
        cmocka_unit_test_setup_teardown(damaged_stacks_are_refused, make_file, remove_file),
        cmocka_unit_test(full_disk_is_noticed),
        cmocka_unit_test(differences_are_found),
        cmocka_unit_test(events_in_words),
        cmocka_unit_test(inputs_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
