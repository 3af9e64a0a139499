// What a symbolic run depends on: pins, assumptions, checks and branches, as events.
//
// A branch whose other side violates a property before anything visible happens is a check, not a branch: assert(c) is
// `if (!c) __assert_fail()`. Where nobody asked about the property, or the other side is a false assumption, it is an
// assumption. To find out, a clone of the machine takes the other side and runs up to the thread's next visible
// operation. The clone stays symbolic: `path` is the condition under which it is where it is. At a branch of its own,
// further clones take the other sides, so that `assert(a || b)` is understood too; every violation found is a check
// that its path does not hold. The values that clones compute with are those of the run, which may contradict the path;
// all that depends on them is either in the terms or pinned, and then the pin is part of the path.
//
// What a clone finds must not depend on other threads. It stops before visible operations, even where the run itself
// would not (in atomic sections, while it is the only thread), and what it finds after an input, a join or the creation
// of a thread does not count; neither do faults that others may have caused, such as the use of freed memory.
#include <string.h>

#include "base/limits.h"
#include "machine/symbolic.h"

enum { PROBE_INSTRUCTIONS = 1000, PROBE_WAYS = 12 };

// On this path the thread violates a property, or stops for good: at a false assumption, or a violation nobody asked
// about.
typedef struct Finding {
    Term path;
    bool stops;
    Property property;
    uint32_t position;
} Finding;

// The search beyond one branch of the run.
typedef struct Search {
    VECTOR(Finding) findings;
    uint32_t ways_left;
    uint64_t instructions_left;
} Search;

typedef struct Probe {
    Search *search;
    MachineOptions *options; // of the clone
    Term path;
    bool spoiled;
} Probe;

static Term conjoin(Machine *machine, Term a, Term b)
{
    return term_and(machine->terms, a, b);
}

static void narrow_path(Machine *machine, Term condition)
{
    machine->probe->path = conjoin(machine, machine->probe->path, condition);
}

static void add_finding(const Probe *probe, const Machine *machine, Term path, Property property, uint32_t position)
{
    if (!probe->spoiled && !term_is_false(machine->terms, path))
        vector_push(&probe->search->findings, (Finding){path, false, property, position});
}

static void add_stop(const Probe *probe, const Machine *machine)
{
    if (!probe->spoiled && !term_is_false(machine->terms, probe->path))
        vector_push(&probe->search->findings, (Finding){.path = probe->path, .stops = true});
}

void probe_spoil(Machine *machine)
{
    machine->probe->spoiled = true;
    machine->probe->options->instruction_limit = 0; // there is no use in going on
}

void probe_note_event(Machine *machine, EventKind kind)
{
    if (event_kind_counts(kind) && kind != EVENT_violation && kind != EVENT_allocate && kind != EVENT_free &&
        kind != EVENT_atomic_end)
        probe_spoil(machine);
}

void probe_note_violation(Machine *machine, Property property)
{
    if (property != PROPERTY_ASSERTION && property != PROPERTY_ABORT && property != PROPERTY_MEMORY &&
        property != PROPERTY_DIVISION && property != PROPERTY_OVERFLOW)
        probe_spoil(machine);
}

static void explore(Machine *machine, const Thread *thread, uint32_t target, Term path, Search *search)
{
    if (target == WAY_UNSEEN || (machine->probe && machine->probe->spoiled) || !search->ways_left ||
        !search->instructions_left || term_is_false(machine->terms, path))
        return;
    search->ways_left--;
    Machine *clone = machine_fork(machine);
    MachineOptions options = *machine->options;
    Probe probe = {.search = search, .options = &options, .path = path};
    uint64_t before = clone->instruction_count;
    options.limits = NULL;
    options.rounds = NULL;
    options.instruction_limit = before + search->instructions_left;
    clone->options = &options;
    clone->probe = &probe;
    machine_update_concurrency(clone);
    clone->step.permit = false;
    Thread *copy = machine_writable_thread(clone, thread->id);
    thread_frame(copy)->pc = target;
    thread_run(clone, copy);
    uint64_t spent = clone->instruction_count - before;
    search->instructions_left -= spent < search->instructions_left ? spent : search->instructions_left;
    if (clone->outcome.status == MACHINE_VIOLATION)
        add_finding(&probe, clone, probe.path, clone->outcome.violation.property, clone->outcome.violation.position);
    else if (clone->outcome.status == MACHINE_RUNNING && copy->state == THREAD_ASSUMING &&
             clone->past.cuts == machine->past.cuts)
        add_stop(&probe, clone);
    machine_free(clone);
}

// Terms do not change: what held once on this path holds for ever.
static bool contains(const Reported *reported, Term condition)
{
    for (uint32_t i = 0; i < REPORTED_COUNT; i++)
        if (reported->conditions[i] == condition)
            return true;
    return false;
}

static void remember(Reported *reported, Term condition)
{
    reported->conditions[reported->next++ % REPORTED_COUNT] = condition;
}

static bool was_reported(const Machine *machine, const Thread *thread, Term condition)
{
    return !machine->options->report_again && contains(&thread->path.reported, condition);
}

// Notes it among those that need not be reported again.
static void emit_numbered(Machine *machine, Thread *thread, Reported *reported, Event event)
{
    remember(reported, event.term);
    event.number = thread->path.decided - 1;
    machine_emit(machine, thread, event);
}

static void emit_condition(Machine *machine, Thread *thread, Event event)
{
    if (!was_reported(machine, thread, event.term))
        emit_numbered(machine, thread, &thread->path.reported, event);
}

// What was found on ways that the run did not take. How much that is may depend on the values of the run, which must not
// decide whether a condition on its own way is reported: the same path has the same decisions.
static void emit_finding(Machine *machine, Thread *thread, Event event)
{
    bool was_found = !machine->options->report_again && contains(&thread->path.found, event.term);
    if (!was_found && !was_reported(machine, thread, event.term))
        emit_numbered(machine, thread, &thread->path.found, event);
}

void symbolic_pin(Machine *machine, Thread *thread, Term *term, uint64_t value)
{
    if (!*term)
        return;
    TermTable *terms = machine->terms;
    Term pinned = *term, condition = term_equal(terms, pinned, term_constant(terms, term_width(terms, pinned), value));
    *term = NO_TERM;
    if (term_is_true(terms, condition))
        return;
    if (machine->probe) {
        narrow_path(machine, condition);
        return;
    }
    thread->path.decided++;
    emit_condition(machine, thread, (Event){.kind = EVENT_pin, .term = condition, .content = pinned, .value = value});
}

void symbolic_pin_memory(Machine *machine, Thread *thread, uint64_t address, uint64_t size)
{
    for (uint64_t done = 0; machine->terms && done < size; done += 8) {
        uint32_t part = size - done < 8 ? (uint32_t)(size - done) : 8;
        uint64_t value = memory_read_word(&machine->memory, address + done, part);
        Term term = access_content(machine, address + done, part);
        if (!term)
            continue;
        symbolic_pin(machine, thread, &term, value);
        static const Term concrete[8];
        memory_write_terms(&machine->memory, address + done, concrete, part);
    }
}

// A condition that does not hold in this run takes the thread another way, as a branch would: to its end or to a
// violation.
void symbolic_assume(Machine *machine, Thread *thread, Term condition, bool holds)
{
    Term held = holds ? condition : term_not(machine->terms, condition);
    if (term_is_true(machine->terms, held))
        return;
    if (machine->probe) {
        narrow_path(machine, held);
        return;
    }
    thread->path.decided++;
    emit_condition(
        machine, thread,
        (Event){.kind = holds ? EVENT_assume : EVENT_branch, .term = held, .content = holds ? NO_TERM : condition});
}

void symbolic_check(Machine *machine, Thread *thread, Property property, Term condition, bool holds)
{
    if (term_is_true(machine->terms, condition))
        return;
    Probe *probe = machine->probe;
    bool asked = (machine->options->properties & PROPERTY_BIT(property)) != 0;
    if (probe && holds && asked)
        add_finding(probe, machine, conjoin(machine, probe->path, term_not(machine->terms, condition)), property,
                    thread_position(machine, thread));
    if (probe || !holds || !asked) {
        symbolic_assume(machine, thread, condition, holds);
        return;
    }
    thread->path.decided++;
    emit_condition(machine, thread, (Event){.kind = EVENT_check, .term = condition, .property = property});
}

// An error that stands elsewhere than the branch that leads to it: `if (c) error();`, and not assert(c), whose parts
// all have the position of the macro, or a function of the program that serves the same purpose.
static bool is_error_branch(const Machine *machine, const Thread *thread, uint32_t error)
{
    if (!machine->options->error_branches || strstr(thread_frame(thread)->function->name, "assert"))
        return false;
    const Position *here = &machine->program->positions.data[thread_position(machine, thread)];
    const Position *there = &machine->program->positions.data[error];
    return here->line != there->line || here->column != there->column || here->file != there->file;
}

static void drop_error_branches(const Machine *machine, const Thread *thread, Search *search)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < search->findings.count; i++) {
        Finding finding = search->findings.data[i];
        if (finding.stops || !is_error_branch(machine, thread, finding.position))
            search->findings.data[kept++] = finding;
    }
    search->findings.count = kept;
}

// What the search found: that none of the ways to a violation or a stop is taken. Returns whether these cover all of
// `others`.
static bool emit_findings(Machine *machine, Thread *thread, const Search *search, const Fork *fork)
{
    for (uint32_t i = 0; i < search->findings.count; i++) {
        const Finding *finding = &search->findings.data[i];
        emit_finding(machine, thread,
                     (Event){.kind = finding->stops ? EVENT_assume : EVENT_check,
                             .term = term_not(machine->terms, finding->path),
                             .property = finding->property,
                             .position = finding->position});
    }
    for (uint32_t i = 0; i < fork->count; i++) {
        bool found = term_is_false(machine->terms, fork->others[i].condition);
        for (uint32_t j = 0; !found && j < search->findings.count; j++)
            found = search->findings.data[j].path == fork->others[i].condition;
        if (!found)
            return false;
    }
    return true;
}

void symbolic_branch(Machine *machine, Thread *thread, const Fork *fork)
{
    if (term_is_true(machine->terms, fork->taken))
        return;
    if (machine->probe) {
        Probe *probe = machine->probe;
        for (uint32_t i = 0; i < fork->count; i++)
            explore(machine, thread, fork->others[i].target, conjoin(machine, probe->path, fork->others[i].condition),
                    probe->search);
        narrow_path(machine, fork->taken);
        uint64_t limit = machine->instruction_count + probe->search->instructions_left;
        if (limit < probe->options->instruction_limit)
            probe->options->instruction_limit = limit;
        return;
    }
    thread->path.decided++;
    if (!machine->observer.sink || was_reported(machine, thread, fork->taken))
        return;
    Search search = {.ways_left = PROBE_WAYS, .instructions_left = PROBE_INSTRUCTIONS};
    Event branch = {.kind = EVENT_branch, .term = fork->taken, .content = fork->selector, .value = fork->selected};
    if (machine->options->plain_branches) {
        emit_condition(machine, thread, branch);
        return;
    }
    for (uint32_t i = 0; i < fork->count; i++)
        explore(machine, thread, fork->others[i].target, fork->others[i].condition, &search);
    drop_error_branches(machine, thread, &search);
    bool covered = emit_findings(machine, thread, &search, fork);
    if (!covered) {
        emit_condition(machine, thread, branch);
    } else if (machine->options->error_branches && term_width(machine->terms, fork->selector) > 1) {
        // Of a switch it is reported which way was taken, whatever became of the others.
        branch.number = thread->path.decided - 1;
        machine_emit(machine, thread, branch);
    }
    vector_free(&search.findings);
}
