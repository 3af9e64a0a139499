// Calls of intrinsics in symbolic runs: what they depend on and what they give back.
#include "machine/symbolic.h"

static bool keeps_argument(Intrinsic intrinsic, uint32_t index)
{
    switch (intrinsic) {
    case INTRINSIC_verifier_assume:
    case INTRINSIC_cprover_assume:
    case INTRINSIC_klee_assume:
    case INTRINSIC_cprover_assert:
    case INTRINSIC_klee_assert:
    case INTRINSIC_thread_end:
    case INTRINSIC_process_exit:
        return index == 0;
    case INTRINSIC_pthread_create:
        return index == 3; // what the new thread gets
    default:
        return false;
    }
}

void symbolic_prepare_call(Machine *machine, Thread *thread, const Call *call)
{
    for (uint32_t i = 0; i < call->operands->argument_count; i++)
        if (!keeps_argument(call->intrinsic, i) &&
            !(machine->options->crowd && call->intrinsic == INTRINSIC_pthread_detach))
            symbolic_pin(machine, thread, &call->terms[call->operands->arguments[i]], call_argument(call, i));
}

void symbolic_return(Machine *machine, const Call *call, Value value)
{
    call_return(call, value.word);
    if (call->terms && value.term && call->operands->result_count)
        call->terms[call->dst] = symbolic_fit(machine->terms, value.term, call->operands->result_width);
}

Term symbolic_unknown(Machine *machine, const Thread *thread, uint32_t width, const char *name)
{
    if (!machine->terms)
        return NO_TERM;
    Text text = {0};
    text_format(&text, "%s@%u:%u", name, thread->id, thread->path.event_count);
    Term symbol = term_symbol(machine->terms, width, text_string(&text));
    text_free(&text);
    return symbol;
}
