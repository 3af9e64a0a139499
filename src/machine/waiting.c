// Waits on condition variables come in rounds, as those of waiting loops do (spin.c): a wait ends without a signal, the
// thread takes the mutex, finds that what it waits for has not happened, and waits again. If it changed nothing
// meanwhile, it stands where it stood; and a second wake-up without a signal is of no use: the thread could have stayed
// away from the mutex from the first one on, and nobody would have noticed. (A signal that came in between found it
// awake either way, or took another.) So such a wait ends only by a signal or its time limit, and the rounds of a loop
// come to an end. Somebody who tries to take the mutex without waiting for it would notice: in programs that may do so
// every round counts.
#include "machine/symbolic.h"

static void forget_wait(Thread *thread)
{
    thread->last_wait.frames.count = thread->last_wait.registers.count = thread->last_wait.terms.count = 0;
}

void thread_note_wait(const Machine *machine, Thread *thread)
{
    forget_wait(thread);
    thread->last_wait.unsignalled = false;
    if (!machine->options->rules.spurious_wakeups || machine->attempts)
        return;
    for (uint32_t i = 0; i < thread->frames.count; i++)
        vector_push(&thread->last_wait.frames, thread->frames.data[i]);
    for (uint32_t i = 0; i < thread->registers.count; i++)
        vector_push(&thread->last_wait.registers, thread->registers.data[i]);
    for (uint32_t i = 0; i < thread->terms.count; i++)
        vector_push(&thread->last_wait.terms, thread->terms.data[i]);
}

void thread_end_wait(Thread *thread)
{
    thread->last_wait.changed = thread->spin.changed = false;
    thread->spin.effects = 0;
    thread->spin.waited = true;
}

static bool has_changed(const Thread *thread)
{
    return thread->last_wait.changed || spin_has_effect(&thread->spin);
}

// Whether the thread stands where it stood, whatever its registers hold, and has done nothing in between.
static bool is_back(const Thread *thread)
{
    if (has_changed(thread) || !thread->last_wait.frames.count ||
        thread->last_wait.frames.count != thread->frames.count ||
        thread->last_wait.registers.count != thread->registers.count)
        return false;
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *before = &thread->last_wait.frames.data[i], *now = &thread->frames.data[i];
        if (before->function != now->function || before->pc != now->pc || before->stack_mark != now->stack_mark ||
            before->variadic != now->variadic)
            return false;
    }
    return true;
}

typedef struct RegisterPair {
    uint32_t frame, index;
} RegisterPair;

static bool is_live(const Machine *machine, uint32_t function, const Frame *frame, uint32_t index)
{
    return !machine->options->facts || facts_is_live(machine->options->facts, function, frame->pc, index);
}

// The next register that is read again; false if there is none.
static bool next_live(const Machine *machine, const Thread *thread, RegisterPair *pair)
{
    for (; pair->frame < thread->frames.count; pair->frame++, pair->index = 0) {
        const Frame *frame = &thread->frames.data[pair->frame];
        uint32_t function = frame_function(machine, frame);
        for (; pair->index < frame->function->register_count; pair->index++)
            if (is_live(machine, function, frame, pair->index))
                return true;
    }
    return false;
}

bool thread_waits_again(const Machine *machine, const Thread *thread)
{
    if (!is_back(thread))
        return false;
    for (RegisterPair pair = {0}; next_live(machine, thread, &pair); pair.index++) {
        uint32_t index = thread->frames.data[pair.frame].base + pair.index;
        if (thread->last_wait.registers.data[index] != thread->registers.data[index])
            return false;
    }
    return true;
}

bool thread_report_waits_again(Machine *machine, Thread *thread)
{
    bool again = thread_waits_again(machine, thread);
    if (!machine->terms || !is_back(thread))
        return again;
    Term same = term_boolean(machine->terms, true);
    for (RegisterPair pair = {0}; next_live(machine, thread, &pair); pair.index++) {
        uint32_t index = thread->frames.data[pair.frame].base + pair.index;
        Term term = index < thread->last_wait.terms.count ? thread->last_wait.terms.data[index] : NO_TERM;
        Value before = {thread->last_wait.registers.data[index], term};
        Value now = {thread->registers.data[index], thread->terms.data[index]};
        same = term_and(machine->terms, same, thread_same_value(machine->terms, before, now));
    }
    thread_report_whether_same(machine, thread, same, again);
    return again;
}

// Whether it may be back one day. What it changed before the wait counts no more, but is forgotten only when that ends; until
// then it makes no difference whether it was woken by a signal, but for who wants to take the same steps.
static bool may_be_back(const Machine *machine, const Thread *thread)
{
    bool woken = thread->state == THREAD_WOKEN || thread->interrupts.aside.state == THREAD_WOKEN;
    return thread->last_wait.unsignalled && ((woken && machine->options->same_steps) || !has_changed(thread));
}

uint64_t thread_hash_wait(const Machine *machine, const Thread *thread, uint64_t hash)
{
    if (!may_be_back(machine, thread))
        return hash;
    for (uint32_t i = 0; i < thread->last_wait.frames.count; i++) {
        const Frame *frame = &thread->last_wait.frames.data[i];
        uint32_t function = frame_function(machine, frame);
        hash = hash_words(hash, function, frame->pc);
        for (uint32_t j = 0; j < frame->function->register_count; j++)
            if (is_live(machine, function, frame, j)) {
                uint32_t index = frame->base + j;
                Term term = index < thread->last_wait.terms.count ? thread->last_wait.terms.data[index] : NO_TERM;
                hash = hash_words(hash, thread->last_wait.registers.data[index], term);
            }
    }
    return hash;
}
