#include "invariant/decisive.h"

#include "base/map.h"

static bool is_same(const DecisiveContent *a, const DecisiveContent *b)
{
    return a->is_register == b->is_register && a->function == b->function && a->index == b->index &&
           a->address == b->address;
}

static const DecisiveContent *find(const Decisive *decisive, const DecisiveContent *content)
{
    for (uint32_t i = 0; i < decisive->count; i++)
        if (is_same(&decisive->data[i], content))
            return &decisive->data[i];
    return NULL;
}

typedef struct Naming {
    Location location;
    DecisiveContent content;
    bool found;
} Naming;

static void name_register(void *context, uint32_t function, uint32_t index, Location location)
{
    Naming *naming = context;
    if (location != naming->location)
        return;
    naming->content = (DecisiveContent){.is_register = true, .function = function, .index = index};
    naming->found = true;
}

bool decisive_note(Decisive *decisive, const Machine *machine, Location location, uint32_t width)
{
    uint32_t thread, index;
    Naming naming = {.location = location, .content = {.address = location, .width = width}, .found = true};
    if (location_is_register(location, &thread, &index)) {
        naming.found = false;
        machine_each_register(machine, name_register, &naming);
    }
    if (naming.found && !find(decisive, &naming.content))
        vector_push(decisive, naming.content);
    return naming.found;
}

bool decisive_add(Decisive *decisive, const Decisive *others)
{
    uint32_t before = decisive->count;
    for (uint32_t i = 0; i < others->count; i++)
        if (!find(decisive, &others->data[i]))
            vector_push(decisive, others->data[i]);
    return decisive->count > before;
}

// What is done with each of them that there is.
typedef struct DecisiveVisit {
    const Decisive *decisive;
    Machine *machine; // NULL: nothing is changed
    const Machine *state;
    TermTable *terms;
    TermList *conditions;
    uint64_t *key;
} DecisiveVisit;

static void pin(const DecisiveVisit *visit, Location location, uint32_t width)
{
    Term held = machine_held(visit->state, location, width);
    if (term_is_constant(visit->terms, held))
        return;
    uint64_t word = machine_held_word(visit->state, location, width);
    vector_push(visit->conditions, term_equal(visit->terms, held, term_constant(visit->terms, width, word)));
    machine_put(visit->machine, location, width, word, NO_TERM);
}

static void visit_content(const DecisiveVisit *visit, Location location, uint32_t width)
{
    if (visit->machine) {
        pin(visit, location, width);
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        visit->key[i] = hash_words(visit->key[i], location, machine_held_word(visit->state, location, width));
}

static void visit_register(void *context, uint32_t function, uint32_t index, Location location)
{
    const DecisiveVisit *visit = context;
    const DecisiveContent content = {.is_register = true, .function = function, .index = index};
    if (find(visit->decisive, &content))
        visit_content(visit, location, 64);
}

static void visit_all(DecisiveVisit *visit)
{
    if (!visit->decisive->count)
        return;
    machine_each_register(visit->state, visit_register, visit);
    for (uint32_t i = 0; i < visit->decisive->count; i++) {
        const DecisiveContent *content = &visit->decisive->data[i];
        if (!content->is_register && machine_has_bytes(visit->state, content->address, content->width / 8))
            visit_content(visit, content->address, content->width);
    }
}

void decisive_pin(const Decisive *decisive, TermTable *terms, Machine *machine, TermList *conditions)
{
    DecisiveVisit visit = {
        .decisive = decisive, .machine = machine, .state = machine, .terms = terms, .conditions = conditions};
    visit_all(&visit);
}

void decisive_hash(const Decisive *decisive, const Machine *machine, uint64_t key[2])
{
    DecisiveVisit visit = {.decisive = decisive, .state = machine, .key = key};
    visit_all(&visit);
}
