/*
 * What the machine does for a program besides threads and synchronisation: inputs, assumptions, assertions, memory,
 * output.
 */
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime.h"

/* Memory that was never written looks like this, unless the plan says what was read there. */
enum { UNWRITTEN_BYTE = 0xbe };

extern int *raddle_model___errno_location(void) __attribute__((weak));
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));
extern void __asan_init(void) __attribute__((weak));

void program_set_errno(int code)
{
    if (raddle_model___errno_location)
        *raddle_model___errno_location() = code;
}

/* --- Inputs */

static const NativeInput *next_input(Thread *self, NativeInputKind kind)
{
    for (unsigned i = self->next_input; i < native_plan.input_count; i++)
        if (native_plan.inputs[i].thread == self->id && native_plan.inputs[i].kind == kind)
            return &native_plan.inputs[i];
    return NULL;
}

unsigned long long raddle_native___raddle_input(const char *name, unsigned bits)
{
    Thread *self = thread_self();
    const NativeInput *input = next_input(self, NATIVE_INPUT_CALL);
    (void)name;
    if (!input || input->bits != bits)
        diverge("thread %u reads an input at %s:%d that the plan does not have", self->id, self->file, self->line);
    self->next_input = (unsigned)(input - native_plan.inputs) + 1;
    return input->value;
}

/* A function without body or model has an arbitrary result, if the recording was made with --extern=havoc. */
unsigned long long raddle_native_unmodelled(const char *name, unsigned bits)
{
    Thread *self = thread_self();
    if (!native_plan.havoc)
        diverge("thread %u calls %s, of which the machine has no model", self->id, name);
    return bits ? raddle_native___raddle_input(name, bits) : 0;
}

void raddle_native_refuse(void)
{
    diverge("thread %u calls a function of which the machine has no model", thread_self()->id);
}

void raddle_native_klee_make_symbolic(void *target, size_t size, const char *name)
{
    for (size_t done = 0; done < size; done += 8) {
        size_t part = size - done < 8 ? size - done : 8;
        unsigned long long value = raddle_native___raddle_input(name, (unsigned)part * 8);
        memcpy((char *)target + done, &value, part);
    }
}

void raddle_native___VERIFIER_nondet_memory(void *target, size_t size)
{
    raddle_native_klee_make_symbolic(target, size, "__VERIFIER_nondet_memory");
}

unsigned long long raddle_native_arbitrary(const char *name, unsigned bits)
{
    static bool used[65536];
    Thread *self = thread_self();
    unsigned long long value;
    memset(&value, UNWRITTEN_BYTE, sizeof value);
    for (unsigned i = 0; i < native_plan.input_count && i < sizeof used; i++) {
        const NativeInput *input = &native_plan.inputs[i];
        if (used[i] || input->thread != self->id || input->kind != NATIVE_INPUT_ARBITRARY || input->bits != bits ||
            strcmp(input->name, name))
            continue;
        used[i] = true;
        return input->value;
    }
    return value;
}

/* At a read of memory that was never written: puts there what the machine read. */
void runtime_provide_memory(Thread *self)
{
    uintptr_t address = self->address;
    for (unsigned i = self->next_memory; i < native_plan.input_count; i++) {
        const NativeInput *input = &native_plan.inputs[i];
        if (input->thread != self->id || input->kind != NATIVE_INPUT_MEMORY)
            continue;
        if (input->point != self->point)
            return;
        if (self->kind & NATIVE_READ)
            memcpy((void *)address, &input->value, input->bits / 8);
        address += input->bits / 8;
        self->next_memory = i + 1;
    }
}

/* --- Properties */

void raddle_native_check(int violated, const char *property, const char *message, const char *file, int line)
{
    Thread *self = thread_self();
    if (!violated)
        return;
    if (file) {
        self->file = file;
        self->line = line;
    }
    violate(property, "%s", message);
}

void raddle_native_unreachable(void)
{
    violate("memory", "control reaches the end of a function that must return a value, or __builtin_unreachable");
}

void raddle_native___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    violate("assertion", "%s:%u: %s: assertion '%s' fails", file, line, function ? function : "?", text);
}

void raddle_native___assert(const char *text, const char *file, int line)
{
    violate("assertion", "%s:%d: assertion '%s' fails", file, line, text);
}

void raddle_native___assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    violate("assertion", "%s:%u: %s: unexpected error: %s", file, line, function ? function : "?", strerror(error));
}

void raddle_native_reach_error(void)
{
    violate("assertion", "reach_error is called");
}

void raddle_native___VERIFIER_error(void)
{
    violate("assertion", "__VERIFIER_error is called");
}

void raddle_native___CPROVER_assert(int holds, const char *text)
{
    if (!holds)
        violate("assertion", "assertion fails: %s", text ? text : "");
}

void raddle_native_klee_assert(int holds)
{
    if (!holds)
        violate("assertion", "assertion fails");
}

/* A thread whose assumption fails stops for ever; the others go on. */
void raddle_native___VERIFIER_assume(int holds)
{
    if (holds)
        return;
    turn_leave(thread_self());
    for (;;)
        pause();
}

void raddle_native___CPROVER_assume(int holds)
{
    raddle_native___VERIFIER_assume(holds);
}

void raddle_native_klee_assume(unsigned long holds)
{
    raddle_native___VERIFIER_assume(holds != 0);
}

void raddle_native___raddle_misuse(const char *message)
{
    violate("lock", "%s", message);
}

void runtime_check_leaks(void)
{
    if (strcmp(native_plan.property, "leak") || !__lsan_do_recoverable_leak_check)
        return;
    if (__lsan_do_recoverable_leak_check())
        violate("leak", "%s", native_plan.message);
}

/* Sections that nobody comes in between: the plan sees to that. Sleeping has no effect on it either. */
void raddle_native___VERIFIER_atomic_begin(void)
{
}

void raddle_native___VERIFIER_atomic_end(void)
{
}

void raddle_native___CPROVER_atomic_begin(void)
{
}

void raddle_native___CPROVER_atomic_end(void)
{
}

void raddle_native___raddle_yield(void)
{
}

/* When a handler interrupts its thread is not forced: no other thread calls one. */
void raddle_native___raddle_interrupt(unsigned thread, int waits)
{
    (void)thread;
    (void)waits;
}

void raddle_native___raddle_handler_begins(int number, void *handler)
{
    (void)number;
    (void)handler;
}

int raddle_native___raddle_is_alone(void)
{
    return thread_count() < 2;
}

void raddle_native___raddle_weak_order(void)
{
}

void raddle_native___raddle_release(const void *object)
{
    (void)object;
}

void raddle_native___raddle_acquire(const void *object)
{
    (void)object;
}

/*
 * --- Memory. As in the machine, the address of a freed block is not used again; the address sanitizer sees to that
 * itself.
 */

static bool allocation_fails(void)
{
    if (!plan_outcome(thread_self(), NATIVE_OUTCOME_FAILURE))
        return false;
    program_set_errno(12); /* ENOMEM */
    return true;
}

int raddle_native_exchange_fails(void)
{
    return plan_outcome(thread_self(), NATIVE_OUTCOME_FAILURE) != NULL;
}

static void *mark_unwritten(void *block, size_t size)
{
    return block ? memset(block, UNWRITTEN_BYTE, size) : NULL;
}

void *raddle_native_malloc(size_t size)
{
    return allocation_fails() ? NULL : mark_unwritten(malloc(size), size);
}

void *raddle_native_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : calloc(count, size);
}

void *raddle_native_aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails() ? NULL : mark_unwritten(memalign(alignment, size), size);
}

void *raddle_native_memalign(size_t alignment, size_t size)
{
    return raddle_native_aligned_alloc(alignment, size);
}

int raddle_native_posix_memalign(void **block, size_t alignment, size_t size)
{
    void *made = raddle_native_aligned_alloc(alignment, size);
    if (!made)
        return 12; /* ENOMEM */
    *block = made;
    return 0;
}

void raddle_native_free(void *block)
{
    if (__asan_init)
        free(block);
}

void *raddle_native_realloc(void *block, size_t size)
{
    if (block && !size) {
        raddle_native_free(block);
        return NULL;
    }
    if (__asan_init)
        return allocation_fails() ? NULL : realloc(block, size);
    void *made = raddle_native_malloc(size);
    size_t old = block ? malloc_usable_size(block) : 0;
    if (made && block)
        memcpy(made, block, old < size ? old : size);
    return made;
}

size_t raddle_native_malloc_usable_size(void *block)
{
    return malloc_usable_size(block);
}

/*
 * The steps of a copy or fill that the machine did at this point, if it was seen by others: each in its turn, then the
 * rest, which is private. A fill has no source.
 */

static const NativeStep *next_step(Thread *self)
{
    for (; self->next_step < native_plan.step_count; self->next_step++) {
        const NativeStep *step = &native_plan.steps[self->next_step];
        if (step->thread == self->id && step->point > self->point)
            return NULL;
        if (step->thread == self->id && step->point == self->point)
            return step;
    }
    return NULL;
}

static unsigned long long lowest_address(const Thread *self, unsigned kind)
{
    unsigned long long lowest = ~0ull;
    for (unsigned i = self->next_step; i < native_plan.step_count; i++) {
        const NativeStep *step = &native_plan.steps[i];
        if (step->thread == self->id && step->point > self->point)
            break;
        if (step->thread == self->id && step->point == self->point && step->kind == kind && step->address < lowest)
            lowest = step->address;
    }
    return lowest;
}

static void do_steps(char *to, const char *from, char *buffer, size_t size)
{
    Thread *self = thread_self();
    unsigned long long first_read = lowest_address(self, NATIVE_READ), first_write = lowest_address(self, NATIVE_WRITE);
    bool writes = first_write != ~0ull;
    if (from)
        memcpy(buffer, from, size);
    for (const NativeStep *step; (step = next_step(self)); self->next_step++) {
        size_t offset = step->address - (step->kind == NATIVE_READ ? first_read : first_write);
        if (offset + step->size > size)
            diverge("thread %u copies %zu bytes at %s:%d, fewer than planned", self->id, size, self->file, self->line);
        turn_step(self);
        if (step->kind == NATIVE_READ)
            memcpy(buffer + offset, from + offset, step->size);
        else
            memcpy(to + offset, buffer + offset, step->size);
    }
    turn_step(self); /* the machine may not have done all of it */
    if (!writes)
        memcpy(to, buffer, size);
}

void raddle_native_copy(char *to, const char *from, unsigned long long size)
{
    if (!next_step(thread_self())) {
        memmove(to, from, size);
        return;
    }
    char *buffer = malloc(size);
    do_steps(to, from, buffer, size);
    free(buffer);
}

void raddle_native_fill(char *to, int byte, unsigned long long size)
{
    if (!next_step(thread_self())) {
        memset(to, byte, size);
        return;
    }
    char *buffer = malloc(size);
    memset(buffer, byte, size);
    do_steps(to, NULL, buffer, size);
    free(buffer);
}

/* --- Output */

long raddle_native___raddle_write(int descriptor, const void *bytes, size_t count)
{
    return descriptor == 1 || descriptor == 2 ? write(descriptor, bytes, count) : (long)count;
}

int raddle_native___raddle_vprint(int descriptor, const char *format, va_list arguments)
{
    /* Not vdprintf: the address sanitizer looks at the strings of this one. */
    FILE *stream = descriptor == 2 ? stderr : stdout;
    int count = vfprintf(stream, format, arguments);
    fflush(stream);
    return count;
}

int raddle_native___raddle_vformat(char *buffer, size_t size, const char *format, va_list arguments)
{
    return vsnprintf(buffer, size, format, arguments);
}

double raddle_native___raddle_strtod(const char *text, unsigned long *consumed)
{
    char *end;
    double value = strtod(text, &end);
    if (consumed)
        *consumed = (unsigned long)(end - text);
    return value;
}
