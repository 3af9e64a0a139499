// Terms to literals. Private to this folder. The bits of a term are made once and kept.
#ifndef RADDLE_SOLVE_BLAST_H
#define RADDLE_SOLVE_BLAST_H

#include "solve/gates.h"
#include "term/term.h"

typedef struct Blaster Blaster;

// Both must outlive the blaster.
Blaster *blaster_create(TermTable *terms, Gates *gates);
void blaster_free(Blaster *blaster);

// The literals of a term, lowest bit first. Valid until the next call. Once a limit is exceeded, terms not made
// before are cut off from their meaning and get bits that nothing constrains: then no answer of the back end may be
// trusted any more, and since limits stay exceeded none needs to be asked for.
const Literal *blaster_bits(Blaster *blaster, Term term);
// The same for terms that have their bits already; NULL for others.
const Literal *blaster_find_bits(const Blaster *blaster, Term term);

#endif
