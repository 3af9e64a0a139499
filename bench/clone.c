// What branching costs: the time of machine_clone, and of a clone that then takes one step, against the memory of the
// program under test, and the memory of one state. A copy-on-write clone should cost the same for 64 KB and for 64 MB.
//
//     bench_clone bench/clone_subject.c
#include <stdio.h>

#include "base/statistics.h"
#include "base/text.h"
#include "front/front.h"
#include "machine/machine.h"

enum { ROUNDS = 2000, STEPS = 40 };

static bool step_first(Machine *machine)
{
    for (uint32_t thread = 0; thread < machine_thread_count(machine); thread++) {
        if (machine_alternatives(machine, thread)) {
            machine_step(machine, (Choice){.thread = thread});
            return machine_status(machine) == MACHINE_RUNNING;
        }
    }
    return false;
}

static double measure_clone(const Machine *machine, bool step)
{
    double started = clock_now();
    for (int round = 0; round < ROUNDS; round++) {
        Machine *clone = machine_clone(machine);
        if (step)
            step_first(clone);
        machine_free(clone);
    }
    return (clock_now() - started) / ROUNDS;
}

static bool measure_size(const char *subject, unsigned kilobytes)
{
    Text definition = {0}, errors = {0};
    text_format(&definition, "-DKILOBYTES=%u", kilobytes);
    const char *arguments[] = {text_string(&definition)};
    FrontOptions front = {.files = &subject, .file_count = 1, .clang_arguments = arguments, .clang_argument_count = 1};
    MachineOptions options = {
        .properties = PROPERTY_MASK_DEFAULT, .bounds = WITHOUT_BOUNDS, .instruction_limit = UINT64_MAX};
    Program *program = front_load(&front, &errors);
    bool measured = false;
    if (program) {
        Machine *machine = machine_create(program, &options);
        for (int step = 0; step < STEPS && machine_status(machine) == MACHINE_RUNNING; step++)
            step_first(machine);
        measured = machine_status(machine) == MACHINE_RUNNING;
        if (measured)
            printf("%10u KB %12llu bytes %12.2f us %12.2f us\n", kilobytes,
                   (unsigned long long)machine_memory_bytes(machine), measure_clone(machine, false) * 1e6,
                   measure_clone(machine, true) * 1e6);
        machine_free(machine);
        program_free(program);
    }
    if (!measured)
        fprintf(stderr, "bench_clone: %s did not run to the point of measurement\n%s", subject, text_string(&errors));
    text_free(&definition);
    text_free(&errors);
    return measured;
}

int main(int argument_count, char **arguments)
{
    static const unsigned sizes[] = {64, 1024, 8192, 65536};
    if (argument_count != 2) {
        fprintf(stderr, "usage: bench_clone SUBJECT.c\n");
        return 2;
    }
    printf("%13s %18s %15s %15s\n", "program holds", "state", "clone", "clone + step");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!measure_size(arguments[1], sizes[i]))
            return 1;
    return 0;
}
