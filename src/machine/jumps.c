// setjmp and longjmp. A mark is kept in the program's own buffer, so it can be copied. It says which thread made it in
// which call of which function, where that call stood, and which of its locals were alive: a jump there ends the calls
// above, and the blocks that were entered since.
//
// A call is known by its depth and its generation. The first mark in a call gives it a generation that no other call of
// the thread has had, so a mark of a call that has returned fits none. The machine's memory of how many there were is
// no part of a fingerprint: generations are only compared for being equal.
#include "base/fail.h"
#include "machine/state.h"

// The words of a mark. Each has a sign in its upper bits that no address has.
enum { MARK_OWNER, MARK_GENERATION, MARK_PLACE, MARK_ALIVE, MARK_WORDS, MARK_SIZE = 8 * MARK_WORDS };
enum { PAYLOAD_BITS = 48, HALF_BITS = PAYLOAD_BITS / 2 };
enum { MASK_IS_SAVED = 40 }; // bit of MARK_GENERATION that models/signal.c looks at

static const uint64_t sign = UINT64_C(0x5e7a) << PAYLOAD_BITS;

typedef struct JumpMark {
    uint64_t words[MARK_WORDS]; // without the signs
} JumpMark;

static uint64_t join_halves(uint64_t high, uint64_t low)
{
    return high << HALF_BITS | low;
}

static uint32_t high_half(uint64_t word)
{
    return (uint32_t)(word >> HALF_BITS);
}

static uint32_t low_half(uint64_t word)
{
    return (uint32_t)(word & width_mask(HALF_BITS));
}

// The locals of the thread's last call that are in memory, in order: bits tell which are alive. False if they are too
// many.
static bool list_alive(const Machine *machine, const Thread *thread, uint64_t *alive)
{
    uint32_t region = layout_stack_region(thread->id), end = memory_stack_mark(&machine->memory, region), count = 0;
    *alive = 0;
    for (uint32_t slot = thread_frame(thread)->stack_mark; slot < end; slot++) {
        const Object *object = memory_stack_object(&machine->memory, region, slot);
        if (!object)
            continue;
        if (count == PAYLOAD_BITS)
            return false;
        *alive |= (uint64_t)!object->freed << count++;
    }
    return true;
}

// The masks of signals are the models'. They have to know which marks would restore one.
static uint64_t saves_mask(const Call *call)
{
    bool may = call->intrinsic == INTRINSIC_sigsetjmp || call->intrinsic == INTRINSIC_gnu_sigsetjmp;
    return (uint64_t)(may && (uint32_t)call_argument(call, 1)) << MASK_IS_SAVED;
}

static Flow mark_place(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t buffer = call_argument(call, 0), alive;
    Frame *frame = thread_frame(thread);
    if (frame->function->instructions[frame->pc].opcode != OP_call)
        return machine_give_up(machine, thread, "setjmp through a pointer");
    Flow flow = access_check(machine, thread, buffer, MARK_SIZE, true);
    if (flow != FLOW_NEXT)
        return flow;
    if (access_is_visible(machine, buffer) &&
        thread_must_stop(machine, thread,
                         (Pending){.kind = EVENT_write, .address = buffer, .size = MARK_SIZE, .writes = true}))
        return FLOW_STOP;
    uint32_t top = memory_stack_mark(&machine->memory, layout_stack_region(thread->id));
    if (!list_alive(machine, thread, &alive))
        return machine_give_up(machine, thread, "setjmp in a function with more than %d variables", PAYLOAD_BITS);
    if (frame->pc >> HALF_BITS || top >> HALF_BITS)
        return machine_give_up(machine, thread, "setjmp in a function that is too large");
    if (!frame->generation)
        frame->generation = ++thread->generations;
    JumpMark mark = {{join_halves(thread->id, thread->frames.count), frame->generation | saves_mask(call),
                      join_halves(frame->pc, top), alive}};
    machine_join_events(thread);
    for (uint32_t i = 0; i < MARK_WORDS; i++)
        access_put(machine, thread, buffer + 8 * i, 8, (Value){.word = sign | mark.words[i]});
    machine_part_events(thread);
    call_return(call, 0);
    return FLOW_NEXT;
}

static Flow read_mark(Machine *machine, Thread *thread, uint64_t buffer, JumpMark *mark)
{
    Flow flow = access_check(machine, thread, buffer, MARK_SIZE, false);
    if (flow != FLOW_NEXT)
        return flow;
    bool known = !memory_count_uninitialised(&machine->memory, buffer, MARK_SIZE);
    if (known)
        flow = access_read_together(machine, thread, buffer, MARK_SIZE, true);
    if (flow != FLOW_NEXT)
        return flow;
    for (uint32_t i = 0; i < MARK_WORDS && known; i++) {
        uint64_t word = memory_read_word(&machine->memory, buffer + 8 * i, 8);
        known = (word & ~width_mask(PAYLOAD_BITS)) == sign;
        mark->words[i] = word & width_mask(PAYLOAD_BITS);
    }
    return known
               ? FLOW_NEXT
               : machine_violate(machine, thread, PROPERTY_MEMORY, "longjmp with a buffer that setjmp has not filled");
}

// The calls above end as if they returned.
static void leave_calls(Machine *machine, Thread *thread, uint32_t depth)
{
    while (thread->frames.count > depth)
        thread_leave_call(machine, thread);
}

// What was made on the stack since then is gone, and so are the locals of blocks that were entered since. A mark in the
// middle of an object is one of an array whose block has ended since: another one lies there now.
static void leave_blocks(Machine *machine, Thread *thread, uint32_t top, uint64_t alive)
{
    uint32_t region = layout_stack_region(thread->id), mark = thread_frame(thread)->stack_mark, count = 0;
    while (top > mark && top < memory_stack_mark(&machine->memory, region) &&
           !memory_stack_object(&machine->memory, region, top))
        top--;
    thread_release_stack(machine, thread, top);
    for (uint32_t slot = mark; slot < top && slot < memory_stack_mark(&machine->memory, region); slot++) {
        const Object *object = memory_stack_object(&machine->memory, region, slot);
        if (object && !(alive >> count++ & 1))
            thread_end_life(machine, thread, object->base);
    }
}

static Flow jump(Machine *machine, Thread *thread, const Call *call)
{
    uint32_t value = (uint32_t)call_argument(call, 1);
    JumpMark mark;
    Flow flow = read_mark(machine, thread, call_argument(call, 0), &mark);
    if (flow != FLOW_NEXT)
        return flow;
    uint32_t depth = low_half(mark.words[MARK_OWNER]);
    if (high_half(mark.words[MARK_OWNER]) != thread->id)
        return machine_violate(machine, thread, PROPERTY_MEMORY, "longjmp to a place in another thread");
    if (depth > thread->frames.count ||
        thread->frames.data[depth - 1].generation != (uint32_t)mark.words[MARK_GENERATION])
        return machine_violate(machine, thread, PROPERTY_MEMORY, "longjmp into a function that has returned");
    leave_calls(machine, thread, depth);
    leave_blocks(machine, thread, low_half(mark.words[MARK_PLACE]), mark.words[MARK_ALIVE]);
    spin_note_effect(&thread->spin); // a round that is left in the middle is no round of waiting
    Frame *frame = thread_frame(thread);
    uint32_t place = high_half(mark.words[MARK_PLACE]);
    if (machine->options->rounds)
        rounds_jump(machine, thread, place);
    frame->pc = place;
    Call marked;
    CHECK(intrinsic_decode(machine, thread, &marked) && intrinsic_marks_place(marked.intrinsic));
    call_return(&marked, value ? value : 1);
    frame->pc++;
    return FLOW_FRAME;
}

Flow intrinsic_jump(Machine *machine, Thread *thread, const Call *call)
{
    return intrinsic_jumps(call->intrinsic) ? jump(machine, thread, call) : mark_place(machine, thread, call);
}
