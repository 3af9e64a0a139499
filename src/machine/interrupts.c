// Signal handlers that interrupt their thread. The models know which signals wait for whom (models/signal.c); the machine
// knows of a thread only that there is one that it does not block (Thread.signalled). As long as there is, each step of
// the thread has one more alternative, also where it is blocked: to call __raddle_interrupted, which takes the signal and
// runs its handler, and then to go on with what it stands before. That the thread stops before visible operations only
// loses nothing: what lies between them touches nothing that a handler could reach.
//
// A section is not interrupted, and neither are waits whose thread has to be found waiting by others meanwhile.
#include "base/fail.h"
#include "machine/state.h"

bool machine_has_interrupts(const Machine *machine)
{
    return machine->program->interrupt_function != NO_FUNCTION;
}

bool thread_can_be_interrupted(const Machine *machine, const Thread *thread)
{
    switch (thread->state) {
    case THREAD_PENDING:
        if (thread->atomic_depth)
            return thread->signalled && !thread->pending.chooses && !sync_alternatives(machine, thread);
        return thread->signalled;
    case THREAD_JOINING:
    case THREAD_WAITING:
    case THREAD_WOKEN:
    case THREAD_BARRIER:
    case THREAD_SPINNING:
    case THREAD_IDLE:
        return thread->signalled;
    default:
        return false;
    }
}

static const char *find_refusal(const Thread *thread)
{
    if (thread->atomic_depth)
        return "a thread that waits in an atomic section";
    if (thread->state == THREAD_WAITING || thread->state == THREAD_WOKEN)
        return "a wait on a condition variable";
    return thread->state == THREAD_BARRIER ? "a wait at a barrier" : NULL;
}

void thread_interrupt(Machine *machine, Thread *thread)
{
    static const CallOperands no_operands = {0};
    const char *refusal = find_refusal(thread);
    if (refusal) {
        machine_give_up(machine, thread, "a signal handler that interrupts %s", refusal);
        return;
    }
    thread_leave_round(machine, thread);
    thread->state = THREAD_READY;
    thread->signalled = false; // unless more of them wait: the models will say so
    thread->last_wait.changed = true;
    const Function *entry = &machine->program->functions.data[machine->program->interrupt_function];
    if (thread_call(machine, thread, entry, &no_operands, 0) != FLOW_FRAME)
        return;
    thread_frame(thread)->interrupts = true;
    thread_run(machine, thread);
}

// Whether the thread may be interrupted from now on.
static Flow set_signalled(Machine *machine, Thread *thread, const Call *call)
{
    uint32_t id = (uint32_t)call_argument(call, 0);
    bool signalled = call_argument(call, 1) != 0;
    if (id >= machine->threads.count || machine->threads.data[id]->signalled == signalled ||
        machine->threads.data[id]->state == THREAD_FINISHED)
        return FLOW_NEXT;
    if (signalled && (!machine_has_interrupts(machine) || machine->options->refuse_interrupts))
        return machine_give_up(machine, thread, "a signal handler that interrupts another thread at any step");
    machine_writable_thread(machine, id)->signalled = signalled;
    spin_note_effect(&machine->threads.data[thread->id]->spin);
    if (signalled)
        machine_emit(machine, machine->threads.data[thread->id], (Event){.kind = EVENT_interrupt, .other = id});
    return FLOW_NEXT;
}

static Flow begin_handler(Machine *machine, Thread *thread, const Call *call)
{
    const Function *handler = program_function_at(machine->program, call_argument(call, 1));
    machine_emit(machine, thread,
                 (Event){.kind = EVENT_handler,
                         .value = call_argument(call, 0),
                         .name = handler ? handler->name : "that is no function"});
    return FLOW_NEXT;
}

Flow intrinsic_interrupt(Machine *machine, Thread *thread, const Call *call)
{
    return call->intrinsic == INTRINSIC_interrupt ? set_signalled(machine, thread, call)
                                                  : begin_handler(machine, thread, call);
}
