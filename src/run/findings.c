#include "run/findings.h"

#include "base/fail.h"
#include "run/counterexample.h"
#include "run/execution.h"

static bool add_place(FoundPlaces *places, uint64_t key)
{
    for (uint32_t i = 0; i < places->keys.count; i++)
        if (places->keys.data[i] == key)
            return false;
    vector_push(&places->keys, key);
    return true;
}

bool found_places_add(FoundPlaces *places, const Violation *violation)
{
    return add_place(places, (uint64_t)violation->property << 32 | violation->position);
}

bool findings_add(Findings *findings, const EngineTask *task, const MachineOptions *machine_options,
                  const Machine *machine, const Violation *race, const Choice *choices, uint32_t choice_count)
{
    if (!found_places_add(&findings->places, race ? race : machine_violation(machine)))
        return false;
    vector_push(&findings->counterexamples,
                execution_confirm(task, machine_options, machine, race, choices, choice_count));
    return true;
}

bool findings_suffice(const Findings *findings, const EngineTask *task)
{
    return findings->counterexamples.count && !task->options->all;
}

// --- Parts

FindingsMark findings_begin_part(Findings *findings)
{
    findings->statistics = (Statistics){0};
    return (FindingsMark){findings->counterexamples.count, findings->places.keys.count};
}

void findings_put_part(const Findings *findings, FindingsMark mark, Bytes *out)
{
    uint32_t count = findings->counterexamples.count - mark.counterexamples;
    CHECK(findings->places.keys.count - mark.places == count);
    statistics_put(&findings->statistics, out);
    coverage_put(&findings->coverage, out);
    bytes_put_u32(out, count);
    for (uint32_t i = 0; i < count; i++) {
        bytes_put_u64(out, findings->places.keys.data[mark.places + i]);
        counterexample_put(findings->counterexamples.data[mark.counterexamples + i], out);
    }
}

bool findings_join_part(Findings *findings, const EngineTask *task, BytesReader *reader)
{
    Statistics statistics = {0};
    Coverage coverage = {0};
    bool executed = true;
    statistics_get(reader, &statistics);
    statistics_add(&findings->statistics, &statistics);
    coverage_get(reader, &coverage);
    coverage_join(&findings->coverage, &coverage);
    coverage_free(&coverage);
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        bool new = add_place(&findings->places, bytes_get_u64(reader));
        Trace *trace = counterexample_get(task, reader);
        executed &= trace != NULL;
        if (trace && new)
            vector_push(&findings->counterexamples, trace);
        else
            trace_free(trace);
    }
    return executed;
}

// --- The verdict

// Why nothing is proved although nothing was found; false if it is proved.
static bool explain_unknown(const Coverage *coverage, const Engine *engine, Limits *limits, Text *reason)
{
    if (limits_stop(limits))
        text_append(reason, limits_reason_text(limits->reason));
    else if (coverage->unknown.length)
        text_append(reason, text_string(&coverage->unknown));
    else if (coverage->havocked)
        text_append(reason, "a function without body was taken to return anything and do nothing");
    else if (coverage->read_free_input && engine->inputs != ENGINE_INPUTS_ALL)
        text_format(reason, "only one value of the input %s was tried", coverage->input_name);
    else
        return false;
    return true;
}

bool findings_prove(const Findings *findings, const Engine *engine, Limits *limits)
{
    Text reason = {0};
    bool proved = !findings->counterexamples.count && !explain_unknown(&findings->coverage, engine, limits, &reason);
    text_free(&reason);
    return proved;
}

static void describe_coverage(const Coverage *coverage, Text *note)
{
    text_append(note, coverage->read_given_input  ? "for all schedules, with the given input"
                      : coverage->read_free_input ? "for all schedules and inputs"
                                                  : "for all schedules");
    if (coverage->cut_loops)
        text_append(note, ", up to the given number of loop iterations");
    if (coverage->cut_threads)
        text_append(note, ", up to the given number of threads per call");
    if (coverage->cut_switches)
        text_append(note, ", up to the given number of context switches");
    if (coverage->cut_switches && !coverage->ended)
        text_append(note, ", with which no run comes to its end");
}

// Of one who has asked for all violations.
static void note_more(const Coverage *coverage, const Engine *engine, Limits *limits, Verdict *verdict)
{
    bool raced = false;
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        raced |= verdict->counterexamples.data[i]->property == PROPERTY_RACE;
    if (explain_unknown(coverage, engine, limits, &verdict->more))
        text_format(&verdict->note, "there may be more violations: %s", text_string(&verdict->more));
    else if (raced && !engine->names_all_races)
        text_format(&verdict->more, "%s does not name all data races", engine->name);
    else
        describe_coverage(coverage, &verdict->rest);
}

void findings_conclude(Findings *findings, const Engine *engine, const Options *options, Limits *limits,
                       Verdict *verdict)
{
    const Coverage *coverage = &findings->coverage;
    verdict->engine = engine->name;
    verdict->statistics = findings->statistics;
    verdict->depth.cut = coverage->cut;
    text_append(&verdict->dump, text_string(&findings->dump));
    for (uint32_t i = 0; i < findings->counterexamples.count; i++)
        vector_push(&verdict->counterexamples, findings->counterexamples.data[i]);
    findings->counterexamples.count = 0;
    if (verdict->counterexamples.count) {
        verdict->answer = ANSWER_FALSE;
        if (options->all)
            note_more(coverage, engine, limits, verdict);
    } else if (explain_unknown(coverage, engine, limits, &verdict->reason)) {
        verdict->answer = ANSWER_UNKNOWN;
        verdict->bounded = true;
        text_append(&verdict->covered, text_string(&findings->covered));
    } else {
        verdict->answer = ANSWER_TRUE;
        verdict->bounded =
            coverage->read_given_input || coverage->cut_loops || coverage->cut_threads || coverage->cut_switches;
        verdict->was_cut = coverage->cut_loops || coverage->cut_threads;
        verdict->proof = findings->proof;
        findings->proof = (Proof){0};
        describe_coverage(coverage, &verdict->note);
    }
    findings_free(findings);
}

void findings_free(Findings *findings)
{
    for (uint32_t i = 0; i < findings->counterexamples.count; i++)
        trace_free(findings->counterexamples.data[i]);
    vector_free(&findings->counterexamples);
    vector_free(&findings->places.keys);
    coverage_free(&findings->coverage);
    text_free(&findings->dump);
    proof_free(&findings->proof);
    text_free(&findings->covered);
    *findings = (Findings){0};
}
