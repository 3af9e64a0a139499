// Runs that are too long for one formula, a part at a time.
//
// A part, or window, is some events in a row. What was before happens as in the run: memory is as it was left, and of
// the past only what still matters (past.h) is told, as events that come before all others. Each window is reordered by
// itself, and half of it again in the next, so that two events that are less than half a window apart are together in
// one. What needs more is not seen: this finds, and never proves.
#ifndef RADDLE_PREDICT_WINDOWS_H
#define RADDLE_PREDICT_WINDOWS_H

#include "predict/confirm.h"

// Makes the run and analyses it.
void windows_predict(Execution *execution);

#endif
