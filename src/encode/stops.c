// Places at which a thread goes on in any case, unless a question stops there: then it stands in the middle of what
// otherwise happens as a whole.
//
// Which questions there will be is not known. So the literal of a place implies that one of those asked so far holds,
// or a literal for those to come, of which it is assumed in every solve that it is false.
#include "encode/encoding_state.h"

Literal encoding_stop_at(Encoding *encoding, uint32_t place)
{
    QuestionStops *stops = &encoding->stops;
    if (!stops->at.data[place]) {
        stops->at.data[place] = stops->later.data[place] = -solver_new_literal(encoding->solver);
        vector_push(&stops->places, place);
    }
    return stops->at.data[place];
}

void encoding_allow_stop(Encoding *encoding, uint32_t place, Literal question)
{
    encoding_stop_at(encoding, place);
    Literal later = -solver_new_literal(encoding->solver);
    ADD_CLAUSE(encoding, -encoding->stops.later.data[place], question, later);
    encoding->stops.later.data[place] = later;
}

bool encoding_may_stop(const Encoding *encoding, uint32_t place)
{
    return encoding->stops.at.data[place] != encoding->stops.later.data[place];
}

uint32_t encoding_place_of_end(const Encoding *encoding, uint32_t thread)
{
    return encoding->concurrent->events.count + thread;
}
