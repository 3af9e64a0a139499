// A predicted reordering evaluated from the recorded terms, where there is no program to execute.
#ifndef RADDLE_PREDICT_EVALUATE_H
#define RADDLE_PREDICT_EVALUATE_H

#include "predict/prediction.h"

// Goes through the events in their new order, every read taking the latest write, and evaluates the terms. Returns the
// trace, with `predicted` set, or NULL if a condition of the path does not hold on the way or the expected check does
// hold.
Trace *prediction_evaluate(const Predicted *predicted);

#endif
