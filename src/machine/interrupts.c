// Signal handlers that interrupt their thread. The models know which signals wait for whom (models/signal.c); the
// machine knows of a thread only that there is one that it does not block (Interrupts.signalled). As long as there is,
// each step of the thread has one more alternative, also where it is blocked: to call __raddle_interrupted, which takes
// the signal and runs its handler, and then to go on with what it stands before. That the thread stops before visible
// operations only loses nothing: what lies between them touches nothing that a handler could reach.
//
// Where the thread waits on a condition variable or at a barrier, others have to find it waiting meanwhile; so the wait
// is put aside, with what becomes of it, until the handler has returned. Everything else it begins anew. A section is
// not interrupted.
#include "base/fail.h"
#include "machine/state.h"

bool machine_has_interrupts(const Machine *machine)
{
    return program_has_interrupts(machine->program);
}

bool thread_can_be_interrupted(const Machine *machine, const Thread *thread)
{
    switch (thread->state) {
    case THREAD_PENDING:
        if (thread->section.depth)
            return thread->interrupts.signalled && !thread->pending.chooses && !sync_alternatives(machine, thread);
        return thread->interrupts.signalled;
    case THREAD_JOINING:
    case THREAD_WAITING:
    case THREAD_WOKEN:
    case THREAD_BARRIER:
    case THREAD_SPINNING:
    case THREAD_IDLE:
        return thread->interrupts.signalled;
    default:
        return false;
    }
}

// Whether others look for a thread in this state.
static bool is_kept(ThreadState state)
{
    return state == THREAD_WAITING || state == THREAD_WOKEN || state == THREAD_BARRIER;
}

// A time limit may end a wait while the handler runs, and a signal after that goes to another.
static const char *find_refusal(const Thread *thread)
{
    if (thread->section.depth)
        return "a thread that waits in an atomic section";
    return thread->state == THREAD_WAITING && thread->wait.timed ? "a wait with a time limit" : NULL;
}

void thread_interrupt(Machine *machine, Thread *thread)
{
    static const CallOperands no_operands = {0};
    const char *refusal = find_refusal(thread);
    if (refusal) {
        machine_give_up(machine, thread, "a signal handler that interrupts %s", refusal);
        return;
    }
    if (is_kept(thread->state)) {
        CHECK(thread->interrupts.aside.state == THREAD_READY); // a handler does not wait while there is one: see sync.c
        thread->interrupts.aside = (Aside){thread->state, thread->wait, thread->frames.count + 1};
    }
    thread_leave_round(machine, thread);
    thread->state = THREAD_READY;
    thread->interrupts.signalled = false; // unless more of them wait: the models will say so
    thread->last_wait.changed = true;
    const Function *entry = &machine->program->functions.data[machine->program->interrupt_function];
    if (thread_call(machine, thread, entry, &no_operands, 0) != FLOW_FRAME)
        return;
    thread_frame(thread)->interrupts = true;
    thread_run(machine, thread);
}

Flow thread_end_interruption(Thread *thread)
{
    Aside aside = thread->interrupts.aside;
    if (aside.state == THREAD_READY || aside.depth != thread->frames.count + 1)
        return FLOW_FRAME;
    thread->state = aside.state;
    thread->wait = aside.wait;
    thread->interrupts.aside = (Aside){0};
    return FLOW_STOP;
}

// Whether the thread may be interrupted from now on.
static Flow set_signalled(Machine *machine, Thread *thread, const Call *call)
{
    uint32_t id = (uint32_t)call_argument(call, 0);
    bool signalled = call_argument(call, 1) != 0;
    if (id >= machine->threads.count || machine->threads.data[id]->interrupts.signalled == signalled ||
        machine->threads.data[id]->state == THREAD_FINISHED)
        return FLOW_NEXT;
    if (signalled && (!machine_has_interrupts(machine) || machine->options->refuse_interrupts))
        return machine_give_up(machine, thread, "a signal handler that interrupts another thread at any step");
    machine_writable_thread(machine, id)->interrupts.signalled = signalled;
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
