// Witnesses in GraphML, format 1.0. A violation is an automaton with one path: each step of the counterexample is an
// edge that names its thread and its line. A proof is an automaton with one state and no invariants.
//
// Which way a branch went (`control`) is not said: clang may have turned the condition round, and a wrong one makes a
// witness useless.
#include <string.h>

#include "report/report.h"
#include "report/witness.h"
#include "report/xml.h"

typedef struct Graph {
    Text *out;
    WitnessSteps *steps;
    const char *program_file;
    unsigned node; // where the next edge begins
} Graph;

// X(id, name, element it belongs to, default)
#define KEY_TABLE(X)                                            \
    X("witness-type", "witness-type", "graph", NULL)            \
    X("sourcecodelang", "sourcecodelang", "graph", NULL)        \
    X("producer", "producer", "graph", NULL)                    \
    X("specification", "specification", "graph", NULL)          \
    X("calls", "calls", "graph", NULL)                          \
    X("programfile", "programFile", "graph", NULL)              \
    X("programhash", "programHash", "graph", NULL)              \
    X("architecture", "architecture", "graph", NULL)            \
    X("creationtime", "creationTime", "graph", NULL)            \
    X("entry", "isEntryNode", "node", "false")                  \
    X("violation", "isViolationNode", "node", "false")          \
    X("threadId", "threadId", "edge", NULL)                     \
    X("createThread", "createThread", "edge", NULL)             \
    X("enterFunction", "enterFunction", "edge", NULL)           \
    X("returnFromFunction", "returnFromFunction", "edge", NULL) \
    X("originfile", "originFileName", "edge", NULL)             \
    X("startline", "startline", "edge", NULL)                   \
    X("sourcecode", "sourcecode", "edge", NULL)                 \
    X("assumption", "assumption", "edge", NULL)                 \
    X("assumption.resultfunction", "assumption.resultfunction", "edge", NULL)

typedef struct Key {
    const char *id, *name, *element, *value;
} Key;

static const Key keys[] = {
#define X(id, name, element, value) {id, name, element, value},
    KEY_TABLE(X)
#undef X
};

static void append_data(Text *out, const char *indent, const char *key, const char *value)
{
    text_format(out, "%s<data key=\"%s\">", indent, key);
    xml_append_escaped(out, value);
    text_append(out, "</data>\n");
}

static void append_number(Text *out, const char *key, uint32_t number)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    append_data(out, "    ", key, text);
}

static void append_keys(Text *out)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        text_format(out, " <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"", keys[i].id, keys[i].name,
                    keys[i].value ? "boolean" : "string", keys[i].element);
        if (keys[i].value)
            text_format(out, "><default>%s</default></key>\n", keys[i].value);
        else
            text_append(out, "/>\n");
    }
}

static void append_task(const Verdict *verdict, Text *out)
{
    const TraceProgram *program = witness_program(verdict);
    bool violated = verdict->answer == ANSWER_FALSE;
    Text text = {0};
    append_data(out, "  ", "witness-type", violated ? "violation_witness" : "correctness_witness");
    append_data(out, "  ", "sourcecodelang", "C");
    append_data(out, "  ", "producer", "raddle " RADDLE_VERSION);
    property_append_formulas(witness_properties(verdict), &text);
    append_data(out, "  ", "specification", text_string(&text));
    text_clear(&text);
    if (program && program->files.count) {
        append_data(out, "  ", "programfile", trace_file_name(program, 0));
        if (witness_append_hash(program, 0, &text))
            append_data(out, "  ", "programhash", text_string(&text));
        text_clear(&text);
    }
    if (program)
        call_plan_describe(&program->calls, &text);
    if (text.length)
        append_data(out, "  ", "calls", text_string(&text));
    text_clear(&text);
    bool narrow = program && !strcmp(witness_data_model(program), "ILP32");
    append_data(out, "  ", "architecture", narrow ? "32bit" : "64bit");
    witness_append_time(&text);
    append_data(out, "  ", "creationtime", text_string(&text));
    text_free(&text);
}

static void append_node(Graph *graph, bool violation)
{
    if (!graph->node && !violation)
        text_append(graph->out, "  <node id=\"N0\">\n    <data key=\"entry\">true</data>\n  </node>\n");
    else if (violation)
        text_format(graph->out, "  <node id=\"N%u\">\n    <data key=\"violation\">true</data>\n  </node>\n",
                    graph->node);
    else
        text_format(graph->out, "  <node id=\"N%u\"/>\n", graph->node);
}

static void begin_edge(Graph *graph)
{
    append_node(graph, false);
    text_format(graph->out, "  <edge source=\"N%u\" target=\"N%u\">\n", graph->node, graph->node + 1);
    graph->node++;
}

static void end_edge(Graph *graph)
{
    text_append(graph->out, "  </edge>\n");
}

// Main is a thread like any other; no edge of a thread stands in front of the one that creates it.
static void append_beginning(Graph *graph)
{
    begin_edge(graph);
    append_number(graph->out, "createThread", 0);
    append_data(graph->out, "    ", "enterFunction", "main");
    end_edge(graph);
}

static void append_place(Graph *graph, const TracePosition *position)
{
    Text line = {0};
    if (!position->line)
        return;
    if (strcmp(position->file, graph->program_file))
        append_data(graph->out, "    ", "originfile", position->file);
    append_number(graph->out, "startline", position->line);
    if (source_append_trimmed(&graph->steps->sources, position->file, position->line, &line))
        append_data(graph->out, "    ", "sourcecode", text_string(&line));
    text_free(&line);
}

static void append_input(Graph *graph, const WitnessStep *step)
{
    Text assumption = {0};
    text_format(&assumption, "\\result == %s;", step->value);
    append_data(graph->out, "    ", "assumption", text_string(&assumption));
    append_data(graph->out, "    ", "assumption.resultfunction", step->function);
    text_free(&assumption);
}

static void append_edge(Graph *graph, const WitnessStep *step)
{
    bool boundary = step->kind == WITNESS_START || step->kind == WITNESS_END;
    const char *function = boundary ? witness_thread_function(graph->steps, step->thread) : "";
    if (boundary && !*function)
        return;
    begin_edge(graph);
    append_number(graph->out, "threadId", step->thread);
    append_place(graph, &step->position);
    if (step->kind == WITNESS_CREATE)
        append_number(graph->out, "createThread", step->other);
    if (step->kind == WITNESS_INPUT)
        append_input(graph, step);
    if (boundary)
        append_data(graph->out, "    ", step->kind == WITNESS_START ? "enterFunction" : "returnFromFunction", function);
    end_edge(graph);
}

static void append_path(const Verdict *verdict, Text *out)
{
    const Trace *trace = verdict->counterexamples.data[0];
    const TraceProgram *program = witness_program(verdict);
    WitnessSteps steps = {0};
    witness_steps_make(trace, &steps);
    Graph graph = {.out = out, .steps = &steps, .program_file = trace_file_name(program, 0)};
    append_beginning(&graph);
    for (uint32_t i = 0; i < steps.list.count; i++)
        append_edge(&graph, &steps.list.data[i]);
    append_node(&graph, true);
    witness_steps_free(&steps);
}

void report_witness_graphml(const Verdict *verdict, Text *out)
{
    if (verdict->answer == ANSWER_UNKNOWN)
        return;
    text_append(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                     "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\""
                     " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    append_keys(out);
    text_append(out, " <graph edgedefault=\"directed\">\n");
    append_task(verdict, out);
    if (verdict->answer == ANSWER_FALSE) {
        append_path(verdict, out);
    } else {
        Graph graph = {.out = out};
        append_node(&graph, false);
    }
    text_append(out, " </graph>\n</graphml>\n");
}
