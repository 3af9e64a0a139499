// Dispatch of intrinsic calls, and those that are about the process, properties and inputs.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/state.h"
#include "machine/symbolic.h"
#include "machine/weak_memory.h"

bool intrinsic_decode(const Machine *machine, const Thread *thread, Call *call)
{
    if (!thread->frames.count)
        return false;
    const Frame *frame = thread_frame(thread);
    const Instruction *instruction = &frame->function->instructions[frame->pc];
    uint64_t *registers = thread->registers.data + frame->base;
    const Function *function = NULL;
    if (instruction->opcode == OP_call)
        function = &machine->program->functions.data[instruction->imm];
    else if (instruction->opcode == OP_call_indirect)
        function = program_function_at(machine->program, registers[instruction->a]);
    if (!function || function->intrinsic == INTRINSIC_none)
        return false;
    *call = (Call){.intrinsic = function->intrinsic,
                   .operands = &frame->function->calls[instruction->b],
                   .registers = registers,
                   .terms = machine->terms ? thread->terms.data + frame->base : NULL,
                   .dst = instruction->dst};
    return true;
}

static Flow fail_assertion(Machine *machine, Thread *thread, const Call *call)
{
    Text text = {0};
    Flow flow = FLOW_NEXT;
    if (call->intrinsic == INTRINSIC_assert_fail || call->intrinsic == INTRINSIC_assert_bsd)
        flow = access_string(machine, thread, call_argument(call, 0), &text);
    else if (call->intrinsic == INTRINSIC_cprover_assert && call_argument(call, 1))
        flow = access_string(machine, thread, call_argument(call, 1), &text);
    if (flow == FLOW_NEXT) {
        bool quoted = call->intrinsic == INTRINSIC_assert_fail || call->intrinsic == INTRINSIC_assert_bsd;
        if (quoted)
            flow = machine_violate(machine, thread, PROPERTY_ASSERTION, "assertion '%s' fails", text_string(&text));
        else if (text.length)
            flow = machine_violate(machine, thread, PROPERTY_ASSERTION, "assertion fails: %s", text_string(&text));
        else if (call->intrinsic == INTRINSIC_assert_perror_fail)
            flow = machine_violate(machine, thread, PROPERTY_ASSERTION, "assert_perror fails");
        else if (call->intrinsic == INTRINSIC_cprover_assert || call->intrinsic == INTRINSIC_klee_assert)
            flow = machine_violate(machine, thread, PROPERTY_ASSERTION, "assertion fails");
        else
            flow =
                machine_violate(machine, thread, PROPERTY_ASSERTION, "%s is called", intrinsic_name(call->intrinsic));
    }
    text_free(&text);
    return flow;
}

static Flow assume(Machine *machine, Thread *thread, const Call *call)
{
    Term term = call_argument_term(call, 0);
    if (term)
        symbolic_assume(machine, thread, symbolic_truth(machine->terms, term), call_argument(call, 0) != 0);
    if (call_argument(call, 0))
        return FLOW_NEXT;
    if (machine->options->reached && !machine->probe)
        atomic_store_explicit(&machine->options->reached->assumption, thread_position(machine, thread) + 1,
                              memory_order_relaxed);
    return machine_stop_thread(machine, thread);
}

static Flow check_assertion(Machine *machine, Thread *thread, const Call *call)
{
    bool holds = call_argument(call, 0) != 0;
    Term term = call_argument_term(call, 0);
    machine_note_mark(machine, thread, MARK_ASSERTION);
    if (term)
        symbolic_check(machine, thread, PROPERTY_ASSERTION, symbolic_truth(machine->terms, term), holds);
    return holds ? FLOW_NEXT : fail_assertion(machine, thread, call);
}

static Flow make_symbolic(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t address = call_argument(call, 0), size = call_argument(call, 1);
    Flow flow = size ? access_check(machine, thread, address, size, true) : FLOW_NEXT;
    if (flow != FLOW_NEXT)
        return flow;
    if (size && access_is_visible(machine, address) &&
        thread_must_stop(machine, thread,
                         (Pending){.kind = EVENT_write, .address = address, .size = (uint32_t)size, .writes = true}))
        return FLOW_STOP;
    // The name is the variable's: strings of the program do not outlive it, names of inputs do.
    const Object *object = memory_find(&machine->memory, address);
    const char *name = object && object->variable ? machine->program->variables.data[object->variable - 1].name
                                                  : intrinsic_name(call->intrinsic);
    machine_join_events(thread);
    for (uint64_t done = 0; done < size;) {
        uint32_t part = size - done < 8 ? (uint32_t)(size - done) : 8;
        access_put(machine, thread, address + done, part,
                   machine_read_input(machine, thread, name, INPUT_CALL, part * 8));
        done += part;
    }
    machine_part_events(thread);
    return FLOW_NEXT;
}

// A string literal, as part of the program: it lives as long as that.
static const char *constant_string(const Machine *machine, uint64_t address)
{
    for (uint32_t i = 0; i < machine->program->globals.count; i++) {
        const Global *global = &machine->program->globals.data[i];
        if (global->constant && global->bytes && address >= global->address && address - global->address < global->size)
            return (const char *)global->bytes + (address - global->address);
    }
    return "input";
}

static Flow read_call_input(Machine *machine, Thread *thread, const Call *call)
{
    const Frame *frame = thread_frame(thread);
    const Instruction *instruction = &frame->function->instructions[frame->pc];
    if (call->intrinsic == INTRINSIC_input) {
        uint32_t bits = (uint32_t)call_argument(call, 1);
        const char *name = constant_string(machine, call_argument(call, 0));
        symbolic_return(machine, call,
                        machine_read_input(machine, thread, name, INPUT_ENVIRONMENT, bits > 64 ? 64 : bits));
        return FLOW_NEXT;
    }
    const Function *function =
        instruction->opcode == OP_call ? &machine->program->functions.data[instruction->imm] : NULL;
    const char *name = call->operands->input_name ? machine->program->strings.data[call->operands->input_name]
                       : function                 ? function->name
                                                  : "nondet";
    // A _Bool is returned in eight bits or one, and is 0 or 1.
    bool boolean = function && (strstr(function->name, "bool") || strstr(function->name, "Bool"));
    if (call->operands->result_count)
        symbolic_return(
            machine, call,
            machine_read_input(machine, thread, name, INPUT_CALL, boolean ? 1 : call->operands->result_width));
    return FLOW_NEXT;
}

static Flow end_process(Machine *machine, Thread *thread, int status)
{
    machine_emit(machine, thread, (Event){.kind = EVENT_process_exit, .value = (uint64_t)(int64_t)status});
    if (machine->options->properties & PROPERTY_BIT(PROPERTY_LEAK))
        machine_check_leaks(machine, thread);
    if (machine->outcome.status != MACHINE_RUNNING)
        return FLOW_END;
    machine->outcome.status = MACHINE_EXITED;
    machine->outcome.exit_status = status & 0xff;
    machine_note_end(machine);
    return FLOW_END;
}

static bool checks_abort(const Machine *machine)
{
    return (machine->options->properties & PROPERTY_BIT(PROPERTY_ABORT)) != 0;
}

static Flow abort_process(Machine *machine, Thread *thread, const Call *call)
{
    if (!checks_abort(machine))
        return end_process(machine, thread, 134);
    return machine_violate(machine, thread, PROPERTY_ABORT,
                           call->intrinsic == INTRINSIC_abort ? "abort is called" : "__builtin_trap is executed");
}

static Flow report_misuse(Machine *machine, Thread *thread, const Call *call)
{
    Text text = {0};
    Flow flow = access_string(machine, thread, call_argument(call, 0), &text);
    if (flow == FLOW_NEXT)
        flow = machine_violate(machine, thread, PROPERTY_LOCK, "%s", text_string(&text));
    text_free(&text);
    return flow;
}

static Flow convert_string(Machine *machine, Thread *thread, const Call *call)
{
    Text text = {0};
    Flow flow = access_string(machine, thread, call_argument(call, 0), &text);
    uint64_t target = call_argument(call, 1);
    uint32_t word = machine->program->layout.pointer_bits / 8;
    if (flow == FLOW_NEXT && target)
        flow = access_check(machine, thread, target, word, true);
    if (flow == FLOW_NEXT)
        flow = access_read_together(machine, thread, call_argument(call, 0), text.length + 1, true);
    if (flow == FLOW_NEXT) {
        char *end;
        double value = strtod(text_string(&text), &end);
        uint64_t bits;
        memcpy(&bits, &value, 8);
        if (target)
            memory_write_word(&machine->memory, target, word, (uint64_t)(end - text_string(&text)));
        call_return(call, bits);
    }
    text_free(&text);
    return flow;
}

// The test of llvm.is.fpclass: a bit per class of floating-point value.
static Flow classify_float(const Call *call)
{
    uint64_t bits = call_argument(call, 0), mask = call_argument(call, 1);
    double value;
    memcpy(&value, &bits, 8);
    bool negative = signbit(value);
    uint64_t class_bit;
    switch (fpclassify(value)) {
    case FP_NAN:
        class_bit = bits >> 51 & 1 ? 2 : 1;
        break;
    case FP_INFINITE:
        class_bit = negative ? 4 : 512;
        break;
    case FP_NORMAL:
        class_bit = negative ? 8 : 256;
        break;
    case FP_SUBNORMAL:
        class_bit = negative ? 16 : 128;
        break;
    default:
        class_bit = negative ? 32 : 64;
        break;
    }
    call_return(call, (mask & class_bit) != 0);
    return FLOW_NEXT;
}

Flow intrinsic_call(Machine *machine, Thread *thread, const Call *call)
{
    Intrinsic id = call->intrinsic;
    if (intrinsic_sync_call(id))
        return intrinsic_sync(machine, thread, call);
    if (intrinsic_marks_place(id) || intrinsic_jumps(id))
        return intrinsic_jump(machine, thread, call);
    bool aborts = (id == INTRINSIC_abort || id == INTRINSIC_trap) && checks_abort(machine); // it is over as it is
    // What is detached where there is a crowd is no part of where the thread stands (crowd.h).
    bool nameless = id == INTRINSIC_pthread_detach && machine->options->crowd;
    if (intrinsic_is_visible(id) && !aborts &&
        thread_must_stop(machine, thread,
                         (Pending){.kind = sync_event_kind(id), .address = nameless ? 0 : call_argument(call, 0)}))
        return FLOW_STOP;
    switch (id) {
    case INTRINSIC_malloc:
    case INTRINSIC_calloc:
    case INTRINSIC_realloc:
    case INTRINSIC_free:
    case INTRINSIC_aligned_alloc:
    case INTRINSIC_memalign:
    case INTRINSIC_posix_memalign:
    case INTRINSIC_malloc_usable_size:
        spin_note_effect(&thread->spin);
        return intrinsic_allocation(machine, thread, call);
    case INTRINSIC_cprover_assert:
    case INTRINSIC_klee_assert:
        return check_assertion(machine, thread, call);
    case INTRINSIC_assert_fail:
    case INTRINSIC_assert_bsd:
    case INTRINSIC_assert_perror_fail:
    case INTRINSIC_reach_error:
    case INTRINSIC_verifier_error:
        return fail_assertion(machine, thread, call);
    case INTRINSIC_verifier_assume:
    case INTRINSIC_cprover_assume:
    case INTRINSIC_klee_assume:
        return assume(machine, thread, call);
    case INTRINSIC_klee_make_symbolic:
    case INTRINSIC_nondet_memory:
        return make_symbolic(machine, thread, call);
    case INTRINSIC_nondet:
    case INTRINSIC_input:
        return read_call_input(machine, thread, call);
    case INTRINSIC_atomic_begin:
    case INTRINSIC_cprover_atomic_begin:
        if (!thread->section.depth++)
            machine_emit(machine, thread, (Event){.kind = EVENT_atomic_begin});
        return FLOW_NEXT;
    case INTRINSIC_atomic_end:
    case INTRINSIC_cprover_atomic_end:
        if (thread->section.depth && !--thread->section.depth)
            machine_emit(machine, thread, (Event){.kind = EVENT_atomic_end});
        return FLOW_NEXT;
    case INTRINSIC_abort:
    case INTRINSIC_trap:
        return abort_process(machine, thread, call);
    case INTRINSIC_process_exit:
        return end_process(machine, thread, (int)call_argument(call, 0));
    case INTRINSIC_yield:
        machine_emit(machine, thread, (Event){.kind = EVENT_yield});
        thread_watch_yield(machine, thread); // a loop that only sleeps is over for all others
        return FLOW_NEXT;
    case INTRINSIC_is_alone:
        call_return(call, machine->threads.count < 2);
        return FLOW_NEXT;
    case INTRINSIC_weak_order:
        machine_note_mark(machine, thread, MARK_WEAK_ORDER);
        return machine->weak
                   ? machine_give_up(machine, thread, "a large atomic object and an order weaker than seq_cst")
                   : FLOW_NEXT;
    case INTRINSIC_release:
    case INTRINSIC_acquire:
        if (machine->weak)
            weak_memory_pass_on(machine, thread, call_argument(call, 0), id == INTRINSIC_release);
        return FLOW_NEXT;
    case INTRINSIC_interrupt:
    case INTRINSIC_handler_begins:
        return intrinsic_interrupt(machine, thread, call);
    case INTRINSIC_misuse:
        return report_misuse(machine, thread, call);
    case INTRINSIC_strtod:
        return convert_string(machine, thread, call);
    case INTRINSIC_float_class:
        return classify_float(call);
    case INTRINSIC_write:
    case INTRINSIC_vprint:
    case INTRINSIC_vformat:
        return intrinsic_output(machine, thread, call);
    case INTRINSIC_thread_end:
    case INTRINSIC_pthread_create:
    case INTRINSIC_pthread_join:
    case INTRINSIC_pthread_detach:
    case INTRINSIC_pthread_self:
        return intrinsic_thread(machine, thread, call);
    default:
        if (intrinsic_math(call))
            return FLOW_NEXT;
        return machine_give_up(machine, thread, "unmodelled function %s", intrinsic_name(id));
    }
}
