// Witnesses in YAML. A violation is a `violation_sequence` of format 2.2, whose waypoints may name their thread: thread
// 0 is main, and the n-th waypoint that enters a function at the creation of a thread makes thread n. The waypoints are
//   - the creation of each thread (function_enter),
//   - each value that a call returned (function_return),
//   - where a thread goes on after another one (an assumption that always holds), and
//   - the violation (target).
// An assumption is met just before a statement begins. Where a thread goes on in the middle of a line there is no such
// moment, so there is no waypoint: the witness then allows more runs than the counterexample, among them that one.
#include <string.h>

#include "report/report.h"
#include "report/witness.h"
#include "base/json.h"

typedef struct Sequence {
    Text *out;
    const char *program_file;                 // where the place of the violation is not known
    VECTOR(uint32_t) numbers;                 // by thread
    VECTOR(const TracePosition *) last_lines; // by thread; NULL: none yet
    uint32_t created;
    uint32_t previous; // the thread of the step before
} Sequence;

// JSON's strings are YAML's, too.
static void append_string(Text *out, const char *string)
{
    json_text_append(out, json_text_string(string));
}

static void append_waypoint(Sequence *sequence, const char *type, const WitnessStep *step)
{
    text_format(sequence->out,
                "  - segment:\n    - waypoint:\n        type: %s\n        action: follow\n        thread_id: %u\n",
                type, sequence->numbers.data[step->thread]);
}

static void append_constraint(Sequence *sequence, const char *value, const char *format)
{
    text_append(sequence->out, "        constraint:\n          value: ");
    append_string(sequence->out, value);
    text_format(sequence->out, "\n          format: %s\n", format);
}

// Without a column a location means the first suitable place on the line.
static void append_location(Sequence *sequence, const WitnessStep *step, uint32_t column)
{
    text_append(sequence->out, "        location:\n          file_name: ");
    append_string(sequence->out, *step->position.file ? step->position.file : sequence->program_file);
    text_append_character(sequence->out, '\n');
    if (step->position.line)
        text_format(sequence->out, "          line: %u\n", step->position.line);
    if (column)
        text_format(sequence->out, "          column: %u\n", column);
}

static bool goes_on_in_line(const Sequence *sequence, const WitnessStep *step)
{
    const TracePosition *last = sequence->last_lines.data[step->thread];
    return last && last->line == step->position.line && !strcmp(last->file, step->position.file);
}

static void append_line(Sequence *sequence, const WitnessStep *step)
{
    if (sequence->previous == step->thread || goes_on_in_line(sequence, step))
        return;
    append_waypoint(sequence, "assumption", step);
    append_constraint(sequence, "1", "c_expression");
    append_location(sequence, step, 0);
}

static void append_input(Sequence *sequence, const WitnessStep *step)
{
    Text value = {0};
    text_format(&value, "\\result == %s", step->value);
    append_waypoint(sequence, "function_return", step);
    append_constraint(sequence, text_string(&value), "ext_c_expression");
    append_location(sequence, step, step->end_column);
    text_free(&value);
}

static void append_step(Sequence *sequence, const WitnessStep *step)
{
    switch (step->kind) {
    case WITNESS_LINE:
        append_line(sequence, step);
        break;
    case WITNESS_CREATE:
        sequence->numbers.data[step->other] = ++sequence->created;
        append_waypoint(sequence, "function_enter", step);
        append_location(sequence, step, 0);
        break;
    case WITNESS_INPUT:
        append_input(sequence, step);
        break;
    case WITNESS_VIOLATION:
        append_waypoint(sequence, "target", step);
        append_location(sequence, step, step->position.column);
        break;
    case WITNESS_START:
    case WITNESS_END:
        return;
    }
    sequence->previous = step->thread;
    sequence->last_lines.data[step->thread] = &step->position;
}

static void append_sequence(const Trace *trace, Text *out)
{
    WitnessSteps steps = {0};
    witness_steps_make(trace, &steps);
    Sequence sequence = {.out = out, .program_file = trace_file_name(&trace->program, 0)};
    uint32_t threads = witness_thread_count(&steps);
    vector_resize(&sequence.numbers, threads);
    vector_resize(&sequence.last_lines, threads);
    text_append(out, "  content:\n");
    for (uint32_t i = 0; i < steps.list.count; i++)
        append_step(&sequence, &steps.list.data[i]);
    vector_free(&sequence.numbers);
    vector_free(&sequence.last_lines);
    witness_steps_free(&steps);
}

static void append_files(const TraceProgram *program, Text *out)
{
    text_append(out, "      input_files:\n");
    for (uint32_t i = 0; i < program->files.count; i++) {
        text_append(out, "        - ");
        append_string(out, trace_file_name(program, i));
        text_append_character(out, '\n');
    }
    text_append(out, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < program->files.count; i++) {
        text_append(out, "        ");
        append_string(out, trace_file_name(program, i));
        text_append(out, ": \"");
        witness_append_hash(program, i, out);
        text_append(out, "\"\n");
    }
}

static void append_task(const Verdict *verdict, Text *out)
{
    const TraceProgram *program = witness_program(verdict);
    Text formulas = {0};
    property_append_formulas(witness_properties(verdict), &formulas);
    text_append(out, "    task:\n");
    if (program)
        append_files(program, out);
    text_append(out, "      specification: ");
    append_string(out, text_string(&formulas));
    text_format(out, "\n      data_model: %s\n      language: C\n", program ? witness_data_model(program) : "LP64");
    text_free(&formulas);
}

static void append_invariants(const Proof *proof, Text *out)
{
    if (!proof->loops.count) {
        text_append(out, "  content: []\n");
        return;
    }
    text_append(out, "  content:\n");
    for (uint32_t i = 0; i < proof->loops.count; i++) {
        const ProofLoop *loop = &proof->loops.data[i];
        text_append(out, "  - invariant:\n      type: loop_invariant\n      location:\n        file_name: ");
        append_string(out, text_string(&loop->file));
        text_format(out, "\n        line: %u\n", loop->line);
        if (loop->column)
            text_format(out, "        column: %u\n", loop->column);
        text_append(out, "        function: ");
        append_string(out, text_string(&loop->function));
        text_append(out, "\n      value: ");
        append_string(out, text_string(&proof->always));
        text_append(out, "\n      format: c_expression\n");
    }
}

// What the verdict is about, if it is not main.
static void append_calls(const Verdict *verdict, Text *out)
{
    const TraceProgram *program = witness_program(verdict);
    Text calls = {0};
    if (program)
        call_plan_describe(&program->calls, &calls);
    if (calls.length) {
        text_append(out, "      description: ");
        append_string(out, text_string(&calls));
        text_append_character(out, '\n');
    }
    text_free(&calls);
}

void report_witness(const Verdict *verdict, Text *out)
{
    if (verdict->answer == ANSWER_UNKNOWN)
        return;
    bool violated = verdict->answer == ANSWER_FALSE;
    Text task = {0}, content = {0}, identity = {0};
    append_task(verdict, &task);
    if (violated)
        append_sequence(verdict->counterexamples.data[0], &content);
    else
        append_invariants(&verdict->proof, &content);
    text_format(&identity, "%s%s", text_string(&task), text_string(&content));
    text_format(out, "- entry_type: %s\n  metadata:\n    format_version: \"%s\"\n    uuid: \"",
                violated ? "violation_sequence" : "invariant_set", violated ? "2.2" : "2.0");
    witness_append_uuid(&identity, out);
    text_append(out, "\"\n    creation_time: \"");
    witness_append_time(out);
    text_append(out, "\"\n    producer:\n      name: raddle\n      version: \"" RADDLE_VERSION "\"\n");
    append_calls(verdict, out);
    text_append(out, text_string(&task));
    text_append(out, text_string(&content));
    text_free(&task);
    text_free(&content);
    text_free(&identity);
}
