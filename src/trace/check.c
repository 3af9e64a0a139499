// Whether a loaded trace can be one of a run. Beside threads and indices this is about terms: they are evaluated, each
// once and in the order of the table, with the symbols at the values that the run read, and must give what the run
// wrote and the conditions it went by. So a file in which a number was changed is refused here, not reported as a
// violation later.
#include <stdlib.h>

#include "base/memory.h"
#include "trace/reader.h"

// ADDRESS_BITS: more than any address of memory in a program under test has.
enum { ACCESS_LIMIT = 8, ADDRESS_BITS = 48, OPERAND_LIMIT = 3 };

typedef struct ThreadState {
    bool exists;
    bool ended;
    uint32_t next; // index of the next event
} ThreadState;

// What is known about a term of the table.
typedef struct TermState {
    Term value;      // a constant of `values`; NO_TERM: it depends on a symbol that no event has read
    uint32_t latest; // the last event that it depends on, counted from 1; 0: none
    bool read;       // a symbol that belongs to an event
} TermState;

typedef struct Checker {
    Reader *reader;
    const Trace *trace;
    VECTOR(ThreadState) threads;
    TermTable *values;
    TermState *states; // by Term
} Checker;

static ThreadState *find_thread(Checker *checker, uint32_t thread)
{
    if (thread >= checker->threads.count)
        vector_resize(&checker->threads, thread + 1);
    return &checker->threads.data[thread];
}

static void check_threads(Checker *checker, const TraceEvent *event)
{
    Reader *reader = checker->reader;
    ThreadState *thread = find_thread(checker, event->thread);
    if (!thread->exists)
        reader_fail(reader, "thread", "is that of a thread that nothing has created");
    if (event->index != thread->next)
        reader_fail_format(reader, "index", "is %u, but the next one of the thread is %u", event->index, thread->next);
    if (thread->ended)
        reader_fail(reader, "thread", "is that of a thread that has ended");
    thread->next += event_kind_counts(event->kind);
    thread->ended = event->kind == EVENT_exit;
    bool needs_other = event->kind == EVENT_create || event->kind == EVENT_join || event->kind == EVENT_detach ||
                       event->kind == EVENT_interrupt;
    if (event->other == NO_THREAD && needs_other)
        reader_fail(reader, "other", "is missing");
    if (event->other == NO_THREAD)
        return;
    ThreadState *other = find_thread(checker, event->other);
    if (event->kind == EVENT_create && other->exists)
        reader_fail(reader, "other", "is a thread that exists already");
    if (event->kind != EVENT_create && !other->exists)
        reader_fail(reader, "other", "is a thread that nothing has created");
    if (event->kind == EVENT_join && !other->ended)
        reader_fail(reader, "other", "is a thread that has not ended");
    other->exists = true;
}

static void check_extent(Checker *checker, const TraceEvent *event)
{
    Reader *reader = checker->reader;
    if (event_kind_accesses(event->kind) && (!event->size || event->size > ACCESS_LIMIT))
        reader_fail(reader, "size", "is not from 1 to 8");
    uint64_t limit = event_kind_accesses(event->kind) ? UINT64_C(1) << ADDRESS_BITS : UINT64_MAX;
    if (event->address > limit - event->size)
        reader_fail(reader, "address", "is too large");
}

static void check_width(Checker *checker, const char *key, Term term, uint32_t width)
{
    if (term != NO_TERM && term_width(checker->trace->terms, term) != width)
        reader_fail_format(checker->reader, key, "is a term of %u bits, not of %u",
                           term_width(checker->trace->terms, term), width);
}

static void check_widths(Checker *checker, const TraceEvent *event)
{
    if (event_kind_is_condition(event->kind) && event->term == NO_TERM && checker->trace->terms)
        reader_fail(checker->reader, "term", "is missing");
    if (event_kind_is_condition(event->kind))
        check_width(checker, "term", event->term, 1);
    if (event->kind == EVENT_input)
        check_width(checker, "term", event->term, event->size);
    if (!event_kind_accesses(event->kind))
        return;
    check_width(checker, "term", event->term, event->size * 8);
    check_width(checker, "read", event->read, event->size * 8);
    check_width(checker, "content", event->content, event->size * 8);
}

// The event is where the symbol comes from, and `value` what it stood for.
static void define_symbol(Checker *checker, const char *key, Term symbol, uint32_t event, uint64_t value)
{
    if (symbol == NO_TERM || checker->reader->failed)
        return;
    TermState *state = &checker->states[symbol];
    if (term_kind(checker->trace->terms, symbol) != TERM_symbol)
        reader_fail(checker->reader, key, "is not a symbol");
    else if (state->read)
        reader_fail(checker->reader, key, "is a symbol that another event has read");
    *state = (TermState){.value = term_constant(checker->values, term_width(checker->trace->terms, symbol), value),
                         .latest = event + 1,
                         .read = true};
}

static void define_symbols(Checker *checker, const TraceEvent *event, uint32_t number, uint32_t *inputs)
{
    const Trace *trace = checker->trace;
    define_symbol(checker, "read", event->read, number,
                  event_kind_writes(event->kind) ? event->previous : event->value);
    if (event->kind != EVENT_input)
        return;
    if (trace->terms) {
        if (*inputs >= trace->inputs.count)
            reader_fail(checker->reader, "kind", "is that of an input, but there is none left");
        else if (trace->inputs.data[*inputs].symbol != event->term)
            reader_fail(checker->reader, "term", "is not the symbol of the input");
        else if (trace->inputs.data[*inputs].thread != event->thread)
            reader_fail(checker->reader, "thread", "is not that of the input");
        else if (trace->inputs.data[*inputs].value != event->value)
            reader_fail(checker->reader, "value", "is not the value of the input");
    }
    define_symbol(checker, "term", event->term, number, event->value);
    ++*inputs;
}

static void evaluate_term(Checker *checker, Term term)
{
    const TermTable *terms = checker->trace->terms;
    TermKind kind = term_kind(terms, term);
    TermState *state = &checker->states[term];
    Term operands[OPERAND_LIMIT];
    uint32_t count = term_operand_count(terms, term);
    bool known = true;
    for (uint32_t i = 0; i < count; i++) {
        const TermState *operand = &checker->states[term_operand(terms, term, i)];
        operands[i] = operand->value;
        known &= operand->value != NO_TERM;
        if (operand->latest > state->latest)
            state->latest = operand->latest;
    }
    uint64_t number = kind == TERM_constant  ? term_constant_value(terms, term)
                      : kind == TERM_extract ? term_low_bit(terms, term)
                                             : 0;
    if (known && kind != TERM_symbol)
        state->value = term_rebuild(checker->values, kind, term_width(terms, term), operands, number);
}

// `key` names a term that stands in the event and had `value` in the run.
static void check_value(Checker *checker, const char *key, Term term, uint32_t event, uint64_t value)
{
    if (term == NO_TERM)
        return;
    const TermState *state = &checker->states[term];
    uint32_t width = term_width(checker->trace->terms, term);
    if (state->latest > event + 1)
        reader_fail(checker->reader, key, "depends on what is read later");
    else if (state->value != NO_TERM && term_constant_value(checker->values, state->value) !=
                                            (width < 64 ? value & ((UINT64_C(1) << width) - 1) : value))
        reader_fail(checker->reader, key, "does not have the value that the run had");
}

static void check_values(Checker *checker, const TraceEvent *event, uint32_t number)
{
    if (event_kind_is_condition(event->kind))
        check_value(checker, "term", event->term, number, 1);
    if (!event_kind_accesses(event->kind))
        return;
    check_value(checker, "term", event->term, number, event->value);
    check_value(checker, "content", event->content, number, event->kind == EVENT_read ? event->value : event->previous);
}

static void check_terms(Checker *checker)
{
    const Trace *trace = checker->trace;
    uint32_t inputs = 0, count = terms_count(trace->terms);
    checker->values = terms_create();
    checker->states = memory_allocate_zeroed((count + (size_t)1) * sizeof *checker->states);
    for (uint32_t i = 0; i < trace->events.count && !checker->reader->failed; i++) {
        checker->reader->index = i;
        define_symbols(checker, &trace->events.data[i], i, &inputs);
    }
    if (!checker->reader->failed && inputs < trace->inputs.count)
        reader_fail(checker->reader, "", "is the last one, but there are more inputs");
    for (Term term = 1; term <= count && !checker->reader->failed; term++)
        evaluate_term(checker, term);
    for (uint32_t i = 0; i < trace->events.count && !checker->reader->failed; i++) {
        checker->reader->index = i;
        check_values(checker, &trace->events.data[i], i);
    }
    terms_free(checker->values);
    free(checker->states);
}

void reader_check_trace(Reader *reader)
{
    Checker checker = {.reader = reader, .trace = reader->trace};
    const Trace *trace = reader->trace;
    find_thread(&checker, 0)->exists = true;
    reader->parent = "steps";
    for (uint32_t i = 0; i < trace->events.count && !reader->failed; i++) {
        reader->index = i;
        check_threads(&checker, &trace->events.data[i]);
        check_extent(&checker, &trace->events.data[i]);
        check_widths(&checker, &trace->events.data[i]);
    }
    if (trace->terms && !reader->failed)
        check_terms(&checker);
    reader_leave(reader);
    vector_free(&checker.threads);
}
