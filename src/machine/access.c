// Accesses to memory: checks, visibility, events, uninitialised bytes, publication.
//
// An object is private until its address is stored where another thread can read it; from then on it and all it points
// to are shared and accesses to it are visible. The test is on values: any stored word that is the address of a private
// object publishes it. A thread that reaches a private object of another by a way this misses (an address assembled
// from bytes) is noticed at the access, and the run is repeated with every object shared.
#include <string.h>

#include "ir/order_flags.h"
#include "machine/state.h"
#include "machine/symbolic.h"
#include "machine/weak_memory.h"

static void describe_object(const Machine *machine, const Object *object, Text *out)
{
    if (object->variable) {
        text_format(out, "'%s'", machine->program->variables.data[object->variable - 1].name);
        return;
    }
    switch (object->kind) {
    case OBJECT_HEAP:
        text_append(out, "the block of ");
        text_append_count(out, object->size, "byte");
        text_append(out, " allocated at ");
        machine_append_position(machine, object->position, out);
        break;
    case OBJECT_GLOBAL:
        text_append(out, "a global object");
        break;
    default:
        text_append(out, "a local object");
        break;
    }
}

static Flow report_fault(Machine *machine, Thread *thread, uint64_t address, uint64_t size, bool write, Fault fault)
{
    const char *verb = write ? "write" : "read";
    unsigned long long bytes = size;
    const Object *object = memory_find(&machine->memory, address);
    Text text = {0};
    Flow flow = FLOW_END;
    bool own = fault == FAULT_NULL || fault == FAULT_BOUNDS || fault == FAULT_CONSTANT;
    if (!object && !own && machine->options->local)
        return machine_give_up(machine, thread, "memory that is another thread's");
    if (machine->probe && !own)
        probe_spoil(machine); // it is the doing of others that nothing is there
    switch (fault) {
    case FAULT_NULL:
        flow = machine_violate(machine, thread, PROPERTY_MEMORY, "%s through a null pointer%s", verb,
                               address ? " (member or element of it)" : "");
        break;
    case FAULT_BOUNDS: {
        describe_object(machine, object, &text);
        unsigned long long offset = address - object->base, whole = object->size;
        flow = machine_violate(machine, thread, PROPERTY_MEMORY,
                               "%s of %llu byte%s out of bounds: offset %llu of %s, which has %llu byte%s", verb, bytes,
                               bytes == 1 ? "" : "s", offset, text_string(&text), whole, whole == 1 ? "" : "s");
        break;
    }
    case FAULT_FREED:
        text_append(&text, "freed at ");
        machine_append_position(machine, object->freed_at, &text);
        flow = machine_violate_because(machine, thread, PROPERTY_MEMORY, CAUSE_MEMORY, address,
                                       "%s of memory after it was freed (%s)", verb, text_string(&text));
        break;
    case FAULT_ENDED:
        flow = machine_violate_because(machine, thread, PROPERTY_MEMORY, CAUSE_MEMORY, address,
                                       "%s of a local variable whose block has ended", verb);
        break;
    case FAULT_RETURNED:
        flow = machine_violate_because(machine, thread, PROPERTY_MEMORY, CAUSE_MEMORY, address,
                                       "%s of a local variable whose function has returned or whose thread has ended",
                                       verb);
        break;
    case FAULT_CONSTANT:
        describe_object(machine, object, &text);
        flow = machine_violate(machine, thread, PROPERTY_MEMORY, "write to %s, which is constant", text_string(&text));
        break;
    case FAULT_EXTERNAL:
        for (uint32_t i = 0; i < machine->program->globals.count; i++)
            if (machine->program->globals.data[i].address == object->base)
                text_append(&text, machine->program->globals.data[i].name);
        flow = machine_give_up(machine, thread, "undefined variable %s", text_string(&text));
        break;
    default:
        flow = machine_violate_because(machine, thread, PROPERTY_MEMORY, CAUSE_MEMORY, address,
                                       "%s through a wild pointer (0x%llx)", verb, (unsigned long long)address);
        break;
    }
    text_free(&text);
    return flow;
}

Flow access_check(Machine *machine, Thread *thread, uint64_t address, uint64_t size, bool write)
{
    Fault fault = memory_check(&machine->memory, address, size, write);
    return fault == FAULT_NONE ? FLOW_NEXT : report_fault(machine, thread, address, size, write, fault);
}

// An object that is being published, and how much of it was looked through for addresses of others.
typedef struct Publication {
    uint64_t base, size, done;
} Publication;

typedef VECTOR(Publication) PublicationList;

static void publish_object(Machine *machine, Thread *thread, uint64_t value, PublicationList *open)
{
    const Object *found = memory_find(&machine->memory, value);
    if (!found || found->shared || found->hidden || found->freed || found->kind == OBJECT_GLOBAL)
        return;
    Object *object = memory_find_writable(&machine->memory, value);
    object->shared = true;
    spin_note_effect(&thread->spin);
    memory_forget_translations(&machine->memory);
    vector_push(open, (Publication){.base = object->base, .size = object->size});
    if (machine->terms)
        machine_emit(machine, thread,
                     (Event){.kind = EVENT_publish, .address = object->base, .size = (uint32_t)object->size});
}

// Depth first, without recursion: lists are long.
bool access_publish(Machine *machine, Thread *thread, uint64_t value)
{
    PublicationList open = {0};
    uint32_t step = machine->program->layout.pointer_bits / 8;
    publish_object(machine, thread, value, &open);
    bool published = open.count;
    while (open.count) {
        Publication *last = &vector_last(&open);
        if (last->done + step > last->size) {
            vector_drop(&open);
            continue;
        }
        uint64_t word = memory_read_word(&machine->memory, last->base + last->done, step);
        last->done += step;
        if (word)
            publish_object(machine, thread, word, &open);
    }
    vector_free(&open);
    return published;
}

// An address is written where others can read it. Where each location has a buffer of its own, that may come to them
// before what was written into the object while it was private: then nothing must have been.
static void publish_written(Machine *machine, Thread *thread, uint64_t value)
{
    bool delayed = machine->weak && machine->options->rules.buffers_by_location && machine->threads.count > 1;
    if (access_publish(machine, thread, value) && delayed)
        machine->outcome.status = MACHINE_ESCAPED;
}

Term access_content(const Machine *machine, uint64_t address, uint32_t size)
{
    Term bytes[8];
    if (!machine->terms || !memory_read_terms(&machine->memory, address, bytes, size))
        return NO_TERM;
    for (uint32_t i = 0; i < size; i++)
        if (!bytes[i])
            bytes[i] = term_constant(machine->terms, 8, memory_read_word(&machine->memory, address + i, 1));
    return term_join_bytes(machine->terms, bytes, size);
}

void access_put_content(Machine *machine, uint64_t address, uint32_t size, Term term)
{
    Term bytes[8];
    if (!term)
        return;
    term = symbolic_fit(machine->terms, term, size * 8);
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = symbolic_keep(machine->terms, term_extract(machine->terms, term, i * 8, 8));
    memory_write_terms(&machine->memory, address, bytes, size);
}

// The symbol for what a visible read yields, or NO_TERM.
static Term read_symbol(Machine *machine, const Thread *thread, uint64_t address, uint32_t size)
{
    if (!machine->terms || !machine->options->symbolic_reads || machine->setup.active)
        return NO_TERM;
    Text name = {0};
    LocalReads *local = machine->options->local;
    machine_name_address(machine, address, size, &name);
    text_format(&name, "@%u:%u", thread->id, thread->path.event_count);
    const char *words = text_string(&name);
    Term symbol = local
                      ? local_reads_symbol(local, machine->terms, thread->id, thread->path.event_count, size * 8, words)
                      : term_symbol(machine->terms, size * 8, words);
    text_free(&name);
    return symbol;
}

// What memory holds before a visible access; in a local run that is a term in any case.
static Term content_before(const Machine *machine, uint64_t address, uint32_t size, bool visible)
{
    return visible && machine->options->local ? machine_content(machine, address, size)
                                              : access_content(machine, address, size);
}

// What the thread reads: what memory holds, unless something else is dictated.
static uint64_t word_read(const Machine *machine, const Thread *thread, uint64_t address, uint32_t size, bool visible)
{
    const LocalReads *local = visible ? machine->options->local : NULL;
    const uint64_t *value = local ? local_reads_find(local, thread->id, thread->path.event_count) : NULL;
    return value ? *value : memory_read_word(&machine->memory, address, size);
}

static bool is_atomic(const Machine *machine, uint8_t flags)
{
    return (flags & FLAG_ATOMIC) || (machine->options->rules.volatile_atomic && (flags & FLAG_VOLATILE));
}

static MemoryOrder access_order(uint8_t flags)
{
    return flags & FLAG_ATOMIC ? order_of_flags(flags) : ORDER_RELAXED;
}

// Whether a write has a place among others. Of memory that only the thread can reach this matters later: with store
// buffers by location there is none, see publish_written.
static bool is_placed(const Machine *machine, const Thread *thread, bool visible, bool atomic)
{
    return weak_memory_is_about(machine, thread, atomic) && (visible || (atomic && weak_memory_keeps_private(machine)));
}

// An access that has to choose, since memory is weak, where others do not even stop.
static bool must_choose_place(const Machine *machine, const Thread *thread, const Pending *pending)
{
    return weak_memory_is_about(machine, thread, pending->atomic) && !machine->step.permit &&
           weak_memory_ways(machine, thread, pending->kind, pending->address) > 1;
}

static void note_private(Machine *machine, const Thread *thread, uint64_t address, uint64_t size, EventKind kind,
                         uint8_t flags)
{
    if (!weak_memory_keeps_private(machine))
        return;
    if (!machine->step.permit)
        machine->step.alternative = 0; // there is but one
    weak_memory_note_private(machine, thread, kind, is_atomic(machine, flags), address, size);
}

Flow access_begin(Machine *machine, Thread *thread, uint64_t address, uint64_t size, EventKind kind, uint8_t flags,
                  bool *visible)
{
    bool write = kind != EVENT_read;
    Fault fault = memory_check(&machine->memory, address, size, write);
    if (fault != FAULT_NONE)
        return report_fault(machine, thread, address, size, write, fault);
    if (machine->weak && flags & FLAG_ATOMIC)
        machine_note_atomic(machine, thread);
    const Object *object = memory_find(&machine->memory, address);
    *visible = object->shared && !object->hidden;
    if (object->hidden)
        return FLOW_NEXT;
    if (!*visible && object->owner == thread->id) {
        note_private(machine, thread, address, size, kind, flags);
        return FLOW_NEXT;
    }
    if (!*visible) {
        machine->outcome.status = MACHINE_ESCAPED;
        return FLOW_END;
    }
    *visible = !object->constant;
    Pending pending = {
        .kind = kind, .address = address, .size = (uint32_t)size, .writes = write, .atomic = is_atomic(machine, flags)};
    bool stops = *visible && (must_choose_place(machine, thread, &pending)
                                  ? thread_must_choose(machine, thread, pending)
                                  : thread_must_stop_before_access(machine, thread, pending));
    return stops ? FLOW_STOP : FLOW_NEXT;
}

static void note_spin_read(const Machine *machine, Thread *thread, SpinRead read)
{
    enum { SPIN_READ_LIMIT = 128 };
    if (machine->threads.count < 2)
        return;
    if (thread->spin.reads.count >= SPIN_READ_LIMIT)
        spin_note_effect(&thread->spin);
    else
        vector_push(&thread->spin.reads, read);
}

static void note_value(const Machine *machine, Thread *thread, uint64_t address, uint32_t size, uint64_t value)
{
    note_spin_read(machine, thread,
                   (SpinRead){address, size, value,
                              machine->options->symbolic_reads ? NO_TERM : access_content(machine, address, size)});
}

void access_note_read(const Machine *machine, Thread *thread, uint64_t address, uint32_t size, uint64_t value)
{
    note_value(machine, thread, address, size, value);
    thread->spin.seen += machine->threads.count > 1;
}

// Bytes never written get an arbitrary value now, which they keep.
static void fill_uninitialised(Machine *machine, Thread *thread, uint64_t address, uint32_t size)
{
    const Object *object = memory_find(&machine->memory, address);
    const char *name =
        object->variable ? machine->program->variables.data[object->variable - 1].name : "uninitialised memory";
    Value value = machine_read_input(machine, thread, name, INPUT_UNINITIALISED, size * 8);
    for (uint32_t i = 0; i < size; i++)
        if (!memory_byte_initialised(&machine->memory, address + i)) {
            memory_write_word(&machine->memory, address + i, 1, value.word >> (8 * i) & 0xff);
            if (value.term)
                access_put_content(machine, address + i, 1, term_extract(machine->terms, value.term, 8 * i, 8));
        }
}

// Where an access comes in modification order, if memory is weak.
typedef struct WeakPlace {
    bool weak; // else the rest does not count
    WeakAccess access;
    uint32_t write; // that is read, or that the access comes directly after
} WeakPlace;

static Flow choose_place(Machine *machine, Thread *thread, WeakAccess access, bool weak, WeakPlace *place)
{
    *place = (WeakPlace){.weak = weak, .access = access};
    if (!place->weak)
        return FLOW_NEXT;
    if (memory_count_uninitialised(&machine->memory, access.address, access.size))
        fill_uninitialised(machine, thread, access.address, access.size);
    return weak_memory_choose(machine, thread, &place->access, &place->write);
}

// An atomic read where memory is weak.
static Flow read_weakly(Machine *machine, Thread *thread, WeakAccess access, bool atomic, Value *value)
{
    WeakPlace place;
    Flow flow = choose_place(machine, thread, access, true, &place);
    if (flow != FLOW_NEXT)
        return flow;
    *value = weak_memory_value(machine, place.write);
    weak_memory_read(machine, thread, &access, place.write);
    note_spin_read(machine, thread, (SpinRead){access.address, access.size, value->word, value->term});
    thread->spin.seen += machine->threads.count > 1;
    machine_emit(machine, thread,
                 (Event){.kind = EVENT_read,
                         .address = access.address,
                         .size = access.size,
                         .value = value->word,
                         .atomic = atomic,
                         .order = access.order,
                         .weak = true,
                         .taken = weak_memory_stamp(machine, place.write),
                         .content = value->term});
    return FLOW_NEXT;
}

Flow access_read(Machine *machine, Thread *thread, uint64_t address, uint32_t size, uint8_t flags, Value *value)
{
    bool visible;
    Flow flow = access_begin(machine, thread, address, size, EVENT_read, flags, &visible);
    if (flow != FLOW_NEXT)
        return flow;
    bool atomic = is_atomic(machine, flags);
    if (visible && weak_memory_is_about(machine, thread, atomic))
        return read_weakly(machine, thread, (WeakAccess){address, size, access_order(flags), FORM_READ}, atomic, value);
    bool fresh = memory_count_uninitialised(&machine->memory, address, size) != 0;
    if (fresh && !(flags & FLAG_KEEP_UNINITIALISED))
        fill_uninitialised(machine, thread, address, size);
    Term content = content_before(machine, address, size, visible);
    *value = (Value){word_read(machine, thread, address, size, visible), content};
    // A loop under watch may wait for a global that nobody ever writes.
    if (!visible && machine->memory.uncached && memory_find(&machine->memory, address)->kind == OBJECT_GLOBAL)
        note_value(machine, thread, address, size, value->word);
    if (visible) {
        access_note_read(machine, thread, address, size, value->word);
        Event event = {.kind = EVENT_read,
                       .address = address,
                       .size = size,
                       .value = value->word,
                       .atomic = is_atomic(machine, flags),
                       .order = access_order(flags),
                       .fresh = fresh && (!machine->options->local || flags & FLAG_KEEP_UNINITIALISED),
                       .read = read_symbol(machine, thread, address, size),
                       .content = content};
        if (event.read)
            value->term = event.read;
        machine_emit(machine, thread, event);
    }
    memory_cache(&machine->memory, address, false);
    return FLOW_NEXT;
}

// What a write means for the round of the loop that the thread is in; before it is done. `same`: see finish_write.
static void note_write(Machine *machine, Thread *thread, const Event *event, bool visible, Term same)
{
    bool changed = event->previous != event->value;
    thread->last_wait.changed = true;
    if (!visible && thread_is_passing_local(machine, thread, event->address)) {
        // It is gone when the round ends, but not when an attempt in a call of the round does.
        thread->spin.attempt.spoiled |= changed && thread->spin.depth < thread->spin.attempt.depth;
        return;
    }
    if (visible && event->kind == EVENT_update) {
        thread->spin.changed |= changed;
        attempt_note_update(machine, thread, event);
    } else {
        spin_note_change(&thread->spin, changed);
    }
    if (visible && event->kind == EVENT_write && machine->options->local)
        spin_note_effect(&thread->spin); // what was there is not known
    if (!thread->spin.registers.count)
        return;
    if (memory_count_uninitialised(&machine->memory, event->address, event->size))
        spin_note_effect(&thread->spin);
    if (!machine->terms || spin_has_effect(&thread->spin))
        return;
    TermTable *terms = machine->terms;
    Term before = event->read ? event->read : event->content;
    uint32_t width = event->size * 8;
    if (!same)
        same = term_equal(terms, symbolic_value(terms, (Value){event->previous, before}, width),
                          symbolic_value(terms, (Value){event->value, event->term}, width));
    thread->spin.same = thread->spin.same ? term_and(terms, thread->spin.same, same) : same;
    if (!changed && event->content != event->term)
        vector_push(&thread->spin.writes, (SpinWrite){event->address, event->size, event->content, NO_TERM});
}

// Puts the terms of what was written into memory. An update that leaves the value as it was leaves its term there, too,
// if that serves for nothing but the initial value of the cell (each read has its own symbol): the update may yet be
// void.
static void put_written(Machine *machine, Thread *thread, const Event *event, bool visible)
{
    bool kept = visible && machine->options->symbolic_reads && !machine->setup.active && event->kind == EVENT_update &&
                event->previous == event->value;
    access_put_content(machine, event->address, event->size, kept ? event->content : event->term);
    if (thread->spin.writes.count && vector_last(&thread->spin.writes).address == event->address)
        vector_last(&thread->spin.writes).after = access_content(machine, event->address, event->size);
}

// Puts into memory what is written. Where memory is weak that may come before other writes.
static void put_value(Machine *machine, Thread *thread, Event *event, bool visible, const WeakPlace *place)
{
    if (place->weak) {
        Value written = {event->value, event->term};
        if (place->access.form == FORM_WRITE)
            spin_note_effect(&thread->spin); // one write more, even if it is of what is there
        bool last = weak_memory_write(machine, thread, &place->access, place->write, written);
        event->weak = true;
        event->written = machine_write_count(machine);
        event->taken = place->access.form == FORM_UPDATE ? weak_memory_stamp(machine, place->write) : 0;
        if (!last)
            return;
    }
    memory_write_word(&machine->memory, event->address, event->size, event->value);
    put_written(machine, thread, event, visible);
}

static const WeakPlace no_place;

// Performs the write or update that `event` describes, and emits it if it is visible. `same` is the condition under
// which it changes nothing; NO_TERM: that the values are equal.
static void finish_write(Machine *machine, Thread *thread, Event event, bool visible, Term same, const WeakPlace *place)
{
    if (event.term)
        event.term = symbolic_fit(machine->terms, event.term, event.size * 8);
    if (!event.content)
        event.content = content_before(machine, event.address, event.size, visible);
    // It may be a matter of what was there whether the round is one of waiting.
    if (visible && event.kind == EVENT_write && thread->spin.registers.count && !spin_has_effect(&thread->spin) &&
        !machine->options->local)
        event.read = read_symbol(machine, thread, event.address, event.size);
    event.fresh |= visible && memory_count_uninitialised(&machine->memory, event.address, event.size);
    note_write(machine, thread, &event, visible, same);
    put_value(machine, thread, &event, visible, place);
    if (!visible)
        return;
    event.unchanged &= event.previous == event.value && !machine->weak && !machine->options->symbolic_reads &&
                       !machine->options->local && access_content(machine, event.address, event.size) == event.content;
    // To write what is there changes nothing, for as long as it is there: another round of the loop would be the same
    // as long as nobody else writes something else.
    if (event.previous == event.value)
        note_value(machine, thread, event.address, event.size, event.value);
    if (event.size * 8 >= machine->program->layout.pointer_bits)
        publish_written(machine, thread, event.value);
    machine_emit(machine, thread, event);
}

void access_put(Machine *machine, Thread *thread, uint64_t address, uint32_t size, Value value)
{
    bool visible = access_is_visible(machine, address);
    if (!visible)
        weak_memory_note_private(machine, thread, EVENT_write, false, address, size);
    finish_write(machine, thread,
                 (Event){.kind = EVENT_write,
                         .address = address,
                         .size = size,
                         .value = value.word,
                         .previous = memory_read_word(&machine->memory, address, size),
                         .term = value.term},
                 visible, NO_TERM, &no_place);
}

Flow access_write(Machine *machine, Thread *thread, uint64_t address, uint32_t size, uint8_t flags, Value value)
{
    bool visible;
    Flow flow = access_begin(machine, thread, address, size, EVENT_write, flags, &visible);
    if (flow != FLOW_NEXT)
        return flow;
    WeakPlace place;
    flow = choose_place(machine, thread, (WeakAccess){address, size, access_order(flags), FORM_WRITE},
                        is_placed(machine, thread, visible, is_atomic(machine, flags)), &place);
    if (flow != FLOW_NEXT)
        return flow;
    finish_write(machine, thread,
                 (Event){.kind = EVENT_write,
                         .address = address,
                         .size = size,
                         .value = value.word,
                         .previous = place.weak ? weak_memory_value(machine, place.write).word
                                                : memory_read_word(&machine->memory, address, size),
                         .atomic = is_atomic(machine, flags),
                         .order = access_order(flags),
                         .term = value.term},
                 visible, NO_TERM, &place);
    memory_cache(&machine->memory, address, true);
    return FLOW_NEXT;
}

// Where nobody else sees it, bytes that were never set are no input before somebody reads them.
Flow access_unset(Machine *machine, Thread *thread, uint64_t address, uint32_t size, uint8_t flags)
{
    bool visible;
    address &= pointer_mask(machine);
    Flow flow = access_begin(machine, thread, address, size, EVENT_write, flags, &visible);
    if (flow != FLOW_NEXT)
        return flow;
    if (visible && machine->weak && is_atomic(machine, flags))
        return machine_give_up(machine, thread, "an atomic write of a value that was never set");
    if (visible) {
        Value value = machine_read_input(machine, thread, "uninitialised value", INPUT_UNINITIALISED, size * 8);
        Event event = {.kind = EVENT_write,
                       .address = address,
                       .size = size,
                       .value = value.word,
                       .previous = memory_read_word(&machine->memory, address, size),
                       .atomic = is_atomic(machine, flags),
                       .term = value.term};
        finish_write(machine, thread, event, visible, NO_TERM, &no_place);
    } else if (memory_count_uninitialised(&machine->memory, address, size) < size) {
        spin_note_effect(&thread->spin);
        thread->last_wait.changed = true;
        memory_forget_bytes(&machine->memory, address, size);
    }
    return FLOW_NEXT;
}

static uint64_t float_result(uint64_t left, uint64_t right, uint32_t width, bool subtract)
{
    uint64_t result = 0;
    if (width == 32) {
        float a, b;
        memcpy(&a, &left, 4);
        memcpy(&b, &right, 4);
        a = subtract ? a - b : a + b;
        memcpy(&result, &a, 4);
    } else {
        double a, b;
        memcpy(&a, &left, 8);
        memcpy(&b, &right, 8);
        a = subtract ? a - b : a + b;
        memcpy(&result, &a, 8);
    }
    return result;
}

static uint64_t combine(ReadModifyWrite operation, uint64_t old, uint64_t operand, uint32_t width)
{
    uint32_t shift = 64 - width;
    int64_t signed_old = (int64_t)(old << shift), signed_operand = (int64_t)(operand << shift);
    switch (operation) {
    case RMW_XCHG:
        return operand;
    case RMW_ADD:
        return old + operand;
    case RMW_SUB:
        return old - operand;
    case RMW_AND:
        return old & operand;
    case RMW_NAND:
        return ~(old & operand);
    case RMW_OR:
        return old | operand;
    case RMW_XOR:
        return old ^ operand;
    case RMW_MAX:
        return signed_old > signed_operand ? old : operand;
    case RMW_MIN:
        return signed_old < signed_operand ? old : operand;
    case RMW_UMAX:
        return old > operand ? old : operand;
    case RMW_UMIN:
        return old < operand ? old : operand;
    case RMW_FADD:
        return float_result(old, operand, width, false);
    case RMW_FSUB:
        return float_result(old, operand, width, true);
    }
    return old;
}

// Reads what an update finds. The event is described as far as that goes.
static Event begin_update(Machine *machine, Thread *thread, uint64_t address, uint32_t width, bool visible,
                          const WeakPlace *place, Value *old)
{
    uint32_t size = (width + 7) / 8;
    bool whole = !memory_count_uninitialised(&machine->memory, address, size);
    if (!whole)
        fill_uninitialised(machine, thread, address, size);
    Term content = content_before(machine, address, size, visible);
    old->word = word_read(machine, thread, address, size, visible) & width_mask(width);
    if (place->weak) {
        *old = weak_memory_value(machine, place->write);
        content = old->term;
    }
    Event event = {.kind = EVENT_update,
                   .address = address,
                   .size = size,
                   .previous = old->word,
                   .atomic = true,
                   .order = place->access.order,
                   .unchanged = whole, // so far
                   .fresh = !whole,
                   .content = content};
    if (visible) {
        if (place->weak) {
            note_spin_read(machine, thread, (SpinRead){address, size, old->word, old->term});
            thread->spin.seen += machine->threads.count > 1;
        } else {
            access_note_read(machine, thread, address, size, old->word);
        }
        event.read = read_symbol(machine, thread, address, size);
    }
    old->term = event.read ? event.read : content;
    if (old->term)
        old->term = symbolic_fit(machine->terms, old->term, width);
    return event;
}

bool thread_drops_result(const Machine *machine, const Thread *thread)
{
    const Frame *frame = &thread->frames.data[thread->frames.count - 1];
    uint32_t function = frame_function(machine, frame);
    return machine->options->facts && !facts_is_live(machine->options->facts, function, frame->pc + 1,
                                                     frame->function->instructions[frame->pc].dst);
}

Flow access_exchange(Machine *machine, Thread *thread, uint64_t address, const Instruction *instruction, Value operand,
                     Value *old)
{
    bool visible;
    ReadModifyWrite operation = (ReadModifyWrite)instruction->imm;
    uint32_t width = instruction->width, size = (width + 7) / 8;
    if (attempt_repeats_in_vain(machine, thread))
        return machine_stop_thread(machine, thread);
    Flow flow = access_begin(machine, thread, address, size, EVENT_update, FLAG_ATOMIC, &visible);
    if (flow != FLOW_NEXT)
        return flow;
    WeakPlace place;
    flow = choose_place(machine, thread, (WeakAccess){address, size, order_of_flags(instruction->flags), FORM_UPDATE},
                        is_placed(machine, thread, visible, true), &place);
    if (flow != FLOW_NEXT)
        return flow;
    Event event = begin_update(machine, thread, address, width, visible, &place, old);
    event.value = combine(operation, old->word, operand.word, width) & width_mask(width);
    event.term = symbolic_combine(machine, thread, operation, *old, operand, width);
    event.sums =
        (operation == RMW_ADD || operation == RMW_SUB) && !machine->weak && thread_drops_result(machine, thread);
    finish_write(machine, thread, event, visible, NO_TERM, &place);
    return FLOW_NEXT;
}

// The condition under which a compare-exchange leaves the value as it is.
static Term fails_or_same(const Machine *machine, Value old, Value expected, Value desired, uint32_t width)
{
    TermTable *terms = machine->terms;
    if (!terms)
        return NO_TERM;
    Term wanted = symbolic_value(terms, expected, width);
    return term_or(terms, term_not(terms, term_equal(terms, symbolic_value(terms, old, width), wanted)),
                   term_equal(terms, symbolic_value(terms, desired, width), wanted));
}

// In a symbolic run a failed attempt is an update too, that of the old value: whether it fails is part of the term.
// Models make their choices by weak exchanges, whatever the rule.
bool access_may_fail(const Machine *machine, const Thread *thread)
{
    const Frame *frame = thread_frame(thread);
    const Instruction *instruction = &frame->function->instructions[frame->pc];
    return instruction->opcode == OP_compare_exchange && instruction->flags & FLAG_WEAK &&
           (machine->options->rules.weak_failures || frame->function->from_model); // a model that has to choose
}

// That the exchange may fail is a matter of the run, whoever can reach the memory, so there is an event of it: from now
// on what happens to the memory is visible, and nothing is silent any more.
static void end_silence(Machine *machine, Thread *thread, uint64_t address)
{
    access_publish(machine, thread, address);
    machine->setup.over = true;
    machine_update_concurrency(machine);
}

// The exchange fails, whatever it found.
static Flow fail_exchange(Machine *machine, Thread *thread, Event event, bool visible, bool expected)
{
    event.kind = EVENT_read;
    event.value = event.previous;
    event.spurious = expected;
    // A choice of a model is no failure.
    if (thread_frame(thread)->function->from_model)
        spin_note_effect(&thread->spin);
    else
        thread->spin.failed = true;
    if (visible)
        machine_emit(machine, thread, event);
    return FLOW_NEXT;
}

// Where memory is weak it is decided now which of the two a compare-exchange does, also in a symbolic run: which writes
// it may meet depends on that. Those that it does not go together with are ways that do not exist.
static Flow decide_exchange(Machine *machine, Thread *thread, const Instruction *instruction, bool succeeds, Term equal,
                            WeakPlace *place)
{
    if (equal)
        thread_report_whether_same(machine, thread, equal, succeeds);
    place->access.form = succeeds ? FORM_UPDATE : FORM_READ;
    place->access.order = succeeds ? order_of_flags(instruction->flags) : failure_order_of_flags(instruction->flags);
    if (!weak_memory_allows(machine, thread, &place->access, place->write))
        return machine_stop_thread(machine, thread);
    if (!succeeds)
        weak_memory_read(machine, thread, &place->access, place->write);
    return FLOW_NEXT;
}

Flow access_compare_exchange(Machine *machine, Thread *thread, uint64_t address, const Instruction *instruction,
                             Value expected, Value desired, Exchange *exchange)
{
    bool visible, weak = access_may_fail(machine, thread);
    Value *old = &exchange->old;
    uint32_t width = instruction->width, size = (width + 7) / 8;
    Flow flow = access_check(machine, thread, address, size, true);
    if (flow != FLOW_NEXT)
        return flow;
    Pending pending = {.kind = EVENT_update, .address = address, .size = size, .writes = true, .atomic = true};
    if (weak)
        end_silence(machine, thread, address);
    if (weak && !machine->step.permit) {
        thread_must_choose(machine, thread, pending);
        return FLOW_STOP;
    }
    bool fails = weak && machine->step.alternative % 2;
    flow = access_begin(machine, thread, address, size, EVENT_update, FLAG_ATOMIC, &visible);
    if (flow != FLOW_NEXT)
        return flow;
    WeakPlace place;
    flow = choose_place(machine, thread, (WeakAccess){address, size, order_of_flags(instruction->flags), FORM_READ},
                        is_placed(machine, thread, visible, true), &place);
    if (flow != FLOW_NEXT)
        return flow;
    Event event = begin_update(machine, thread, address, width, visible, &place, old);
    bool equal = old->word == expected.word;
    if (place.weak) {
        Term same = machine->terms && !fails ? thread_same_value(machine->terms, *old, expected) : NO_TERM;
        flow = decide_exchange(machine, thread, instruction, equal && !fails, same, &place);
        if (flow != FLOW_NEXT)
            return flow;
        event.order = place.access.order;
        event.weak = true;
        event.taken = weak_memory_stamp(machine, place.write);
    }
    // Whether or not it is written: what is visible must not depend on values.
    if (visible && width >= machine->program->layout.pointer_bits)
        publish_written(machine, thread, desired.word);
    exchange->failed = fails;
    event.conditional = weak;
    if (fails)
        return fail_exchange(machine, thread, event, visible, equal);
    if (equal || (machine->terms && !place.weak)) {
        event.value = equal ? desired.word : old->word;
        event.term = place.weak ? desired.term : symbolic_compare_exchange(machine, *old, expected, desired, width);
        finish_write(machine, thread, event, visible, fails_or_same(machine, *old, expected, desired, width), &place);
    } else if (visible) {
        machine_emit(machine, thread,
                     (Event){.kind = EVENT_read,
                             .address = address,
                             .size = size,
                             .value = old->word,
                             .atomic = true,
                             .order = event.order,
                             .conditional = event.weak, // elsewhere it may write
                             .weak = event.weak,
                             .taken = event.taken});
    }
    return FLOW_NEXT;
}

bool access_is_visible(const Machine *machine, uint64_t address)
{
    const Object *object = memory_find(&machine->memory, address);
    return object && object->shared && !object->hidden && !object->constant;
}

Term access_emit_read(Machine *machine, Thread *thread, uint64_t address, uint32_t size)
{
    Term content = content_before(machine, address, size, true);
    if (machine->options->local) // those who ask look at memory
        machine_give_up(machine, thread, "what the library reads of memory that others may write");
    Event event = {.kind = EVENT_read,
                   .address = address,
                   .size = size,
                   .value = memory_read_word(&machine->memory, address, size),
                   .read = read_symbol(machine, thread, address, size),
                   .content = content};
    machine_emit(machine, thread, event);
    return event.read ? event.read : event.content;
}

void access_emit_reads(Machine *machine, Thread *thread, uint64_t address, uint64_t size, bool pin)
{
    for (uint64_t done = 0; done < size; done += 8) {
        uint32_t part = size - done < 8 ? (uint32_t)(size - done) : 8;
        Term term = access_emit_read(machine, thread, address + done, part);
        if (pin)
            symbolic_pin(machine, thread, &term, memory_read_word(&machine->memory, address + done, part));
    }
}

Flow access_read_together(Machine *machine, Thread *thread, uint64_t address, uint64_t size, bool pin)
{
    bool visible;
    Flow flow = access_begin(machine, thread, address, size, EVENT_read, 0, &visible);
    if (pin) // what is pinned in memory stays so
        spin_note_effect(&thread->spin);
    if (flow == FLOW_NEXT && visible) {
        machine_join_events(thread);
        access_emit_reads(machine, thread, address, size, pin);
        machine_part_events(thread);
    } else if (flow == FLOW_NEXT && pin)
        symbolic_pin_memory(machine, thread, address, size);
    return flow;
}

Flow access_string(Machine *machine, Thread *thread, uint64_t address, Text *out)
{
    for (;; address++) {
        Flow flow = access_check(machine, thread, address, 1, false);
        if (flow != FLOW_NEXT)
            return flow;
        char character = (char)memory_read_word(&machine->memory, address, 1);
        if (!character)
            return FLOW_NEXT;
        text_append_character(out, character);
    }
}
