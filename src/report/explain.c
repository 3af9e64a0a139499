// Which sentence it is depends on the property:
// - a deadlock: from the thread at which it is reported, what it waits for, who has that, what that one waits for, ...
//   until the chain closes or ends at something that nobody will do;
// - a race: the two accesses and the locks that go with them;
// - freed memory: who freed it; locks: who holds, or destroyed, the object;
// - all others are about values: of the variables that the thread read last, on the violated line or before it, a write
//   by another thread that came between two accesses of one thread, else who wrote what was read.
#include "report/explain.h"

#include <string.h>

#include "base/none.h"
#include "base/vector.h"
#include "report/relevant.h"

// A loop on one line reads much, and much may be written between: of long runs not all is looked at.
enum { READS_TOLD = 2, READS_DECIDING = 32, LOOKS = 40000000 };

typedef struct Sentence {
    Text *text;
    bool *told;               // by event: whether it is spoken of; may be NULL
    const StepNumbers *steps; // which are named beside lines; may be NULL
    uint32_t looks;           // at events, in search of something to say
} Sentence;

static const char *name_of(const Trace *trace, uint32_t thread)
{
    return thread < trace->thread_names.count ? trace->thread_names.data[thread] : "a thread";
}

static const TraceEvent *event_at(const Trace *trace, uint32_t index)
{
    return &trace->events.data[index];
}

// "line 12", with the file if it is not that of the violation.
static void append_line(const Trace *trace, const TraceEvent *event, Sentence *out)
{
    const TracePosition *position = &event->position;
    if (!position->line)
        text_append(out->text, "an unknown line");
    else if (strcmp(position->file, trace->where.file))
        text_format(out->text, "%s:%u", shown_file_name(trace, position->file), position->line);
    else
        text_format(out->text, "line %u", position->line);
}

static void speak_of(const Trace *trace, const TraceEvent *event, Sentence *out)
{
    if (out->told)
        out->told[event - trace->events.data] = true;
}

// " (line 12)", for an event that the sentence speaks of; nothing if the line is not known.
static void append_place(const Trace *trace, const TraceEvent *event, Sentence *out)
{
    speak_of(trace, event, out);
    uint32_t step = out->steps ? out->steps->data[event - trace->events.data] : 0;
    if (!event->position.line && !step)
        return;
    text_append(out->text, " (");
    if (step)
        text_format(out->text, "step %u%s", step, event->position.line ? ", " : "");
    if (event->position.line)
        append_line(trace, event, out);
    text_append_character(out->text, ')');
}

static bool reads(const TraceEvent *event)
{
    return event->kind == EVENT_read || event->kind == EVENT_update;
}

static bool writes(const TraceEvent *event)
{
    return event_kind_writes(event->kind);
}

static bool same_line(const TracePosition *a, const TracePosition *b)
{
    return a->line == b->line && !strcmp(a->file, b->file);
}

// --- Values

// The reads that the violating thread made last: those on the violated line or, if there are none, on the line of its
// last read.
static void find_deciding_reads(const Trace *trace, EventIndices *found)
{
    const TracePosition *line = NULL;
    for (uint32_t i = trace->events.count; i-- > 0 && found->count < READS_DECIDING;) {
        const TraceEvent *event = event_at(trace, i);
        if (event->thread != trace->thread || !(reads(event) || writes(event)) || !*event->object)
            continue;
        if (line && !same_line(line, &event->position))
            return;
        if (!reads(event))
            continue;
        line = &event->position;
        vector_push(found, i);
    }
}

// The last event of the kind asked for that accesses the same memory before `index`, by `thread` or (NONE) by anybody;
// NONE if there is none, or if it would take too long to find it.
static uint32_t find_before(const Trace *trace, uint32_t index, uint32_t thread,
                            bool (*wanted)(const TraceEvent *event), Sentence *out)
{
    const TraceEvent *event = event_at(trace, index);
    for (uint32_t i = index; i-- > 0 && out->looks < LOOKS; out->looks++) {
        const TraceEvent *before = event_at(trace, i);
        if ((thread == NONE || before->thread == thread) && wanted(before) && trace_events_overlap(before, event))
            return i;
    }
    return NONE;
}

// The write that a read has its value from; NONE if that is no step.
static uint32_t find_source(const Trace *trace, uint32_t read, Sentence *out)
{
    if (!trace_read_misses(trace, read))
        return find_before(trace, read, NONE, writes, out);
    for (uint32_t i = read; event_at(trace, read)->taken && i-- > 0;)
        if (event_at(trace, i)->written == event_at(trace, read)->taken)
            return i;
    return NONE;
}

static bool accesses(const TraceEvent *event)
{
    return reads(event) || writes(event);
}

// The last write by another thread between two events.
static uint32_t find_intruder(const Trace *trace, uint32_t first, uint32_t second, Sentence *out)
{
    const TraceEvent *event = event_at(trace, second);
    for (uint32_t i = second; i-- > first + 1 && out->looks < LOOKS; out->looks++) {
        const TraceEvent *between = event_at(trace, i);
        if (between->thread != event->thread && writes(between) && trace_events_overlap(between, event))
            return i;
    }
    return NONE;
}

// What the library keeps for itself has no name in the program.
static void append_object(const TraceEvent *event, Sentence *out)
{
    text_append(out->text, event->object);
    if (*event->call)
        text_format(out->text, " inside %s", event->call);
}

// "between thread 1's read (line 10) and write (line 12) of it"
static void append_between(const Trace *trace, uint32_t intruder, uint32_t first, uint32_t second, Sentence *out)
{
    const TraceEvent *writer = event_at(trace, intruder), *a = event_at(trace, first), *b = event_at(trace, second);
    text_format(out->text, "%s wrote ", name_of(trace, writer->thread));
    append_object(writer, out);
    append_place(trace, writer, out);
    text_format(out->text, " between %s's read", name_of(trace, a->thread));
    append_place(trace, a, out);
    text_format(out->text, " and %s", writes(b) ? "write" : "next read");
    append_place(trace, b, out);
    text_append(out->text, " of it");
}

// A thread wrote a variable without having seen what another had written since it read it.
static bool explain_lost_update(const Trace *trace, uint32_t read, Sentence *out)
{
    for (uint32_t write = find_before(trace, read, NONE, writes, out); write != NONE;
         write = find_before(trace, write, NONE, writes, out)) {
        const TraceEvent *event = event_at(trace, write);
        if (event->kind == EVENT_update)
            continue; // reads and writes at once
        uint32_t before = find_before(trace, write, event->thread, accesses, out);
        uint32_t intruder = before != NONE ? find_intruder(trace, before, write, out) : NONE;
        if (intruder == NONE || event_at(trace, before)->kind != EVENT_read)
            continue;
        append_between(trace, intruder, before, write, out);
        if (same_line(&event_at(trace, before)->position, &event->position))
            text_append(out->text, ", so one update is lost");
        else
            text_format(out->text, ", so %s overwrote what it had not seen", name_of(trace, event->thread));
        return true;
    }
    return false;
}

// What the thread read before has changed since.
static bool explain_changed(const Trace *trace, uint32_t read, Sentence *out)
{
    const TraceEvent *event = event_at(trace, read);
    uint32_t before = find_before(trace, read, event->thread, accesses, out);
    uint32_t intruder = before != NONE ? find_intruder(trace, before, read, out) : NONE;
    if (intruder == NONE || event_at(trace, before)->kind != EVENT_read ||
        event_at(trace, before)->value == event->value)
        return false;
    append_between(trace, intruder, before, read, out);
    return true;
}

// The same of a thread that wrote what is read: what it wrote rests on what it had read before.
static bool explain_changed_for_writer(const Trace *trace, uint32_t read, Sentence *out)
{
    for (uint32_t write = find_before(trace, read, NONE, writes, out); write != NONE;
         write = find_before(trace, write, NONE, writes, out)) {
        uint32_t before = find_before(trace, write, event_at(trace, write)->thread, accesses, out);
        if (before != NONE && event_at(trace, before)->kind == EVENT_read && explain_changed(trace, before, out))
            return true;
    }
    return false;
}

// What the thread read is not what is there at the end.
static bool explain_stale(const Trace *trace, uint32_t read, Sentence *out)
{
    const TraceEvent *event = event_at(trace, read);
    for (uint32_t i = read + 1; i < trace->events.count; i++) {
        const TraceEvent *after = event_at(trace, i);
        if (!writes(after) || !trace_events_overlap(after, event))
            continue;
        if (after->thread == event->thread)
            return false;
        text_format(out->text, "%s read ", name_of(trace, event->thread));
        append_object(event, out);
        append_place(trace, event, out);
        text_format(out->text, " before %s wrote it", name_of(trace, after->thread));
        append_place(trace, after, out);
        return true;
    }
    return false;
}

// "not what thread 1 wrote (line 20)"
static void append_missed(const Trace *trace, uint32_t read, Sentence *out)
{
    uint32_t write = find_before(trace, read, NONE, writes, out);
    if (write == NONE)
        return;
    const TraceEvent *missed = event_at(trace, write);
    text_format(out->text, ", not what %s wrote", name_of(trace, missed->thread));
    append_place(trace, missed, out);
}

// "savings = 130, which thread 1 wrote (line 23)"
static void append_read_value(const Trace *trace, uint32_t read, Sentence *out)
{
    const TraceEvent *event = event_at(trace, read);
    uint32_t write = find_source(trace, read, out);
    speak_of(trace, event, out);
    append_object(event, out);
    if (event->kind == EVENT_read && *event->value_text)
        text_format(out->text, " = %s", event->value_text);
    else if (*event->previous_text)
        text_format(out->text, " = %s", event->previous_text);
    if (write != NONE) {
        const TraceEvent *writer = event_at(trace, write);
        bool own = writer->thread == event->thread;
        text_format(out->text, ", which %s wrote", own ? "it" : name_of(trace, writer->thread));
        append_place(trace, writer, out);
    } else if (!trace_read_misses(trace, read) && out->looks < LOOKS) {
        text_append(out->text, " before any step wrote it");
    }
    if (trace_read_misses(trace, read))
        append_missed(trace, read, out);
}

static bool is_among(const Trace *trace, const EventIndices *list, uint32_t count, uint32_t index)
{
    for (uint32_t i = 0; i < count; i++)
        if (event_at(trace, list->data[i])->address == event_at(trace, index)->address)
            return true;
    return false;
}

// Values of others come first.
static void explain_read_values(const Trace *trace, const EventIndices *found, Sentence *out)
{
    EventIndices told = {0};
    // In a loop the last ones.
    uint32_t most = found->count < READS_DECIDING ? found->count : READS_TOLD;
    for (int own = 0; own < 2; own++)
        for (uint32_t i = most; i-- > 0 && told.count < READS_TOLD;) {
            uint32_t write = find_before(trace, found->data[i], NONE, writes, out); // it is of interest, seen or not
            bool other = write != NONE && event_at(trace, write)->thread != trace->thread;
            if (other == !own && !is_among(trace, &told, told.count, found->data[i]))
                vector_push(&told, found->data[i]);
        }
    text_format(out->text, "%s read ", name_of(trace, trace->thread));
    for (uint32_t i = 0; i < told.count; i++) {
        text_append(out->text, i ? ", and " : "");
        append_read_value(trace, told.data[i], out);
    }
    vector_free(&told);
}

static bool has_step_of_another(const Trace *trace)
{
    for (uint32_t i = 0; i < trace->events.count; i++) {
        EventKind kind = event_at(trace, i)->kind;
        if (event_at(trace, i)->thread != trace->thread && event_kind_counts(kind) && kind != EVENT_start)
            return true;
    }
    return false;
}

// The last join by which the violating thread was given a result; NULL if there is none.
static const TraceEvent *find_result(const Trace *trace)
{
    for (uint32_t i = trace->events.count; i-- > 0;) {
        const TraceEvent *event = event_at(trace, i);
        if (event->kind == EVENT_join && event->thread == trace->thread && event->size)
            return event;
    }
    return NULL;
}

static void explain_without_reads(const Trace *trace, Sentence *out)
{
    const TraceEvent *result = find_result(trace);
    uint32_t told = 0;
    text_append(out->text, name_of(trace, trace->thread));
    if (result) {
        text_format(out->text, " gets there with the result of %s, which it joined", name_of(trace, result->other));
        append_place(trace, result, out);
    } else if (!has_step_of_another(trace))
        text_append(out->text, " gets there by itself, before another thread takes a step");
    else
        text_append(out->text, " gets there without having read anything that threads share");
    for (uint32_t i = 0; i < trace->inputs.count && told < READS_TOLD; i++) {
        const TraceInput *input = &trace->inputs.data[i];
        if (input->thread != trace->thread || input->origin != INPUT_CALL || !*input->name)
            continue;
        text_append(out->text, told++ ? " and " : ", with the input ");
        text_format(out->text, "%s = ", input->name);
        trace_format_input(input->value, input->bits, out->text);
    }
}

static void explain_values(const Trace *trace, Sentence *out)
{
    static bool (*const patterns[])(const Trace *trace, uint32_t read, Sentence *out) = {
        explain_lost_update, explain_changed, explain_stale, explain_changed_for_writer};
    EventIndices found = {0};
    bool told = false, missed = false;
    find_deciding_reads(trace, &found);
    for (uint32_t i = 0; i < found.count; i++)
        missed |= trace_read_misses(trace, found.data[i]);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (uint32_t j = 0; j < found.count && !told && !missed; j++)
            told = patterns[i](trace, found.data[j], out);
    out->looks = 0; // for the patterns they may have been too few; what was read can be told all the same
    if (!told && found.count)
        explain_read_values(trace, &found, out);
    else if (!told)
        explain_without_reads(trace, out);
    vector_free(&found);
}

// --- Locks

// The event by which a thread took the lock that it still has at the end; of several holders the last, but another
// thread than `not_this` if there is one. NONE: nobody has it.
static uint32_t find_holder(const Trace *trace, uint64_t lock, uint32_t not_this)
{
    EventIndices held = {0};
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = event_at(trace, i);
        bool gives = (event->kind == EVENT_unlock || event->kind == EVENT_rwlock_unlock) && event->address == lock;
        gives |= event->kind == EVENT_wait && event->value == lock && !event->size;
        for (uint32_t j = held.count; gives && j-- > 0;)
            if (event_at(trace, held.data[j])->thread == event->thread) {
                memmove(&held.data[j], &held.data[j + 1], (held.count - j - 1) * sizeof *held.data);
                vector_drop(&held);
                break;
            }
        if (event_kind_locks(event->kind) && event->address == lock)
            vector_push(&held, i);
    }
    uint32_t found = NONE;
    for (uint32_t i = 0; i < held.count; i++)
        if (found == NONE || event_at(trace, held.data[i])->thread != not_this)
            found = held.data[i];
    vector_free(&held);
    return found;
}

static bool has_ended(const Trace *trace, uint32_t thread)
{
    for (uint32_t i = trace->events.count; i-- > 0;)
        if (event_at(trace, i)->thread == thread)
            return event_at(trace, i)->kind == EVENT_exit;
    return false;
}

// The only lock that a thread other than `thread` holds at the end; NONE if there is none, or several.
static uint32_t find_only_foreign_lock(const Trace *trace, uint32_t thread)
{
    uint32_t found = NONE;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = event_at(trace, i);
        if (event->kind != EVENT_lock || event->thread == thread)
            continue;
        uint32_t holder = find_holder(trace, event->address, thread);
        if (holder == NONE || event_at(trace, holder)->thread == thread || holder == found)
            continue;
        if (found != NONE)
            return NONE;
        found = holder;
    }
    return found;
}

static const TraceEvent *find_violation(const Trace *trace)
{
    for (uint32_t i = trace->events.count; i-- > 0;)
        if (event_at(trace, i)->kind == EVENT_violation)
            return event_at(trace, i);
    return NULL;
}

static bool explain_held(const Trace *trace, const TraceEvent *violation, Sentence *out)
{
    uint32_t holder = violation->address ? find_holder(trace, violation->address, trace->thread) : NONE;
    if (holder == NONE && strstr(trace->message, "another thread holds"))
        holder = find_only_foreign_lock(trace, trace->thread);
    if (holder == NONE)
        return false;
    const TraceEvent *lock = event_at(trace, holder);
    text_format(out->text, "%s has held %s since it locked it", name_of(trace, lock->thread), lock->object);
    append_place(trace, lock, out);
    return true;
}

static bool explain_destroyed(const Trace *trace, const TraceEvent *violation, Sentence *out)
{
    for (uint32_t i = trace->events.count; violation->address && i-- > 0;) {
        const TraceEvent *event = event_at(trace, i);
        if (event->kind != EVENT_sync_destroy || event->address != violation->address)
            continue;
        text_format(out->text, "%s destroyed %s", name_of(trace, event->thread), event->object);
        append_place(trace, event, out);
        text_format(out->text, " before %s used it", name_of(trace, trace->thread));
        return true;
    }
    return false;
}

// A thread that waits at the object.
static bool explain_waiter(const Trace *trace, const TraceEvent *violation, Sentence *out)
{
    for (uint32_t i = trace->events.count; violation->address && i-- > 0;) {
        const TraceEvent *event = event_at(trace, i);
        if (event->address != violation->address || event->thread == trace->thread)
            continue;
        if (event->kind != EVENT_wait && event->kind != EVENT_barrier_arrive)
            continue;
        for (uint32_t j = i + 1; j < trace->events.count; j++)
            if (event_at(trace, j)->thread == event->thread && event_kind_counts(event_at(trace, j)->kind))
                return false;
        text_format(out->text, "%s waits at %s", name_of(trace, event->thread), event->object);
        append_place(trace, event, out);
        return true;
    }
    return false;
}

// A thread that was joined or detached before; which one is clear if there is one only.
static bool explain_gone_thread(const Trace *trace, Sentence *out)
{
    bool joined = strstr(trace->message, "already joined"), detached = strstr(trace->message, "detached");
    const TraceEvent *found = NULL;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = event_at(trace, i);
        if (event->kind != (joined ? EVENT_join : EVENT_detach))
            continue;
        if (found)
            return false;
        found = event;
    }
    if (!(joined || detached) || !found || found->other == NO_THREAD)
        return false;
    text_format(out->text, "%s %s %s before", name_of(trace, found->thread), joined ? "joined" : "detached",
                found->other == found->thread ? "itself" : name_of(trace, found->other));
    append_place(trace, found, out);
    return true;
}

static void explain_lock(const Trace *trace, Sentence *out)
{
    const TraceEvent *violation = find_violation(trace);
    if (explain_gone_thread(trace, out))
        return;
    if (violation && strstr(trace->message, "wait") && explain_waiter(trace, violation, out))
        return;
    if (violation && strstr(trace->message, "destroyed") && explain_destroyed(trace, violation, out))
        return;
    if (violation && explain_held(trace, violation, out))
        return;
    if (violation && strstr(trace->message, "unlock") && !*violation->locks) {
        text_format(out->text, "%s holds no lock at this point", name_of(trace, trace->thread));
        return;
    }
    explain_values(trace, out);
}

// --- Memory

static void explain_memory(const Trace *trace, Sentence *out)
{
    const TraceEvent *violation = find_violation(trace);
    for (uint32_t i = trace->events.count; violation && violation->address && i-- > 0;) {
        const TraceEvent *event = event_at(trace, i);
        uint64_t offset = violation->address - event->address;
        if (event->kind != EVENT_free || (offset && offset >= event->size))
            continue;
        const char *use = !strncmp(trace->message, "read", 4)    ? "read"
                          : !strncmp(trace->message, "write", 5) ? "wrote"
                          : strstr(trace->message, "freed")      ? "freed"
                                                                 : "used";
        bool itself = event->thread == trace->thread;
        text_format(out->text, "%s freed the block", name_of(trace, event->thread));
        append_place(trace, event, out);
        text_format(out->text, " before %s %s it%s", itself ? "it" : name_of(trace, trace->thread), use,
                    strcmp(use, "freed") ? "" : " again");
        return;
    }
    explain_values(trace, out);
}

// --- Races

// Whether a lock of the list "a, b" is in the other list.
static bool have_common_lock(const char *a, const char *b)
{
    for (size_t length; *a; a += length + strspn(a + length, ", ")) {
        length = strcspn(a, ",");
        for (size_t at = 0, other; b[at]; at += other + strspn(b + at + other, ", ")) {
            other = strcspn(b + at, ",");
            if (other == length && !strncmp(b + at, a, length))
                return true;
        }
    }
    return false;
}

static const char *access_verb(const TraceEvent *event)
{
    EventKind kind = event->kind == EVENT_blocked ? (EventKind)event->pending : event->kind;
    return kind == EVENT_read ? "reads" : kind == EVENT_write ? "writes" : "updates";
}

static void explain_race(const Trace *trace, Sentence *out)
{
    uint32_t first, second;
    if (!relevant_race(trace, &first, &second)) {
        text_append(out->text, "nothing that the program does puts the two accesses into an order");
        return;
    }
    const TraceEvent *a = event_at(trace, first), *b = event_at(trace, second);
    bool same = !strcmp(a->object, b->object);
    text_format(out->text, "%s %s %s", name_of(trace, a->thread), access_verb(a), a->object);
    append_place(trace, a, out);
    text_format(out->text, " while %s %s %s", name_of(trace, b->thread), access_verb(b), same ? "it" : b->object);
    append_place(trace, b, out);
    if (!*a->locks && !*b->locks)
        text_append(out->text, "; neither holds a lock");
    else if (!have_common_lock(a->locks, b->locks))
        text_append(out->text, "; they hold no lock in common");
}

// --- Deadlocks

static const TraceEvent *find_blocked(const Trace *trace, uint32_t thread)
{
    for (uint32_t i = trace->events.count; i-- > 0 && !trace->terms;)
        if (event_at(trace, i)->kind == EVENT_blocked && event_at(trace, i)->thread == thread)
            return event_at(trace, i);
    return NULL;
}

static bool waits_for_lock(const TraceEvent *blocked)
{
    return event_kind_locks((EventKind)blocked->pending);
}

// Whom the thread waits for, as far as that is one: the holder of a lock, or the thread joined. NONE: nobody in
// particular.
static uint32_t find_blocker(const Trace *trace, const TraceEvent *blocked)
{
    if (blocked->pending == EVENT_join)
        return blocked->other;
    uint32_t holder = waits_for_lock(blocked) ? find_holder(trace, blocked->address, blocked->thread) : NONE;
    return holder == NONE ? NONE : event_at(trace, holder)->thread;
}

static void explain_signal(const Trace *trace, const TraceEvent *blocked, Sentence *out)
{
    uint32_t signal = NONE, wait = NONE;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = event_at(trace, i);
        if (event->address != blocked->address)
            continue;
        if (event->kind == EVENT_signal || event->kind == EVENT_broadcast)
            signal = i;
        if (event->kind == EVENT_wait && event->thread == blocked->thread)
            wait = i;
    }
    text_format(out->text, " waits on the condition variable %s, ", blocked->object);
    if (signal == NONE) {
        text_append(out->text, "which nobody has signalled");
        return;
    }
    const TraceEvent *last = event_at(trace, signal);
    bool too_early = wait != NONE && signal < wait;
    if (!too_early && last->other == NO_THREAD) {
        text_append(out->text, "and nobody is left to signal it");
        return;
    }
    text_format(out->text, "whose last signal, by %s", name_of(trace, last->thread));
    append_place(trace, last, out);
    if (too_early)
        text_append(out->text, ", came before it waited");
    else
        text_format(out->text, ", woke %s instead", name_of(trace, last->other));
}

// What a thread waits for if it is nobody in particular.
static void explain_end_of_chain(const Trace *trace, const TraceEvent *blocked, Sentence *out)
{
    switch ((EventKind)blocked->pending) {
    case EVENT_wake:
        explain_signal(trace, blocked, out);
        return;
    case EVENT_semaphore_wait:
        text_format(out->text, " waits for the semaphore %s, and nobody is left to post it", blocked->object);
        return;
    case EVENT_barrier_leave:
        text_format(out->text, " waits at the barrier %s for threads that do not come", blocked->object);
        return;
    case EVENT_retry:
        if (*blocked->value_text)
            text_format(out->text, " waits in %s, and nobody is left to end that", blocked->value_text);
        else
            text_format(out->text, " waits in a loop for %s to change, and nobody is left to change it",
                        blocked->object);
        return;
    default:
        text_format(out->text, " waits%s%s for ever", *blocked->object ? " for " : "", blocked->object);
        return;
    }
}

// "thread 1 waits for b, which thread 2 holds", or what else it waits for.
static void explain_link(const Trace *trace, const TraceEvent *blocked, uint32_t blocker, Sentence *out)
{
    text_append(out->text, name_of(trace, blocked->thread));
    if (blocker == NONE) {
        explain_end_of_chain(trace, blocked, out);
        return;
    }
    if (blocked->pending == EVENT_join) {
        text_format(out->text, " waits for %s to end", name_of(trace, blocker));
        return;
    }
    text_format(out->text, " waits for %s, which ", blocked->object);
    const TraceEvent *lock = event_at(trace, find_holder(trace, blocked->address, blocked->thread));
    if (blocker == blocked->thread) {
        text_append(out->text, "it has locked already");
        append_place(trace, lock, out);
    } else if (has_ended(trace, blocker)) {
        text_format(out->text, "%s locked", name_of(trace, blocker));
        append_place(trace, lock, out);
        text_append(out->text, " and did not unlock before it ended");
    } else {
        text_format(out->text, "%s holds", name_of(trace, blocker));
    }
}

// Two threads that each hold what the other wants.
static bool explain_embrace(const Trace *trace, const TraceEvent *first, Sentence *out)
{
    uint32_t other = find_blocker(trace, first);
    const TraceEvent *second = other != NONE && other != first->thread ? find_blocked(trace, other) : NULL;
    if (!second || !waits_for_lock(first) || !waits_for_lock(second) || find_blocker(trace, second) != first->thread)
        return false;
    text_format(out->text, "%s holds %s and waits for %s, which %s holds while it waits for %s",
                name_of(trace, first->thread), second->object, first->object, name_of(trace, other), second->object);
    return true;
}

static bool contains(const EventIndices *list, uint32_t value)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i] == value)
            return true;
    return false;
}

static void explain_deadlock(const Trace *trace, Sentence *out)
{
    const TraceEvent *blocked = find_blocked(trace, trace->thread);
    if (!blocked) {
        text_append(out->text, "the threads named wait for something that will not happen");
        return;
    }
    if (explain_embrace(trace, blocked, out))
        return;
    EventIndices seen = {0}; // threads
    while (blocked && !contains(&seen, blocked->thread)) {
        uint32_t blocker = find_blocker(trace, blocked);
        text_append(out->text, seen.count ? "; " : "");
        explain_link(trace, blocked, blocker, out);
        vector_push(&seen, blocked->thread);
        blocked = blocker == NONE ? NULL : find_blocked(trace, blocker);
    }
    vector_free(&seen);
}

static void explain(const Trace *trace, Sentence *out)
{
    switch (trace->property) {
    case PROPERTY_DEADLOCK:
        explain_deadlock(trace, out);
        return;
    case PROPERTY_RACE:
        explain_race(trace, out);
        return;
    case PROPERTY_MEMORY:
        explain_memory(trace, out);
        return;
    case PROPERTY_LOCK:
        explain_lock(trace, out);
        return;
    case PROPERTY_LEAK:
        text_append(out->text, "when the program ends nothing points to the block, and no step has freed it");
        return;
    default:
        explain_values(trace, out);
        return;
    }
}

void explain_append(const Trace *trace, Text *out)
{
    if (trace->end == TRACE_VIOLATION)
        explain(trace, &(Sentence){.text = out});
}

void explain_append_steps(const Trace *trace, const StepNumbers *steps, Text *out)
{
    if (trace->end == TRACE_VIOLATION)
        explain(trace, &(Sentence){.text = out, .steps = steps});
}

void explain_mark(const Trace *trace, bool *told)
{
    Text text = {0};
    if (trace->end == TRACE_VIOLATION)
        explain(trace, &(Sentence){.text = &text, .told = told});
    text_free(&text);
}
