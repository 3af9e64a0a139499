// Sums with one form each, so that those that are equal as sums are equal as terms.
#ifndef RADDLE_INVARIANT_LINEAR_H
#define RADDLE_INVARIANT_LINEAR_H

#include "term/term.h"

// A term of the same value: every part that appears several times in the outermost sum appears once, with a factor. Of an
// equality the difference of both sides is compared with 0.
Term linear_normalise(TermTable *terms, Term term);

#endif
