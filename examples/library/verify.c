// Verifies a C program with libraddle: verify FILE.c [NAME=VALUE...], where NAME is an option of `raddle check` without
// its dashes. Prints the verdict and how each violated line is reached; the exit status is that of `raddle check`.
#include <raddle.h>
#include <stdio.h>
#include <string.h>

static int fail(const raddle *verifier)
{
    fprintf(stderr, "%s\n", raddle_error(verifier));
    return 2;
}

static bool set_option(raddle *verifier, char *setting)
{
    char *value = strchr(setting, '=');
    if (value)
        *value++ = '\0';
    return raddle_set(verifier, setting, value);
}

static void print_counterexample(const raddle *verifier, size_t number)
{
    const raddle_counterexample *found = raddle_get_counterexample(verifier, number);
    printf("%s:%u: %s: %s\n", found->file, found->line, found->property, found->message);
    for (size_t i = 0; i < found->input_count; i++) {
        const raddle_input *input = raddle_get_input(verifier, number, i);
        printf("  input %s = %s at line %u\n", input->name, input->value, input->line);
    }
    for (size_t i = 0; i < found->step_count; i++) {
        const raddle_step *step = raddle_get_step(verifier, number, i);
        printf("  %5u  %-12s %s", step->line, raddle_get_thread_name(verifier, number, step->thread), step->text);
        if (*step->locks)
            printf("  [%s]", step->locks);
        putchar('\n');
    }
}

static int print_verdict(const raddle *verifier)
{
    static const int statuses[] = {[RADDLE_TRUE] = 0, [RADDLE_FALSE] = 1, [RADDLE_UNKNOWN] = 3};
    double seconds = 0;
    for (size_t i = 0; i < raddle_counterexample_count(verifier); i++)
        print_counterexample(verifier, i);
    raddle_statistic(verifier, "time_s", &seconds);
    printf("engine %s, %.2f s", raddle_engine(verifier), seconds);
    if (*raddle_note(verifier))
        printf("; %s%s", raddle_is_bounded(verifier) ? "bounded: " : "", raddle_note(verifier));
    putchar('\n');
    for (size_t i = 0; raddle_remark(verifier, i); i++)
        puts(raddle_remark(verifier, i));
    puts(raddle_verdict(verifier));
    return statuses[raddle_get_answer(verifier)];
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 2) {
        fprintf(stderr, "usage: %s FILE.c [NAME=VALUE...]\n", arguments[0]);
        return 2;
    }
    raddle *verifier = raddle_create();
    bool ready = true;
    for (int i = 2; i < argument_count && ready; i++)
        ready = set_option(verifier, arguments[i]);
    const char *files[] = {arguments[1]};
    ready = ready && raddle_load(verifier, 1, files) && raddle_verify(verifier);
    int status = ready ? print_verdict(verifier) : fail(verifier);
    raddle_free(verifier);
    return status;
}
