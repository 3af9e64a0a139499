#include "solve/horn.h"

void horn_init(Horn *horn, TermTable *terms)
{
    *horn = (Horn){.terms = terms};
}

static void free_clause(HornClause *clause)
{
    for (uint32_t i = 0; i < clause->body_count; i++)
        vector_free(&clause->body[i].arguments);
    vector_free(&clause->head.arguments);
}

void horn_free(Horn *horn)
{
    for (uint32_t i = 0; i < horn->predicates.count; i++)
        vector_free(&horn->predicates.data[i].symbols);
    for (uint32_t i = 0; i < horn->clauses.count; i++)
        free_clause(&horn->clauses.data[i]);
    vector_free(&horn->predicates);
    vector_free(&horn->clauses);
}

uint32_t horn_add_predicate(Horn *horn, const uint32_t *widths, uint32_t count)
{
    HornPredicate predicate = {.symbols = {0}};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&predicate.symbols, term_symbol(horn->terms, widths[i], "p"));
    vector_push(&horn->predicates, predicate);
    return horn->predicates.count - 1;
}

void horn_add_clause(Horn *horn, HornClause clause)
{
    vector_push(&horn->clauses, clause);
}

typedef struct Application {
    const HornPredicate *predicate;
    const HornAtom *atom;
} Application;

static Term look_up(void *context, Term symbol)
{
    const Application *application = context;
    for (uint32_t i = 0; i < application->predicate->symbols.count; i++)
        if (application->predicate->symbols.data[i] == symbol)
            return application->atom->arguments.data[i];
    return symbol;
}

Term horn_apply(const Horn *horn, const HornAtom *atom, Term formula)
{
    Application application = {&horn->predicates.data[atom->predicate], atom};
    return term_substitute(horn->terms, formula, look_up, &application);
}
