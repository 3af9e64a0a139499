// The interpreter loop: one thread, until it stops before a visible operation, blocks or ends.
//
// Threaded code: each handler jumps to the next through a table of labels. The frame's registers, code and program
// counter live in locals and are written back (pc) before anything that can look at the thread. In a symbolic run a
// second table sends every instruction through symbolic_execute first.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ir/operands.h"
#include "ir/order_flags.h"
#include "machine/state.h"
#include "machine/symbolic.h"
#include "machine/weak_memory.h"

enum {
    LIMIT_CHECK_INTERVAL = 4096, // in rounds of loops and calls
    SLOW_CHECK_INTERVAL = 256, // in operations that take long: accesses that need more than a translation, calls, terms
};

// What must be checked before a binary operation; FLOW_NEXT if nothing is wrong.
static Flow check_binary(Machine *machine, Thread *thread, Opcode opcode, uint8_t flags, uint64_t a, uint64_t b,
                         uint32_t width)
{
    int64_t left = signed_value(a, width), right = signed_value(b, width), result = 0;
    bool overflow = false;
    switch (opcode) {
    case OP_udiv:
    case OP_urem:
        return b ? FLOW_NEXT : machine_violate(machine, thread, PROPERTY_DIVISION, "division by zero");
    case OP_sdiv:
    case OP_srem:
        if (!b)
            return machine_violate(machine, thread, PROPERTY_DIVISION, "division by zero");
        if (right == -1 && a == UINT64_C(1) << (width - 1))
            return machine_violate(machine, thread, PROPERTY_DIVISION,
                                   "%lld %s -1 does not fit: signed division overflows", (long long)left,
                                   opcode == OP_sdiv ? "/" : "%");
        return FLOW_NEXT;
    case OP_shl:
    case OP_lshr:
    case OP_ashr:
        if ((flags & FLAG_C_SHIFT) && b >= width)
            return machine_violate(machine, thread, PROPERTY_DIVISION,
                                   "shift by %lld, which is not below the width of %u bits", (long long)right, width);
        return FLOW_NEXT;
    case OP_add:
        overflow = __builtin_add_overflow(left, right, &result);
        break;
    case OP_sub:
        overflow = __builtin_sub_overflow(left, right, &result);
        break;
    case OP_mul:
        overflow = __builtin_mul_overflow(left, right, &result);
        break;
    default:
        return FLOW_NEXT;
    }
    overflow |= signed_value((uint64_t)result & width_mask(width), width) != result;
    if (!overflow || !(flags & FLAG_SIGNED_CHECK))
        return FLOW_NEXT;
    return machine_violate(machine, thread, PROPERTY_OVERFLOW, "signed overflow: %lld %c %lld does not fit in %u bits",
                           (long long)left,
                           opcode == OP_add   ? '+'
                           : opcode == OP_sub ? '-'
                                              : '*',
                           (long long)right, width);
}

static uint32_t find_case(const SwitchTable *table, uint64_t value)
{
    uint32_t low = 0, high = table->case_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (table->cases[middle].value == value)
            return table->cases[middle].target;
        if (table->cases[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return table->default_target;
}

// Places the arguments for `...` in memory of the callee's frame, where va_arg finds them.
static Flow pass_variadic(Machine *machine, Thread *thread, const CallOperands *operands, const uint64_t *arguments,
                          uint32_t caller_base, Frame *frame)
{
    Object facts = {
        .kind = OBJECT_STACK, .owner = thread->id, .zeroed = true, .shared = machine->options->rules.share_everything};
    frame->variadic =
        memory_add_object(&machine->memory, layout_stack_region(thread->id), operands->variadic_size, facts);
    if (!frame->variadic)
        return machine_give_up(machine, thread, "the stack is exhausted");
    uint32_t fixed = operands->argument_count - operands->variadic_count;
    for (uint32_t i = 0; i < operands->variadic_count; i++) {
        const VariadicSlot *slot = &operands->variadic[i];
        uint64_t word = arguments[fixed + i];
        Term *term = machine->terms ? &thread->terms.data[caller_base + operands->arguments[fixed + i]] : NULL;
        if (slot->by_value) {
            if (term)
                symbolic_pin(machine, thread, term, word);
            Flow flow = access_check(machine, thread, word, slot->size, false);
            if (flow != FLOW_NEXT)
                return flow;
            memory_copy_bytes(&machine->memory, frame->variadic + slot->offset, word, slot->size);
        } else {
            memory_write_word(&machine->memory, frame->variadic + slot->offset, slot->size, word);
            if (term)
                access_put_content(machine, frame->variadic + slot->offset, slot->size, *term);
        }
    }
    return FLOW_NEXT;
}

Flow thread_call(Machine *machine, Thread *thread, const Function *function, const CallOperands *operands, uint32_t dst)
{
    if (thread->frames.count >= FRAME_LIMIT)
        return machine_give_up(machine, thread, "recursion deeper than %d calls, in function %s,", FRAME_LIMIT,
                               function->name);
    enum { USUAL_COUNT = 64 };
    uint32_t count = thread->frames.count ? operands->argument_count : 0, caller_base = 0;
    uint64_t usual[USUAL_COUNT], *arguments = count <= USUAL_COUNT ? usual : memory_allocate(count * sizeof *arguments);
    if (thread->frames.count) {
        caller_base = thread_frame(thread)->base;
        for (uint32_t i = 0; i < count; i++)
            arguments[i] = thread->registers.data[caller_base + operands->arguments[i]];
    }
    Frame frame = {
        .function = function,
        .base = thread->registers.count,
        .result = caller_base + dst,
        .result_count = operands->result_count,
        .stack_mark = memory_stack_mark(&machine->memory, layout_stack_region(thread->id)),
        .ends_atomic = function->atomic,
    };
    Flow flow =
        function->variadic ? pass_variadic(machine, thread, operands, arguments, caller_base, &frame) : FLOW_NEXT;
    if (flow != FLOW_NEXT) {
        if (arguments != usual)
            free(arguments);
        return flow;
    }
    vector_resize(&thread->registers, frame.base + function->register_count);
    // Old C may pass fewer or more arguments than the function has parameters.
    for (uint32_t i = 0; i < count && i < function->parameter_count; i++)
        thread->registers.data[frame.base + i] = arguments[i];
    if (arguments != usual)
        free(arguments);
    if (machine->terms) {
        vector_resize(&thread->terms, thread->registers.count);
        for (uint32_t i = 0; i < count && i < function->parameter_count; i++)
            thread->terms.data[frame.base + i] = thread->terms.data[caller_base + operands->arguments[i]];
    }
    if (machine->options->rounds)
        rounds_call(machine, thread, function);
    vector_push(&thread->frames, frame);
    if (function->atomic)
        thread->section.depth++;
    return FLOW_FRAME;
}

static Flow call_unmodelled(Machine *machine, Thread *thread, const Function *function, const Call *call)
{
    if (!machine->options->rules.extern_havoc)
        return machine_give_up(machine, thread, "unmodelled function %s", function->name);
    machine->past.havocked = true;
    for (uint32_t i = 0; i < call->operands->result_count; i++) {
        uint32_t width = i ? 64 : call->operands->result_width;
        Value value = machine_read_input(machine, thread, function->name, INPUT_ENVIRONMENT, width);
        call->registers[call->dst + i] = value.word;
        if (call->terms)
            call->terms[call->dst + i] = value.term;
    }
    return FLOW_NEXT;
}

static Flow call_function(Machine *machine, Thread *thread, const Function *function, const CallOperands *operands,
                          uint32_t dst)
{
    if (function->defined) {
        // A function that is one atomic section begins with a visible operation.
        if (function->atomic && !thread->section.depth) {
            if (thread_must_stop(machine, thread, (Pending){.kind = EVENT_atomic_begin}))
                return FLOW_STOP;
            machine_emit(machine, thread, (Event){.kind = EVENT_atomic_begin});
        }
        return thread_call(machine, thread, function, operands, dst);
    }
    Call call = {.intrinsic = function->intrinsic,
                 .operands = operands,
                 .registers = thread->registers.data + thread_frame(thread)->base,
                 .terms = machine->terms ? thread->terms.data + thread_frame(thread)->base : NULL,
                 .dst = dst};
    if (function->intrinsic == INTRINSIC_none)
        return call_unmodelled(machine, thread, function, &call);
    if (machine->terms)
        symbolic_prepare_call(machine, thread, &call);
    return intrinsic_call(machine, thread, &call);
}

static bool has_kinds(const uint8_t *kinds, const uint8_t *others, uint32_t count)
{
    return !count || !memcmp(kinds, others, count);
}

// Whether a call has the arguments that a function takes and the results it gives, as far as they are used. More
// arguments than a function without parameters has are what old C passes.
static bool call_fits(const Function *function, const CallOperands *operands)
{
    uint32_t given = operands->argument_count, taken = function->parameter_count;
    if (given < taken || (given > taken && taken && !function->variadic))
        return false;
    if (!has_kinds(operands->kinds, function->parameter_kinds, taken))
        return false;
    return !operands->is_used || (operands->result_count == function->result_count &&
                                  has_kinds(operands->result_kinds, function->result_kinds, function->result_count));
}

static Flow call_indirect(Machine *machine, Thread *thread, uint64_t address, const CallOperands *operands,
                          uint32_t dst)
{
    const Function *function = program_function_at(machine->program, address);
    if (!function)
        return machine_violate(machine, thread, PROPERTY_MEMORY,
                               address ? "call through a pointer that is not a function (0x%llx)"
                                       : "call through a null function pointer",
                               (unsigned long long)address);
    // The models call what they are given: thread functions, in particular, are of many types.
    bool of_program = !function->from_model && !thread_frame(thread)->function->from_model;
    if (function->defined && of_program && !call_fits(function, operands))
        return machine_violate(machine, thread, PROPERTY_MEMORY,
                               "call of %s through a pointer to another type of function", function->name);
    return call_function(machine, thread, function, operands, dst);
}

void thread_leave_call(Machine *machine, Thread *thread)
{
    Frame frame = *thread_frame(thread);
    thread_release_stack(machine, thread, frame.stack_mark);
    if (thread->spin.depth == thread->frames.count) // another call of this function does not go on with its loop
        thread->spin.depth = 0;
    if (thread->spin.attempt.depth == thread->frames.count)
        attempt_leave_call(machine, thread);
    if (machine->options->rounds)
        rounds_return(machine, thread);
    if (!frame.function->from_model)
        thread->origin.left_at = frame.function->positions[frame.pc];
    thread->frames.count--;
    bounds_leave_call(thread);
    thread->registers.count = frame.base;
    if (machine->terms)
        thread->terms.count = frame.base;
    if (frame.ends_atomic && !--thread->section.depth)
        machine_emit(machine, thread, (Event){.kind = EVENT_atomic_end});
}

static Flow return_from(Machine *machine, Thread *thread, const Instruction *instruction)
{
    Frame frame = *thread_frame(thread);
    const OperandList *list = &frame.function->lists[instruction->b];
    uint64_t *registers = thread->registers.data;
    for (uint32_t i = 0; i < list->count && i < frame.result_count; i++)
        registers[frame.result + i] = registers[frame.base + list->registers[i]];
    for (uint32_t i = 0; machine->terms && i < list->count && i < frame.result_count; i++)
        thread->terms.data[frame.result + i] = thread->terms.data[frame.base + list->registers[i]];
    thread_leave_call(machine, thread);
    if (!thread->frames.count)
        return thread_finish(machine, thread, (Value){0});
    if (frame.interrupts)
        return thread_end_interruption(thread);
    thread_frame(thread)->pc++;
    return FLOW_FRAME;
}

static Flow start_variadic(Machine *machine, Thread *thread, uint64_t list)
{
    uint64_t area = thread_frame(thread)->variadic;
    uint64_t words[4] = {0};
    uint32_t size = machine->program->layout.pointer_bits / 8;
    switch (machine->program->variadic_abi) {
    case VARIADIC_X86_64: // both register areas are used up; everything is in memory
        words[0] = 48 | UINT64_C(176) << 32;
        words[1] = area;
        size = 24;
        break;
    case VARIADIC_AARCH64:
        words[0] = area;
        size = 32;
        break;
    case VARIADIC_POINTER:
        words[0] = area;
        break;
    case VARIADIC_UNKNOWN:
        return machine_give_up(machine, thread, "va_start on this target");
    }
    Flow flow = access_check(machine, thread, list, size, true);
    if (flow == FLOW_NEXT)
        memory_write_bytes(&machine->memory, list, words, size);
    spin_note_effect(&thread->spin);
    return flow;
}

// The function ends without the value it must return, which is undefined if its caller uses that. What a thread ends
// with is used by who joins it and takes it.
static Flow thread_return_nothing(Machine *machine, Thread *thread)
{
    if (thread->frames.count < 2)
        return FLOW_NEXT;
    const Frame *caller = &thread->frames.data[thread->frames.count - 2];
    const Program *program = machine->program;
    if (program->thread_main_function != NO_FUNCTION &&
        caller->function == &program->functions.data[program->thread_main_function])
        thread->end.missing = true;
    else if (caller->function->calls[caller->function->instructions[caller->pc].b].is_used)
        return machine_violate(machine, thread, PROPERTY_MEMORY,
                               "control reaches the end of a function that must return a value, which its caller uses");
    return FLOW_NEXT;
}

static Flow add_local(Machine *machine, Thread *thread, uint64_t size, uint32_t variable, uint64_t *address)
{
    Object facts = {.kind = OBJECT_STACK,
                    .owner = thread->id,
                    .variable = variable,
                    .shared = machine->options->rules.share_everything,
                    .position = thread_frame(thread)->function->positions[thread_frame(thread)->pc]};
    uint64_t base = memory_add_object(&machine->memory, layout_stack_region(thread->id), size, facts);
    if (!base)
        return machine_give_up(machine, thread, "the stack is exhausted");
    *address = base;
    sync_forget(machine, base, size);
    if (machine->weak)
        weak_memory_forget(machine, base, size);
    if (facts.shared || !thread_is_in_call_of_round(thread))
        spin_note_effect(&thread->spin);
    return FLOW_NEXT;
}

static Flow allocate_local(Machine *machine, Thread *thread, const Instruction *instruction, uint64_t *registers)
{
    uint64_t size = instruction->flags & FLAG_STATIC ? instruction->imm : registers[instruction->a] * instruction->imm;
    return add_local(machine, thread, size, instruction->b, &registers[instruction->dst]);
}

// A block is entered. A local of it that was there before, and that others may know, is another object now; else it is
// the same one again, so that a loop that waits can be seen to change nothing.
static Flow begin_life(Machine *machine, Thread *thread, const Instruction *instruction, uint64_t *registers)
{
    uint64_t address = registers[instruction->a];
    const Object *object = memory_find(&machine->memory, address);
    registers[instruction->dst] = address;
    if (object && !object->freed)
        return FLOW_NEXT;
    if (object && !object->shared && !(instruction->flags & FLAG_ANEW)) {
        memory_set_alive(&machine->memory, address, true);
        sync_forget(machine, address, object->size);
        return FLOW_NEXT;
    }
    if (!thread_frame(thread)->generation) // else a jump finds its locals by their places on the stack
        memory_stack_trim(&machine->memory, layout_stack_region(thread->id), thread_frame(thread)->stack_mark);
    return add_local(machine, thread, instruction->imm, instruction->b, &registers[instruction->dst]);
}

enum { ROUNDS_AT_ONCE = 1000 };

static Flow stop_at_round(Machine *machine, Thread *thread)
{
    bool stopped = machine->step.permit; // here, before this step; its past may have been forgotten since
    bool plain = !stopped && thread->path.decided == thread->rounds.decided && ++thread->rounds.count < ROUNDS_AT_ONCE;
    if (!plain && thread_must_choose(machine, thread, (Pending){.kind = EVENT_yield}))
        return FLOW_STOP;
    thread->rounds.decided = thread->path.decided;
    if (!plain)
        thread->rounds.count = 0;
    return FLOW_NEXT;
}

static Flow take_back_edge(Machine *machine, Thread *thread, const Instruction *instruction, uint32_t pc)
{
    if (instruction->flags & FLAG_COUNTS) {
        thread_pass_counting_edge(machine, thread, pc);
    } else if (attempt_ends_in_vain(machine, thread, pc)) {
        return machine_stop_thread(machine, thread);
    } else if (thread->spin.reads.count || spin_is_watched(&thread->spin)) {
        Round round = thread_end_round(machine, thread, pc);
        if (round == ROUND_NEEDLESS)
            return machine_stop_thread(machine, thread);
        if (round != ROUND_COUNTS)
            return round == ROUND_WAITS ? FLOW_STOP : FLOW_NEXT;
    } else {
        thread->spin.registers.count = 0;
    }
    return bounds_pass_loop(machine, thread, (uint32_t)instruction->imm) ? machine_stop_thread(machine, thread)
                                                                         : FLOW_NEXT;
}

static bool is_over(Machine *machine, const char *reason)
{
    text_clear(&machine->outcome.message);
    text_append(&machine->outcome.message, reason);
    machine->outcome.status = MACHINE_UNKNOWN;
    return true;
}

bool machine_time_is_up(Machine *machine)
{
    LimitReason reason = machine->options->limits ? limits_exceeded(machine->options->limits) : LIMIT_NONE;
    return reason != LIMIT_NONE && is_over(machine, limits_reason_text(reason));
}

static bool is_too_long(Machine *machine)
{
    if (machine->setup.active)
        machine->setup.instructions = machine->instruction_count;
    uint64_t rest = machine->instruction_count - machine->setup.instructions;
    if (rest + machine->setup.instructions / SETUP_SHARE < machine->options->instruction_limit)
        return false;
    machine->outcome.too_long = true;
    return is_over(machine, "instruction limit");
}

static bool limits_hit(Machine *machine)
{
    return machine_time_is_up(machine) || is_too_long(machine);
}

// Of the instructions that can be left to the words if no operand has a term: the fields that hold registers.
enum { IS_PLAIN = FIELDS_MEMORY << 1 };

static const uint8_t plain_fields[OPCODE_COUNT] = {
#define PLAIN(name) [OP_##name] = IS_PLAIN | FIELDS_##name,
#define PLAIN_BINARY(name) PLAIN(name) PLAIN(name##_imm)
    BINARY_TABLE(PLAIN_BINARY) PLAIN(constant) PLAIN(move) PLAIN(select) PLAIN(truncate) PLAIN(sign_extend) PLAIN(index)
        PLAIN(load) PLAIN(store) PLAIN(require) PLAIN(require_below) PLAIN(jump) PLAIN(branch) PLAIN(switch)
#undef PLAIN_BINARY
#undef PLAIN
};

// Whether to write the word into a shared object may make another one known to others.
static inline bool publishes(const Memory *memory, uint32_t size, uint64_t word)
{
    return size * 8 >= memory->layout.pointer_bits && memory_find(memory, word);
}

// Whether the access finds its translation. One that counts in the machine's events is counted then; one that might
// publish an object does not find it.
static inline __attribute__((always_inline)) bool
finds_translation(Machine *machine, Thread *thread, const Instruction *i, bool write, const uint64_t *registers)
{
    const Memory *memory = &machine->memory;
    uint64_t address = (registers[write ? i->b : i->a] + i->imm) & pointer_mask(machine);
    uint64_t tag = address >> memory->layout.slot_bits;
    uint64_t offset = address & ((UINT64_C(1) << memory->layout.slot_bits) - 1);
    uint32_t size = (i->width + 7u) / 8;
    const Translation *entry = &memory->translations[tag % TRANSLATION_COUNT];
    if (entry->tag != tag || offset + size > entry->length || entry->flags & (write ? SLOW_WRITE : SLOW_READ))
        return false;
    if (!(entry->flags & MAY_PUBLISH))
        return true;
    if (write && publishes(memory, size, registers[i->a]))
        return false;
    machine_count_silently(machine, thread);
    return true;
}

// Whether no term has a part in the instruction; its result has none then. What its opcode is, is known where this is
// compiled, so only what concerns that is left of it.
static inline __attribute__((always_inline)) bool is_plain(Machine *machine, Thread *thread, const Instruction *i,
                                                           Opcode opcode, const uint64_t *registers, Term *terms)
{
    enum { DST = 1 << FIELD_dst, A = 1 << FIELD_a, B = 1 << FIELD_b, IMM = 1 << FIELD_imm };
    uint8_t fields = plain_fields[opcode];
    if (!fields || (fields & A && terms[i->a]) || (fields & B && terms[i->b]) || (fields & IMM && terms[i->imm]))
        return false;
    if (fields & FIELDS_MEMORY && !finds_translation(machine, thread, i, opcode == OP_store, registers))
        return false;
    if (fields & DST)
        terms[i->dst] = NO_TERM;
    return true;
}

void thread_run(Machine *machine, Thread *thread)
{
    static const void *const word_labels[OPCODE_COUNT] = {
#define OPCODE_LABEL(name, dst, a, b, imm, ends) [OP_##name] = &&do_##name,
        OPCODE_TABLE(OPCODE_LABEL)
#define BINARY_LABEL(name) BINARY_FORMS(OPCODE_LABEL, name)
            BINARY_TABLE(BINARY_LABEL)
#undef BINARY_LABEL
#undef OPCODE_LABEL
    };
    static const void *const symbolic_labels[OPCODE_COUNT] = {
#define SYMBOLIC_LABEL(name, dst, a, b, imm, ends) [OP_##name] = &&symbolic_##name,
        OPCODE_TABLE(SYMBOLIC_LABEL)
#define BINARY_LABEL(name) BINARY_FORMS(SYMBOLIC_LABEL, name)
            BINARY_TABLE(BINARY_LABEL)
#undef BINARY_LABEL
#undef SYMBOLIC_LABEL
    };
    const void *const *const labels = machine->terms ? symbolic_labels : word_labels;
    Memory *memory = &machine->memory;
    const uint32_t slot_bits = memory->layout.slot_bits;
    const uint64_t slot_mask = (UINT64_C(1) << slot_bits) - 1;
    const uint64_t address_mask = pointer_mask(machine);
    Frame *frame;
    const Instruction *code, *i;
    uint64_t *r;
    Term *t = NULL;
    uint64_t executed = 0;
    const uint32_t check_interval =
        machine->options->instruction_limit == UINT64_MAX || machine->setup.active ? LIMIT_CHECK_INTERVAL : 1;
    uint32_t until_check = check_interval, until_look = SLOW_CHECK_INTERVAL;
    Flow flow;

#define DISPATCH() (executed++, ({ goto *labels[i->opcode]; }))
#define NEXT() (i++, DISPATCH())
#define SAVE() (frame->pc = (uint32_t)(i - code))

    if (memory->translated_for != thread->id) {
        memory_forget_translations(memory);
        memory->translated_for = thread->id;
    }
    thread_set_watch(machine, thread);

load_frame:
    frame = thread_frame(thread);
    code = frame->function->instructions;
    i = code + frame->pc;
    r = thread->registers.data + frame->base;
    if (machine->terms)
        t = thread->terms.data + frame->base;
    DISPATCH();

finish_operation: // of an operation that may have stopped the thread
    if (machine->weak && (flow == FLOW_NEXT || flow == FLOW_FRAME))
        flow = weak_memory_end_operation(machine, thread, flow);
    if ((flow == FLOW_NEXT || flow == FLOW_FRAME) && !--until_look) {
        until_look = SLOW_CHECK_INTERVAL;
        if (machine_time_is_up(machine))
            goto stop;
    }
    if (flow == FLOW_NEXT)
        NEXT();
    if (flow == FLOW_FRAME)
        goto load_frame;
    machine->instruction_count += executed;
    return;

#define SYMBOLIC_CODE(name, dst, a, b, imm, ends)                                \
    symbolic_##name : if (OP_##name == OP_loop_back) goto do_symbolic_loop_back; \
    if (OP_##name == OP_loop_enter)                                              \
        goto do_symbolic_loop_enter;                                             \
    if (is_plain(machine, thread, i, OP_##name, r, t))                           \
        goto do_##name;                                                          \
    goto do_symbolic;
    OPCODE_TABLE(SYMBOLIC_CODE)
#define BINARY_CODE(name) BINARY_FORMS(SYMBOLIC_CODE, name)
    BINARY_TABLE(BINARY_CODE)
#undef BINARY_CODE
#undef SYMBOLIC_CODE
do_symbolic:
    SAVE();
    if (!--until_look) {
        until_look = SLOW_CHECK_INTERVAL;
        if (machine_time_is_up(machine))
            goto stop;
    }
    flow = symbolic_execute(machine, thread, i);
    if (flow == FLOW_WORDS)
        goto *word_labels[i->opcode];
    goto finish_operation;
do_symbolic_loop_back:
    SAVE();
    if (machine->options->rounds)
        rounds_pass_loop(machine, thread, (uint32_t)i->imm);
    goto do_loop_back;
do_symbolic_loop_enter:
    if (machine->options->rounds)
        rounds_enter_loop(machine, thread, (uint32_t)i->imm);
    goto do_loop_enter;

do_constant:
    r[i->dst] = i->imm;
    NEXT();
do_move:
    r[i->dst] = r[i->a];
    NEXT();
do_select:
    r[i->dst] = r[i->a] ? r[i->b] : r[i->imm];
    NEXT();
do_truncate:
    r[i->dst] = r[i->a] & width_mask(i->width);
    NEXT();
do_sign_extend:
    r[i->dst] = (uint64_t)signed_value(r[i->a], (uint32_t)i->imm) & width_mask(i->width);
    NEXT();
do_index:
    r[i->dst] = (r[i->a] + r[i->b] * i->imm) & width_mask(i->width);
    NEXT();
do_population:
    r[i->dst] = (uint64_t)__builtin_popcountll(r[i->a]);
    NEXT();
do_leading_zeros:
    r[i->dst] = r[i->a] ? (uint64_t)__builtin_clzll(r[i->a]) - (64 - i->width) : i->width;
    NEXT();
do_trailing_zeros:
    r[i->dst] = r[i->a] ? (uint64_t)__builtin_ctzll(r[i->a]) : i->width;
    NEXT();
do_byte_swap:
    r[i->dst] = __builtin_bswap64(r[i->a]) >> (64 - i->width);
    NEXT();
do_bit_reverse:
    r[i->dst] = arithmetic_reverse_bits(r[i->a], i->width);
    NEXT();
do_funnel_left:
    r[i->dst] = arithmetic_funnel(r[i->a], r[i->b], r[i->imm], i->width, true);
    NEXT();
do_funnel_right:
    r[i->dst] = arithmetic_funnel(r[i->a], r[i->b], r[i->imm], i->width, false);
    NEXT();
do_multiply_high:
    r[i->dst] = arithmetic_multiply_high(r[i->a], r[i->b]);
    NEXT();
do_absolute:
    r[i->dst] = (signed_value(r[i->a], i->width) < 0 ? 0 - r[i->a] : r[i->a]) & width_mask(i->width);
    NEXT();
do_overflow: {
    uint64_t wrapped;
    bool overflow = arithmetic_overflows((OverflowOperation)i->imm, r[i->a], r[i->b], i->width, &wrapped);
    r[i->dst] = wrapped;
    r[i->dst + 1] = overflow;
    NEXT();
}
do_saturate:
    r[i->dst] = arithmetic_saturate((OverflowOperation)i->imm, r[i->a], r[i->b], i->width);
    NEXT();
do_float_add:
do_float_sub:
do_float_mul:
do_float_div:
do_float_rem:
    r[i->dst] = arithmetic_float_operation(i->opcode, r[i->a], r[i->b], i->width);
    NEXT();
do_float_neg:
    r[i->dst] = r[i->a] ^ UINT64_C(1) << (i->width - 1);
    NEXT();
do_float_compare:
    r[i->dst] = arithmetic_compare_floats(r[i->a], r[i->b], i->width, i->imm);
    NEXT();
do_float_to_signed:
do_float_to_unsigned:
    r[i->dst] = arithmetic_float_to_integer(i->imm == 32 ? (double)to_float(r[i->a]) : to_double(r[i->a]), i->width,
                                            i->opcode == OP_float_to_signed);
    NEXT();
do_signed_to_float: {
    int64_t value = signed_value(r[i->a], (uint32_t)i->imm);
    r[i->dst] = i->width == 32 ? from_float((float)value) : from_double((double)value);
    NEXT();
}
do_unsigned_to_float:
    r[i->dst] = i->width == 32 ? from_float((float)r[i->a]) : from_double((double)r[i->a]);
    NEXT();
do_float_extend:
    r[i->dst] = from_double((double)to_float(r[i->a]));
    NEXT();
do_float_truncate:
    r[i->dst] = from_float((float)to_double(r[i->a]));
    NEXT();
do_require:
    if (r[i->a])
        NEXT();
    SAVE();
    flow = machine_violate(machine, thread, (Property)i->b, "%s", machine->program->strings.data[i->imm]);
    goto finish_operation;
do_require_below:
    if (r[i->a] < i->imm)
        NEXT();
    SAVE();
    flow = machine_violate(machine, thread, PROPERTY_MEMORY, "%s", machine->program->strings.data[i->b]);
    goto finish_operation;
do_unfinished:
    if (!r[i->a])
        NEXT();
    SAVE();
    flow = thread_return_nothing(machine, thread);
    goto finish_operation;
do_uninitialised:
    if (i->flags & FLAG_ONCE) {
        if (r[i->a])
            NEXT();
        r[i->a] = 1;
    }
    SAVE();
    r[i->dst] =
        machine_read_input(machine, thread, i->imm ? machine->program->strings.data[i->imm] : "uninitialised value",
                           INPUT_UNINITIALISED, i->width)
            .word;
    NEXT();
do_thread_local:
    SAVE();
    r[i->dst] = thread_local_address(machine, thread, (uint32_t)i->imm);
    NEXT();
do_alloca:
    SAVE();
    flow = allocate_local(machine, thread, i, r);
    goto finish_operation;
do_life_begin:
    SAVE();
    flow = begin_life(machine, thread, i, r);
    goto finish_operation;
do_life_end:
    SAVE();
    thread_end_life(machine, thread, r[i->a]);
    NEXT();
do_stack_save:
    r[i->dst] = memory_stack_mark(memory, layout_stack_region(thread->id));
    NEXT();
do_stack_restore:
    SAVE();
    thread_release_stack(machine, thread, (uint32_t)r[i->a]);
    NEXT();
do_load: {
    uint64_t address = (r[i->a] + i->imm) & address_mask, tag = address >> slot_bits, offset = address & slot_mask;
    uint32_t size = (i->width + 7u) / 8;
    const Translation *entry = &memory->translations[tag % TRANSLATION_COUNT];
    if (__builtin_expect(entry->tag == tag && offset + size <= entry->length && !(entry->flags & SLOW_READ), 1)) {
        uint64_t value = 0;
        const uint8_t *data = entry->data + offset;
        switch (size) {
        case 1:
            value = *data;
            break;
        case 2: {
            uint16_t part;
            memcpy(&part, data, 2);
            value = part;
            break;
        }
        case 4: {
            uint32_t part;
            memcpy(&part, data, 4);
            value = part;
            break;
        }
        case 8:
            memcpy(&value, data, 8);
            break;
        default:
            memcpy(&value, data, size);
            break;
        }
        r[i->dst] = value & width_mask(i->width);
        NEXT();
    }
    SAVE();
    Value value;
    flow = access_read(machine, thread, address, size, i->flags, &value);
    if (flow == FLOW_NEXT)
        r[i->dst] = value.word & width_mask(i->width);
    goto finish_operation;
}
do_store: {
    uint64_t address = (r[i->b] + i->imm) & address_mask, tag = address >> slot_bits, offset = address & slot_mask;
    uint32_t size = (i->width + 7u) / 8;
    const Translation *entry = &memory->translations[tag % TRANSLATION_COUNT];
    if (__builtin_expect(entry->tag == tag && offset + size <= entry->length && !(entry->flags & SLOW_WRITE) &&
                             !(entry->flags & MAY_PUBLISH && publishes(memory, size, r[i->a])) &&
                             !thread_is_in_call_of_round(thread),
                         1)) {
        uint64_t value = r[i->a];
        uint8_t *data = entry->data + offset;
        // Only a change counts for the detection of waiting loops.
        thread->last_wait.changed = true;
        switch (size) {
        case 1:
            spin_note_change(&thread->spin, *data != (uint8_t)value);
            *data = (uint8_t)value;
            break;
        case 2:
            spin_note_change(&thread->spin, memcmp(data, &value, 2) != 0);
            memcpy(data, &value, 2);
            break;
        case 4:
            spin_note_change(&thread->spin, memcmp(data, &value, 4) != 0);
            memcpy(data, &value, 4);
            break;
        case 8:
            spin_note_change(&thread->spin, memcmp(data, &value, 8) != 0);
            memcpy(data, &value, 8);
            break;
        default:
            spin_note_change(&thread->spin, memcmp(data, &value, size) != 0);
            memcpy(data, &value, size);
            break;
        }
        NEXT();
    }
    SAVE();
    flow = access_write(machine, thread, address, size, i->flags, (Value){.word = r[i->a]});
    goto finish_operation;
}
do_unset:
    SAVE();
    flow = access_unset(machine, thread, r[i->b] + i->imm, (i->width + 7u) / 8, i->flags);
    goto finish_operation;
do_exchange: {
    Value old;
    SAVE();
    flow = access_exchange(machine, thread, r[i->a], i, (Value){.word = r[i->b]}, &old);
    if (flow == FLOW_NEXT)
        r[i->dst] = old.word;
    goto finish_operation;
}
do_compare_exchange: {
    Value expected = {.word = r[i->b]}, desired = {.word = r[i->imm]};
    Exchange exchange;
    SAVE();
    flow = access_compare_exchange(machine, thread, r[i->a], i, expected, desired, &exchange);
    if (flow == FLOW_NEXT) {
        r[i->dst + 1] = exchange.old.word == expected.word && !exchange.failed;
        r[i->dst] = exchange.old.word;
    }
    goto finish_operation;
}
do_fence:
    if (machine->weak) {
        SAVE();
        machine_note_atomic(machine, thread);
        weak_memory_fence(machine, thread, order_of_flags(i->flags));
    }
    NEXT();
do_point:
    thread->points.count++;
    thread->points.copies = i->imm;
    NEXT();
do_mark:
    SAVE();
    machine_note_mark(machine, thread, (Mark)i->imm);
    NEXT();
do_copy:
    SAVE();
    flow = i->flags & FLAG_DISJOINT ? access_check_disjoint(machine, thread, r[i->a], r[i->b], r[i->imm]) : FLOW_NEXT;
    if (flow == FLOW_NEXT)
        flow = access_copy(machine, thread, r[i->a], r[i->b], r[i->imm], &r[i->dst], NULL);
    goto finish_operation;
do_fill:
    SAVE();
    flow = access_fill(machine, thread, r[i->a], (Value){.word = r[i->b]}, r[i->imm], &r[i->dst]);
    goto finish_operation;
do_variadic_start:
    SAVE();
    flow = start_variadic(machine, thread, r[i->a]);
    goto finish_operation;
do_call:
    SAVE();
    if (!--until_check) {
        until_check = check_interval;
        machine->instruction_count += executed;
        executed = 0;
        if (limits_hit(machine))
            goto stop;
    }
    flow = call_function(machine, thread, &machine->program->functions.data[i->imm], &frame->function->calls[i->b],
                         i->dst);
    goto finish_operation;
do_call_indirect:
    SAVE();
    flow = call_indirect(machine, thread, r[i->a], &frame->function->calls[i->b], i->dst);
    goto finish_operation;
do_jump:
    i = code + i->imm;
    DISPATCH();
do_branch:
    i = code + (r[i->a] ? i->b : i->imm);
    DISPATCH();
do_switch:
    i = code + find_case(&frame->function->switches[i->imm], r[i->a]);
    DISPATCH();
do_jump_indirect: {
    uint64_t base = layout_region_base(&machine->program->layout, REGION_LABEL) + CODE_STRIDE;
    uint64_t label = (r[i->a] - base) / CODE_STRIDE;
    SAVE();
    if (r[i->a] < base || label >= machine->program->labels.count ||
        &machine->program->functions.data[machine->program->labels.data[label].function] != frame->function) {
        flow = machine_violate(machine, thread, PROPERTY_MEMORY,
                               "computed goto to an address that is no label of this function");
        goto finish_operation;
    }
    if (!--until_check) {
        until_check = check_interval;
        machine->instruction_count += executed;
        executed = 0;
        if (limits_hit(machine))
            goto stop;
    }
    if (machine->options->rounds)
        rounds_jump(machine, thread, machine->program->labels.data[label].target);
    i = code + machine->program->labels.data[label].target;
    DISPATCH();
}
do_loop_back:
    if (!--until_check) {
        until_check = check_interval;
        machine->instruction_count += executed;
        executed = 0;
        SAVE();
        if (limits_hit(machine))
            goto stop;
        thread_watch_long(machine, thread);
    }
    machine->step.iterated |= thread->stepped;
    thread->stepped = false;
    if (machine->options->stop_at_rounds) {
        SAVE();
        flow = stop_at_round(machine, thread);
        goto finish_operation;
    }
    if (thread->spin.reads.count || thread->spin.registers.count || spin_is_watched(&thread->spin) ||
        machine->options->bounds.rounds != NO_BOUND) {
        SAVE();
        flow = take_back_edge(machine, thread, i, frame->pc);
        goto finish_operation;
    }
    NEXT();
do_loop_enter:
    if (machine->options->bounds.rounds != NO_BOUND)
        bounds_enter_loop(machine, thread, (uint32_t)i->imm);
    if (machine->weak || machine->options->drop_undone)
        thread_enter_loop(machine, thread, (uint32_t)i->imm);
    NEXT();
do_return:
    SAVE();
    flow = return_from(machine, thread, i);
    goto finish_operation;
do_unreachable:
    SAVE();
    flow = machine_violate(machine, thread, PROPERTY_MEMORY,
                           "control reaches the end of a function that must return a value, or __builtin_unreachable");
    goto finish_operation;
do_unsupported:
    SAVE();
    flow = machine_give_up(machine, thread, "%s", machine->program->strings.data[i->imm]);
    goto finish_operation;

#define BINARY_FORM(name, label, operand)                                                       \
    do_##label:                                                                                 \
    {                                                                                           \
        uint64_t left = r[i->a], right = (operand);                                             \
        if (i->flags || OP_##name == OP_udiv || OP_##name == OP_sdiv || OP_##name == OP_urem || \
            OP_##name == OP_srem) {                                                             \
            SAVE();                                                                             \
            flow = check_binary(machine, thread, OP_##name, i->flags, left, right, i->width);   \
            if (flow != FLOW_NEXT)                                                              \
                goto finish_operation;                                                          \
        }                                                                                       \
        r[i->dst] = compute_##name(left, right, i->width);                                      \
        NEXT();                                                                                 \
    }
#define BINARY_HANDLER(name) BINARY_FORM(name, name, r[i->b]) BINARY_FORM(name, name##_imm, i->imm)
    BINARY_TABLE(BINARY_HANDLER)
#undef BINARY_HANDLER
#undef BINARY_FORM

stop:
    machine->instruction_count += executed;
#undef DISPATCH
#undef NEXT
#undef SAVE
}
