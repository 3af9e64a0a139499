#include "encode/dump.h"

#include "encode/encoding_state.h"

static void append_term(const Encoding *encoding, Term term, Text *out)
{
    term_append(encoding->terms, term, out);
}

static void append_candidates(const Encoding *encoding, uint32_t index, Text *out)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ReadState *state = &encoding->reads.states.data[index];
    for (uint32_t i = 0; i < state->candidates.count; i++) {
        text_append(out, i ? ", " : "");
        if (state->candidates.data[i].access == INITIAL_VALUE)
            text_append(out, "t0");
        else
            text_format(out, "t%u", concurrent->accesses.data[state->candidates.data[i].access].event + 1);
    }
}

static void append_event(const Encoding *encoding, EventId id, Text *out)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const ConcurrentEvent *event = encoding_event(encoding, id);
    const TraceEvent *recorded = concurrent_trace_recorded(concurrent, id);
    const ConcurrentThread *thread = &concurrent->threads.data[event->thread];
    for (uint32_t i = concurrent_trace_first_condition(thread, event->position);
         i < thread->conditions.count && thread->conditions.data[i].position == event->position; i++) {
        text_format(out, "        %s(", event_kind_name(thread->conditions.data[i].kind));
        append_term(encoding, thread->conditions.data[i].term, out);
        text_format(out, ") in thread %u\n", event->thread);
    }
    text_format(out, "t%-5u  thread %u %s %s", id + 1, event->thread, event_kind_name(event->kind), recorded->object);
    for (uint32_t i = 0; i < event->access_count; i++) {
        const Access *access = &concurrent->accesses.data[event->first_access + i];
        if (access->write) {
            text_append(out, " := ");
            append_term(encoding, access->write, out);
        }
        if (access->read && encoding->reads.states.data[event->first_access + i].encoded) {
            text_append(out, " where ");
            append_term(encoding, access->read, out);
            text_append(out, " <- pi(");
            append_candidates(encoding, event->first_access + i, out);
            text_append(out, ")");
        }
    }
    text_append(out, "\n");
}

void encoding_dump(Encoding *encoding, Text *out)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    for (EventId i = 0; i < concurrent->events.count; i++)
        if (encoding->executed.data[i])
            append_event(encoding, i, out);
    EncodingStatistics statistics = encoding_statistics(encoding);
    SolverStatistics solver = solver_statistics(encoding->solver);
    text_format(out, "events %llu of %u, reads %llu, candidates %llu, at most %llu for one read\n",
                (unsigned long long)statistics.events, concurrent->events.count, (unsigned long long)statistics.reads,
                (unsigned long long)statistics.candidates, (unsigned long long)statistics.widest_read);
    text_format(out, "order: %llu pairs, %llu clauses at once, %llu cycles, %llu rounds, %llu refinements of reads\n",
                (unsigned long long)statistics.order.literals, (unsigned long long)statistics.order.eager_clauses,
                (unsigned long long)statistics.order.cycles, (unsigned long long)statistics.order.rounds,
                (unsigned long long)statistics.refinements);
    text_format(out, "solver: %llu variables, %llu clauses, %llu calls\n", (unsigned long long)solver.variables,
                (unsigned long long)solver.clauses, (unsigned long long)solver.calls);
}
