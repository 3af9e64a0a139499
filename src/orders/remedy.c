#include "orders/remedy.h"

#include <string.h>

#include "base/none.h"
#include "machine/machine.h"
#include "orders/search.h"
#include "run/execution.h"

// A step of the run as it was.
typedef struct Step {
    uint32_t write;  // the choice was about this one; see machine_choice_write
    uint64_t events; // that there had been
} Step;

typedef struct Remedy {
    const Program *program;
    const Trace *trace;
    InputPlan inputs;
    MachineOptions machine;
    VECTOR(Step) steps;
    uint64_t left; // so many steps may still be made in search of one
} Remedy;

enum { MOST_STEPS = 2000000 };

// The alternative of the thread that is about the same write, and of the same kind; NONE: there is none.
static uint32_t find_alternative(const Machine *machine, Choice choice, const Step *step)
{
    uint32_t count = machine_alternatives(machine, choice.thread);
    if (!step->write)
        return choice.alternative < count ? choice.alternative : NONE;
    for (uint32_t i = 0; i < count; i++) {
        Choice other = {choice.thread, i};
        if (machine_choice_write(machine, other) == step->write &&
            machine_choice_fails(machine, other) == machine_choice_fails(machine, choice) &&
            machine_choice_is_possible(machine, other))
            return i;
    }
    return NONE;
}

// A race may also be one of two threads that stand before it.
static bool is_violated(const Machine *machine, Property property)
{
    Violation race;
    if (machine_status(machine) == MACHINE_VIOLATION)
        return machine_violation(machine)->property == property;
    return property == PROPERTY_RACE && machine_status(machine) == MACHINE_RUNNING && machine_find_race(machine, &race);
}

static Answer conclude(const Remedy *remedy, const Machine *machine, uint32_t followed)
{
    if (is_violated(machine, remedy->trace->property))
        return ANSWER_FALSE;
    return followed == remedy->trace->schedule.count && machine_status(machine) != MACHINE_UNKNOWN ? ANSWER_TRUE
                                                                                                   : ANSWER_UNKNOWN;
}

// Whether the orders that the program has now forbid the run: TRUE. Not known if it does not go the same way up to there.
static Answer judge(void *context)
{
    Remedy *remedy = context;
    const Trace *trace = remedy->trace;
    Machine *machine = machine_create(remedy->program, &remedy->machine);
    Answer answer = ANSWER_UNKNOWN;
    uint32_t i = 0;
    for (; i < trace->schedule.count && machine_status(machine) == MACHINE_RUNNING && remedy->left; i++) {
        Choice choice = trace->schedule.data[i];
        bool aligned = choice.thread < machine_thread_count(machine) && machine_alternatives(machine, choice.thread) &&
                       machine_event_count(machine) == remedy->steps.data[i].events;
        uint32_t alternative = aligned ? find_alternative(machine, choice, &remedy->steps.data[i]) : NONE;
        if (alternative == NONE) {
            answer = aligned ? ANSWER_TRUE : ANSWER_UNKNOWN;
            break;
        }
        machine_step(machine, (Choice){choice.thread, alternative});
        remedy->left--;
    }
    if (i == trace->schedule.count || machine_status(machine) != MACHINE_RUNNING)
        answer = conclude(remedy, machine, i);
    machine_free(machine);
    return answer;
}

// Follows the run with the orders that the program has. False if that is not possible.
static bool note_steps(Remedy *remedy)
{
    const Trace *trace = remedy->trace;
    Machine *machine = machine_create(remedy->program, &remedy->machine);
    for (uint32_t i = 0; i < trace->schedule.count && machine_status(machine) == MACHINE_RUNNING; i++) {
        Choice choice = trace->schedule.data[i];
        if (choice.thread >= machine_thread_count(machine) ||
            choice.alternative >= machine_alternatives(machine, choice.thread))
            break;
        vector_push(&remedy->steps, (Step){machine_choice_write(machine, choice), machine_event_count(machine)});
        machine_step(machine, choice);
    }
    bool same = remedy->steps.count == trace->schedule.count && is_violated(machine, trace->property);
    machine_free(machine);
    return same;
}

// What the run did not come to cannot forbid it.
static void leave_out_others(Sites *sites, const Program *program, const Trace *trace)
{
    for (uint32_t i = 0; i < sites->list.count; i++) {
        Site *site = &sites->list.data[i];
        const char *file = program->files.data[site->place.file];
        bool met = site->kind == OPERATION_FENCE; // makes no event
        for (uint32_t j = 0; j < trace->events.count && !met; j++) {
            const TracePosition *position = &trace->events.data[j].position;
            met = position->line == site->place.line && !strcmp(position->file, file);
        }
        site->mixed |= !met;
    }
}

static void append_site(const Program *program, const Site *site, const char *main_file, Text *out)
{
    const char *file = program->files.data[site->place.file];
    text_format(out, "the %s at ", operation_name(site->kind));
    if (strcmp(file, main_file))
        text_format(out, "%s:%u", file, site->place.line);
    else
        text_format(out, "line %u", site->place.line);
    text_append(out, " is ");
    orders_append(site->now, site->kind, out);
}

static void append_changes(const Program *program, const Sites *sites, const Trace *trace, Text *out)
{
    uint32_t count = 0, left;
    for (uint32_t i = 0; i < sites->list.count; i++)
        count += !orders_equal(sites->list.data[i].given, sites->list.data[i].now);
    left = count;
    for (uint32_t i = 0; i < sites->list.count; i++) {
        if (orders_equal(sites->list.data[i].given, sites->list.data[i].now))
            continue;
        text_append(out, left == count ? "it cannot happen if " : left > 1 ? ", " : " and ");
        append_site(program, &sites->list.data[i], trace->where.file, out);
        left--;
    }
}

void remedy_append(Program *program, const Facts *facts, const Trace *trace, Text *out)
{
    Remedy remedy = {.program = program, .trace = trace, .left = MOST_STEPS};
    Sites sites;
    trace_input_plan(trace, &remedy.inputs);
    remedy.machine = execution_traced_options(&trace->program, facts, &remedy.inputs, NULL);
    sites_collect(&sites, program);
    leave_out_others(&sites, program, trace);
    OrdersSearch search = {.sites = &sites, .judge = judge, .context = &remedy};
    if (sites.list.count && note_steps(&remedy) && orders_strengthen(&search) == MENDED)
        append_changes(program, &sites, trace, out);
    for (uint32_t i = 0; i < sites.list.count; i++)
        if (!orders_equal(sites.list.data[i].given, sites.list.data[i].now))
            site_set(&sites.list.data[i], sites.list.data[i].given);
    vector_free(&remedy.steps);
    input_plan_free(&remedy.inputs);
    sites_free(&sites);
}
