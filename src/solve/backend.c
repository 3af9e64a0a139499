// CaDiCaL through its C interface. It keeps its own record of eliminated variables and restores their clauses when
// they are named again, so nothing has to be frozen for incremental use.
#include "solve/backend.h"

#include <ccadical.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"

enum { ANSWER_STOPPED = 0, ANSWER_SATISFIED = 10, ANSWER_REFUTED = 20 };

// std::set_new_handler of the C++ runtime, by its name in the object file: CaDiCaL allocates with `new`, and an
// exception thrown there would end the process without a verdict. It is for the whole process: a library must not.
typedef void NewHandler(void);
extern NewHandler *set_new_handler(NewHandler *handler) __asm__("_ZSt15set_new_handlerPFvvE");

struct Backend {
    CCaDiCaL *cadical;
    Limits *limits;
    uint32_t effort; // conflicts per solve; 0: any number
};

bool backend_stopped(Backend *backend)
{
    return backend->limits && limits_exceeded(backend->limits) != LIMIT_NONE;
}

static int ask_to_stop(void *context)
{
    return backend_stopped(context);
}

static void give_up_without_memory(void)
{
    fail_out_of_memory(0);
}

Backend *backend_create(Limits *limits)
{
    if (fail_ends_with_verdict())
        set_new_handler(give_up_without_memory);
    Backend *backend = memory_allocate(sizeof *backend);
    *backend = (Backend){.cadical = ccadical_init(), .limits = limits};
    ccadical_set_option(backend->cadical, "quiet", 1);
    if (limits)
        ccadical_set_terminate(backend->cadical, backend, ask_to_stop);
    return backend;
}

void backend_free(Backend *backend)
{
    if (!backend)
        return;
    ccadical_release(backend->cadical);
    free(backend);
}

void backend_add_clause(Backend *backend, const Literal *literals, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        ccadical_add(backend->cadical, literals[i]);
    ccadical_add(backend->cadical, 0);
}

void backend_set_effort(Backend *backend, uint32_t conflicts)
{
    backend->effort = conflicts;
}

SolveResult backend_solve(Backend *backend, const Literal *assumptions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        ccadical_assume(backend->cadical, assumptions[i]);
    if (backend->effort)
        ccadical_limit(backend->cadical, "conflicts", (int)backend->effort);
    switch (ccadical_solve(backend->cadical)) {
    case ANSWER_SATISFIED:
        return SOLVE_SATISFIED;
    case ANSWER_REFUTED:
        return SOLVE_REFUTED;
    case ANSWER_STOPPED:
        if (backend->effort || backend_stopped(backend))
            return SOLVE_STOPPED;
        INTERNAL_ERROR("the back end gave up although no limit was exceeded");
    default:
        INTERNAL_ERROR("the back end gave an answer that is none");
    }
}

bool backend_value(Backend *backend, Literal literal)
{
    return ccadical_val(backend->cadical, literal) == literal;
}

bool backend_failed(Backend *backend, Literal assumption)
{
    return ccadical_failed(backend->cadical, assumption) != 0;
}
