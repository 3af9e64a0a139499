// Deadlocks: who holds a lock, or is waited for by a join, and waits for another lock or thread. Where these waits have no
// circle somebody can always go on, for whoever waits does so for something that is given up later: what else could keep
// a thread waiting has raised an alarm already.
#include "abstract/interpretation.h"

enum { NODES = 2 * SET_LIMIT };

static bool finds_circle(const Interpretation *all, uint32_t node, uint8_t *colours, uint32_t *position)
{
    colours[node] = 1;
    for (uint32_t i = 0; i < all->records.waits.count; i++) {
        const Wait *wait = &all->records.waits.data[i];
        if (wait->from != node || colours[wait->to] == 2)
            continue;
        if (colours[wait->to] == 1 || finds_circle(all, wait->to, colours, position)) {
            *position = wait->position;
            return true;
        }
    }
    colours[node] = 2;
    return false;
}

void look_for_deadlocks(Interpretation *all)
{
    uint8_t colours[NODES] = {0};
    Alarm *alarm = &all->alarms[PROPERTY_DEADLOCK];
    for (uint32_t node = 0; node < NODES && !alarm->raised; node++) {
        uint32_t position;
        if (colours[node] || !finds_circle(all, node, colours, &position))
            continue;
        alarm->raised = (all->properties & PROPERTY_BIT(PROPERTY_DEADLOCK)) != 0;
        alarm->position = position;
        text_append(&alarm->message, "a circle of threads that wait for each other");
        return;
    }
}
