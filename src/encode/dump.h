// The formula of a trace for people: events with their definitions and π-functions as in Fig. 3 of Wang et al., and its
// size.
#ifndef RADDLE_ENCODE_DUMP_H
#define RADDLE_ENCODE_DUMP_H

#include "base/text.h"
#include "encode/encoding.h"

void encoding_dump(Encoding *encoding, Text *out);

#endif
