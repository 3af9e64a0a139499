#include "base/call_plan.h"

#include <string.h>

#include "base/options.h"

enum { LARGEST_ARRAY = 4096, MOST_THREADS = 64 };

CallPlan call_plan_of(const Options *options)
{
    return (CallPlan){
        .function = options->function,
        .threads = options->threads,
        .setup = options->setup,
        .finally = options->finally,
        .array_length = options->function_arrays,
        .null_pointers = options->function_null,
        .arbitrary_globals = options->arbitrary_globals,
    };
}

bool call_plan_given(const CallPlan *plan)
{
    return plan->function || plan->threads;
}

const char *call_plan_next_name(const char **cursor, uint32_t *length)
{
    const char *name = *cursor;
    if (!name)
        return NULL;
    *length = (uint32_t)strcspn(name, ",");
    *cursor = name[*length] ? name + *length + 1 : NULL;
    return name;
}

static bool check_threads(const CallPlan *plan, Text *error)
{
    const char *cursor = plan->threads;
    uint32_t length, count = 0;
    for (; call_plan_next_name(&cursor, &length); count++)
        if (!length) {
            text_format(error, "--threads=%s: a name is missing", plan->threads);
            return false;
        }
    if (count > MOST_THREADS)
        text_format(error, "--threads: at most %d", MOST_THREADS);
    return count <= MOST_THREADS;
}

bool call_plan_check(const CallPlan *plan, Text *error)
{
    const char *lonely = plan->setup               ? "setup"
                         : plan->finally           ? "finally"
                         : plan->array_length      ? "function-arrays"
                         : plan->null_pointers     ? "function-null"
                         : plan->arbitrary_globals ? "arbitrary-globals"
                                                   : NULL;
    if (plan->function && plan->threads) {
        text_append(error, "--function and --threads exclude each other");
        return false;
    }
    if (lonely && !call_plan_given(plan)) {
        text_format(error, "--%s needs --function=NAME or --threads=NAME,...", lonely);
        return false;
    }
    if (plan->array_length > LARGEST_ARRAY) {
        text_format(error, "--function-arrays: at most %d", LARGEST_ARRAY);
        return false;
    }
    return check_threads(plan, error);
}

void call_plan_describe(const CallPlan *plan, Text *out)
{
    const char *cursor = plan->function ? plan->function : plan->threads;
    uint32_t length, count = 0;
    if (!cursor)
        return;
    text_append(out, plan->function ? "function" : "threads");
    for (const char *name; (name = call_plan_next_name(&cursor, &length)); count++)
        text_format(out, "%s %.*s", count ? "," : "", (int)length, name);
    if (plan->setup)
        text_format(out, " after %s", plan->setup);
    if (plan->finally)
        text_format(out, ", then %s", plan->finally);
}
