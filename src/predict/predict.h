// Predictive analysis of one run: whether any feasible reordering of its events violates a property.
#ifndef RADDLE_PREDICT_PREDICT_H
#define RADDLE_PREDICT_PREDICT_H

#include "run/engine.h"

// Analyses a symbolic trace without its program. Fills a zeroed Verdict; the counterexamples are predicted, not
// executed.
void predict_trace(const Trace *trace, const Options *options, Limits *limits, Verdict *verdict);

#endif
