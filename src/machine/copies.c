// Copies and fills of ranges. Of what one thread owns they are done at once; where others may look, word by word, so that they
// get their chance in between.
#include <string.h>

#include "machine/state.h"
#include "machine/symbolic.h"

// How many bytes the next step of a copy or fill moves: a word, or less at its ends. `backward` copies begin with the
// last bytes.
static uint32_t copy_part(const Machine *machine, uint64_t done, uint64_t size, uint64_t to, uint64_t from,
                          bool backward)
{
    uint32_t word = machine->program->layout.pointer_bits / 8, part = 1;
    if (to % word == from % word)
        part = backward ? (uint32_t)((to + size - done - 1) % word) + 1 : word - (uint32_t)((to + done) % word);
    return size - done < part ? (uint32_t)(size - done) : part;
}

// Which of the bytes of a word were never written, as bits.
static uint64_t find_unknown(const Machine *machine, uint64_t address, uint32_t size)
{
    uint64_t unknown = 0;
    for (uint32_t i = 0; i < size; i++)
        unknown |= (uint64_t)!memory_byte_initialised(&machine->memory, address + i) << i;
    return unknown;
}

// The write of one word of a copy. Bytes that were unknown when they were read are so in the copy, too.
static Flow write_part(Machine *machine, Thread *thread, uint64_t to, uint32_t part, Value value, uint64_t unknown)
{
    Flow flow = access_write(machine, thread, to, part, 0, value);
    for (uint32_t i = 0; flow == FLOW_NEXT && i < part; i++)
        if (unknown >> i & 1)
            memory_forget_bytes(&machine->memory, to + i, 1);
    return flow;
}

Flow access_check_disjoint(Machine *machine, Thread *thread, uint64_t to, uint64_t from, uint64_t size)
{
    if (to == from || (to - from >= size && from - to >= size))
        return FLOW_NEXT;
    return machine_violate(machine, thread, PROPERTY_MEMORY,
                           "copy of %llu bytes to where they overlap with what is copied", (unsigned long long)size);
}

enum { PIECE = 1 << 22 }; // no more is moved or filled without a look at the clock

bool access_move(Machine *machine, uint64_t to, uint64_t from, uint64_t size)
{
    bool backward = to > from && to < from + size;
    for (uint64_t done = 0; done < size;) {
        uint64_t part = size - done < PIECE ? size - done : PIECE;
        uint64_t offset = backward ? size - done - part : done;
        memory_copy_bytes(&machine->memory, to + offset, from + offset, part);
        done += part;
        if (done < size && machine_time_is_up(machine))
            return false;
    }
    return true;
}

// Copies go word by word where a shared object is involved: each word is one read and one write, as a processor would
// do. `progress` counts in bytes, twice: even values stand before a read, odd ones between the read and the write of a
// word, whose value then waits in the next register; which of its bytes are unknown is in the highest byte of `progress`.
Flow access_copy(Machine *machine, Thread *thread, uint64_t to, uint64_t from, uint64_t size, uint64_t *progress,
                 Term *held)
{
    if (!size)
        return FLOW_NEXT;
    Flow flow = access_check(machine, thread, from, size, false);
    if (flow == FLOW_NEXT)
        flow = access_check(machine, thread, to, size, true);
    if (flow != FLOW_NEXT)
        return flow;
    bool backward = to > from && to < from + size;
    if (!access_is_visible(machine, from) && !access_is_visible(machine, to)) {
        bool ignored;
        flow = access_begin(machine, thread, from, size, EVENT_read, 0, &ignored);
        if (flow == FLOW_NEXT)
            flow = access_begin(machine, thread, to, size, EVENT_write, 0, &ignored);
        if (flow != FLOW_NEXT)
            return flow;
        spin_note_effect(&thread->spin);
        return access_move(machine, to, from, size) ? FLOW_NEXT : FLOW_END;
    }
    enum { UNKNOWN_SHIFT = 56 };
    const uint64_t count = (UINT64_C(1) << UNKNOWN_SHIFT) - 1;
    while ((progress[0] & count) / 2 < size) {
        uint64_t done = (progress[0] & count) / 2;
        uint32_t part = copy_part(machine, done, size, to, from, backward);
        uint64_t offset = backward ? size - done - part : done;
        if (progress[0] % 2 == 0) {
            Value value;
            flow = access_read(machine, thread, from + offset, part, FLAG_KEEP_UNINITIALISED, &value);
            if (flow != FLOW_NEXT)
                return flow;
            progress[0] = (progress[0] + 1) | find_unknown(machine, from + offset, part) << UNKNOWN_SHIFT;
            progress[1] = value.word;
            if (held)
                *held = value.term;
        }
        flow = write_part(machine, thread, to + offset, part, (Value){progress[1], held ? *held : NO_TERM},
                          progress[0] >> UNKNOWN_SHIFT);
        if (flow != FLOW_NEXT)
            return flow;
        progress[0] = (done + part) * 2;
    }
    return FLOW_NEXT;
}

// Of what nobody else knows. False if time has run out.
static bool fill_private(Machine *machine, uint64_t to, Value byte, uint64_t size)
{
    uint8_t buffer[256];
    memset(buffer, (uint8_t)byte.word, sizeof buffer);
    for (uint64_t done = 0; done < size;) {
        uint64_t part = size - done < sizeof buffer ? size - done : sizeof buffer;
        memory_write_bytes(&machine->memory, to + done, buffer, part);
        for (uint64_t i = 0; byte.term && i < part; i++)
            access_put_content(machine, to + done + i, 1, byte.term);
        done += part;
        if (done % PIECE == 0 && done < size && machine_time_is_up(machine))
            return false;
    }
    return true;
}

Flow access_fill(Machine *machine, Thread *thread, uint64_t to, Value byte, uint64_t size, uint64_t *progress)
{
    if (!size)
        return FLOW_NEXT;
    Flow flow = access_check(machine, thread, to, size, true);
    if (flow != FLOW_NEXT)
        return flow;
    if (!access_is_visible(machine, to)) {
        bool ignored;
        flow = access_begin(machine, thread, to, size, EVENT_write, 0, &ignored);
        spin_note_effect(&thread->spin);
        return flow != FLOW_NEXT || fill_private(machine, to, byte, size) ? flow : FLOW_END;
    }
    while (*progress < size) {
        uint32_t part = copy_part(machine, *progress, size, to, to, false);
        Value word = {(UINT64_C(0x0101010101010101) * (uint8_t)byte.word) & width_mask(part * 8),
                      symbolic_repeat(machine, byte.term, part)};
        flow = access_write(machine, thread, to + *progress, part, 0, word);
        if (flow != FLOW_NEXT)
            return flow;
        *progress += part;
    }
    return FLOW_NEXT;
}
