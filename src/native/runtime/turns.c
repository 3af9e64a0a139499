/*
 * One thread runs at a time. The plan says which, and how far: until it stands before its point number `limit` + 1.
 * There the thread hands the turn on to the thread of the next segment and sleeps until it is its own again.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime.h"

enum { THREAD_LIMIT = 4096 };

static struct {
    pthread_mutex_t guard;
    pthread_cond_t changed;
    unsigned segment;
    Thread *threads[THREAD_LIMIT];
    unsigned count, live;
    bool reported; /* the result */
} state = {.guard = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static _Thread_local Thread *current;

extern void raddle_native_begin(void);
extern int raddle_native_main(int argc, char **argv, char **envp);
extern _Noreturn void raddle_model_exit(int status);
extern void raddle_model___raddle_thread_main(void *(*start)(void *), void *argument) __attribute__((weak));
extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

void raddle_native_point(const char *file, int line, unsigned kind, void *address, unsigned long long size);
int raddle_native_pthread_create(unsigned long *handle, const int *attributes, void *(*start)(void *), void *argument);
_Noreturn void raddle_native___raddle_thread_end(void *result);
_Noreturn void raddle_native___raddle_process_exit(int status);
_Noreturn void raddle_native_abort(void);
void runtime_provide_memory(Thread *self);
void runtime_check_leaks(void);

/* --- What is reported to raddle, by a line on a descriptor that it gave, and to the user */

static void report(const char *text)
{
    const char *descriptor = getenv("RADDLE_NATIVE_RESULT");
    if (descriptor && !state.reported)
        dprintf(atoi(descriptor), "%s\n", text);
    state.reported = true;
}

static const char *place_of(const Thread *thread, char *buffer, size_t size)
{
    if (thread->file)
        snprintf(buffer, size, "%s:%d", thread->file, thread->line);
    else
        snprintf(buffer, size, "its beginning");
    return buffer;
}

enum { NAME_SIZE = 24 };

static const char *name_of(unsigned thread, char buffer[NAME_SIZE])
{
    if (thread)
        snprintf(buffer, NAME_SIZE, "thread %u", thread);
    else
        snprintf(buffer, NAME_SIZE, "main");
    return buffer;
}

static bool is_as_planned(const char *property)
{
    return !strcmp(property, native_plan.property) && current && current->id == native_plan.thread &&
           current->point == native_plan.point;
}

static void report_violation(const char *property, const char *message)
{
    char place[256], name[NAME_SIZE], text[640];
    if (is_as_planned(property)) {
        report("same");
        return;
    }
    snprintf(text, sizeof text, "other violation of %s in %s at %s: %s", property,
             name_of(current ? current->id : 0, name), current ? place_of(current, place, sizeof place) : "start",
             message);
    report(text);
}

void violate(const char *property, const char *format, ...)
{
    char message[400], place[256];
    char name[NAME_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    dprintf(2, "native: %s at %s: %s: %s\n", name_of(current->id, name), place_of(current, place, sizeof place),
            property, message);
    report_violation(property, message);
    abort();
}

void diverge(const char *format, ...)
{
    char message[400], text[420];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    dprintf(2, "native: %s\n", message);
    snprintf(text, sizeof text, "diverged %s", message);
    report(text);
    abort();
}

static void handle_signal(int number)
{
    const char *property = number == SIGFPE ? "division" : number == SIGILL || number == SIGTRAP ? "abort" : "memory";
    report_violation(property, strsignal(number));
    signal(number, SIG_DFL); /* the instruction is executed again, and ends the process */
    if (number == SIGTRAP)   /* or is not */
        abort();
}

static void handle_sanitizer(void)
{
    report_violation("memory", "found by the address sanitizer");
}

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "abort_on_error=1:detect_leaks=1:leak_check_at_exit=0:detect_stack_use_after_return=1:"
           "allocator_may_return_null=1";
}

/* --- The end of the plan */

static bool overlap(const Thread *a, const Thread *b)
{
    bool writes = (a->kind | b->kind) & NATIVE_WRITE, atomic = a->kind & b->kind & NATIVE_ATOMIC;
    return a->at_point && b->at_point && a->address && b->address && writes && !atomic &&
           a->address < b->address + b->size && b->address < a->address + a->size;
}

static const char *verb_of(const Thread *thread)
{
    return !(thread->kind & NATIVE_WRITE) ? "reads" : thread->kind & NATIVE_READ ? "updates" : "writes";
}

static void find_race(void)
{
    char place[256], other_place[256], name[NAME_SIZE], other_name[NAME_SIZE];
    for (unsigned i = 0; i < state.count; i++)
        for (unsigned j = i + 1; j < state.count; j++) {
            const Thread *a = state.threads[i], *b = state.threads[j];
            if (!overlap(a, b))
                continue;
            dprintf(2, "native: race: %s %s %llu bytes at %p at %s, %s %s %llu bytes at %p at %s\n",
                    name_of(a->id, name), verb_of(a), a->size, (void *)a->address, place_of(a, place, sizeof place),
                    name_of(b->id, other_name), verb_of(b), b->size, (void *)b->address,
                    place_of(b, other_place, sizeof other_place));
            report("same");
            abort();
        }
    diverge("no two threads stand before accesses to the same memory");
}

/* "a mutex of thread 2", "a barrier" */
static const char *describe_wait(const Thread *thread, char *buffer, size_t size)
{
    char name[NAME_SIZE];
    if (thread->blocker == NO_THREAD)
        snprintf(buffer, size, "%s", thread->blocked);
    else
        snprintf(buffer, size, "%s of %s", thread->blocked, name_of((unsigned)thread->blocker, name));
    return buffer;
}

static void report_deadlock(void)
{
    char place[256], wait[64], name[NAME_SIZE];
    for (unsigned i = native_plan.closing; i < native_plan.segment_count; i++) {
        const NativeSegment *segment = &native_plan.segments[i];
        const Thread *thread = thread_find(segment->thread);
        if (!thread || (!thread->blocked && !segment->spins))
            diverge("thread %u is not blocked", segment->thread);
        place_of(thread, place, sizeof place);
        if (!thread->blocked)
            dprintf(2, "native: %s goes round a loop at %s that nobody ends\n", name_of(thread->id, name), place);
        else
            dprintf(2, "native: %s waits at %s for %s\n", name_of(thread->id, name), place,
                    describe_wait(thread, wait, sizeof wait));
    }
    dprintf(2, "native: deadlock reached\n");
    report("same");
    if (getenv("RADDLE_NATIVE_HANG"))
        for (;;)
            pause();
    abort();
}

static _Noreturn void end_plan(const Thread *self)
{
    char place[256];
    if (!*native_plan.property)
        diverge("the recorded run is over, but the process is not: what is left of it goes on for ever");
    if (!strcmp(native_plan.property, "deadlock"))
        report_deadlock();
    if (!strcmp(native_plan.property, "race"))
        find_race();
    diverge("thread %u stops at %s, before the end of the plan", self->id, place_of(self, place, sizeof place));
}

/* --- Turns */

Thread *thread_self(void)
{
    return current;
}

Thread *thread_find(unsigned id)
{
    return id < state.count ? state.threads[id] : NULL;
}

unsigned thread_count(void)
{
    return state.count;
}

/* With the guard. */
static void advance(const Thread *self)
{
    char place[256];
    if (++state.segment >= native_plan.segment_count)
        end_plan(self);
    const Thread *next = thread_find(native_plan.segments[state.segment].thread);
    if (!next || next->finished)
        diverge("it is the turn of thread %u, which %s; thread %u stands at %s",
                native_plan.segments[state.segment].thread, next ? "has ended" : "was not created", self->id,
                place_of(self, place, sizeof place));
    pthread_cond_broadcast(&state.changed);
}

static void wait_for_turn(const Thread *self)
{
    while (native_plan.segments[state.segment].thread != self->id)
        pthread_cond_wait(&state.changed, &state.guard);
}

void turn_give_up(Thread *self)
{
    pthread_mutex_lock(&state.guard);
    advance(self);
    wait_for_turn(self);
    pthread_mutex_unlock(&state.guard);
}

void turn_leave(Thread *self)
{
    pthread_mutex_lock(&state.guard);
    advance(self);
    pthread_mutex_unlock(&state.guard);
}

void turn_block(Thread *self, const char *what, int blocker)
{
    char place[256], wait[64];
    self->blocked = what;
    self->blocker = blocker;
    if (state.segment < native_plan.closing)
        diverge("thread %u has to wait at %s for %s, which the plan does not say", self->id,
                place_of(self, place, sizeof place), describe_wait(self, wait, sizeof wait));
    turn_leave(self);
    for (;;)
        pause();
}

void raddle_native_point(const char *file, int line, unsigned kind, void *address, unsigned long long size)
{
    Thread *self = current;
    if (file) {
        self->file = file;
        self->line = line;
    }
    self->kind = kind;
    self->address = (uintptr_t)address;
    self->size = size;
    self->point++;
    self->steps = 0;
    if (self->id == native_plan.thread && self->point > native_plan.point && *native_plan.property &&
        strcmp(native_plan.property, "deadlock") && strcmp(native_plan.property, "race"))
        diverge("nothing is noticed at %s on this machine", native_plan.place);
    if (self->point > native_plan.segments[state.segment].limit) {
        pthread_mutex_lock(&state.guard);
        self->at_point = true;
        while (self->point > native_plan.segments[state.segment].limit) {
            advance(self);
            wait_for_turn(self);
        }
        self->at_point = false;
        pthread_mutex_unlock(&state.guard);
    }
    runtime_provide_memory(self);
}

void turn_step(Thread *self)
{
    const NativeSegment *segment = &native_plan.segments[state.segment];
    while (segment->limit == self->point && segment->step && self->steps >= segment->step) {
        turn_give_up(self);
        segment = &native_plan.segments[state.segment];
    }
    self->steps++;
}

const NativeOutcome *plan_outcome(const Thread *self, NativeOutcomeKind kind)
{
    for (unsigned i = 0; i < native_plan.outcome_count; i++) {
        const NativeOutcome *outcome = &native_plan.outcomes[i];
        if (outcome->kind == kind && outcome->thread == self->id && outcome->point == self->point)
            return outcome;
    }
    return NULL;
}

/* --- The life of threads and of the process */

static Thread *add_thread(void)
{
    if (state.count == THREAD_LIMIT)
        diverge("more than %d threads", THREAD_LIMIT);
    Thread *thread = calloc(1, sizeof *thread);
    thread->id = state.count;
    thread->blocker = NO_THREAD;
    state.threads[state.count++] = thread;
    state.live++;
    return thread;
}

static void *run_thread(void *context)
{
    current = context;
    pthread_mutex_lock(&state.guard);
    wait_for_turn(current);
    pthread_mutex_unlock(&state.guard);
    raddle_model___raddle_thread_main(current->start, current->argument);
    return NULL;
}

int raddle_native_pthread_create(unsigned long *handle, const int *attributes, void *(*start)(void *), void *argument)
{
    if (plan_outcome(current, NATIVE_OUTCOME_FAILURE))
        return 11; /* EAGAIN */
    if (!start)
        violate("memory", "pthread_create with a start routine that is not a function");
    pthread_mutex_lock(&state.guard);
    Thread *thread = add_thread();
    thread->start = start;
    thread->argument = argument;
    thread->detached = attributes && *attributes == 1;
    int error = pthread_create(&thread->real, NULL, run_thread, thread);
    pthread_mutex_unlock(&state.guard);
    if (error)
        diverge("pthread_create fails: %s", strerror(error));
    *handle = thread->id + 1;
    return 0;
}

void raddle_native___raddle_thread_end(void *result)
{
    if (state.live == 1)
        raddle_model_exit(0);
    Thread *self = current;
    self->result = result;
    self->finished = true;
    self->kind = 0;
    state.live--;
    turn_leave(self);
    pthread_exit(NULL);
}

void raddle_native___raddle_process_exit(int status)
{
    char text[64];
    runtime_check_leaks();
    snprintf(text, sizeof text, "exited %d", status & 0xff);
    report(text);
    _exit(status);
}

void raddle_native_abort(void)
{
    if (!strcmp(native_plan.property, "abort"))
        violate("abort", "abort is called");
    report("exited 134");
    abort();
}

__attribute__((constructor(101))) static void start_runtime(void)
{
    current = add_thread();
    current->real = pthread_self();
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(handle_sanitizer);
        return;
    }
    signal(SIGSEGV, handle_signal);
    signal(SIGBUS, handle_signal);
    signal(SIGFPE, handle_signal);
    signal(SIGILL, handle_signal);
    signal(SIGTRAP, handle_signal);
}

int main(int argc, char **argv)
{
    static char name[] = "program";
    char *environment[] = {NULL};
    argv[0] = name;
    raddle_native_begin();
    raddle_model_exit(raddle_native_main(argc, argv, environment));
}
