// The analysis of Wang et al. on a trace: which questions to ask about its reorderings, in which order, and what the
// answers amount to. Whether a reordering that the solver found is real is for the caller to find out: by executing it,
// or by evaluating it.
#ifndef RADDLE_PREDICT_PREDICTION_H
#define RADDLE_PREDICT_PREDICTION_H

#include "base/options.h"
#include "encode/encoding.h"
#include "run/guided_run.h"

// A reordering that the solver found.
typedef struct Predicted {
    const ConcurrentTrace *concurrent;
    const EventList *execution; // events in their new order
    Encoding *encoding;         // for the values of symbols in it
    Property property;          // expected
    // The check, access or operation that is expected to violate, or at which a thread is stuck.
    const TraceEvent *where;
    const Choice *prefix; // the steps before the part of the run that is reordered
    uint32_t prefix_count;
    uint32_t last;  // the thread that goes one step further after the execution, NO_THREAD: none
    uint32_t wakes; // the thread whose last wait ends, without a signal if there is none, + 1; or 0
    bool race;
} Predicted;

typedef enum Confirmation {
    CONFIRMED, // a violation (perhaps another) was noted
    NOT_THERE, // it could be followed, but nothing is violated
    DIVERGED,  // it could not be followed
} Confirmation;

// Executes or evaluates a predicted reordering. On CONFIRMED sets the property and place of what was violated.
typedef Confirmation ConfirmPrediction(void *context, const Predicted *predicted, Property *property,
                                       TracePosition *place);

// Gets a run that was executed as predicted, and what it violates, which is `run->race` or by its last step.
typedef void NotePredicted(void *context, const GuidedRun *run, const Violation *violation);

// Somewhere in the program where a property is violated. Strings outlive the prediction.
typedef struct Place {
    Property property;
    TracePosition position;
} Place;
typedef VECTOR(Place) PlaceList;

typedef struct Prediction {
    const Trace *trace;
    const Options *options;
    CausalModel causal_model;
    const Choice *prefix; // the steps before the trace, if that is a part of a run
    uint32_t prefix_count;
    PropertyMask properties;
    Limits *limits;
    ConfirmPrediction *confirm;
    void *confirm_context;
    PlaceList *settled; // places known to be violated, not to be asked about again; found ones are added
    uint32_t groups;    // into how many encodings the questions of a kind are divided at most
    bool one_path;      // do not ask whether some reordering leaves the recorded path
    // Results.
    bool found;
    bool other_path;  // some reordering leaves the recorded path
    bool covered;     // no reordering leaves the recorded path, and nothing was left out
    bool bound_used;  // some refutation needed the bound on changes of thread
    bool unconfirmed; // some reordering was predicted that did not show a violation
    LimitReason stopped;
    Statistics statistics;
    Text dump; // what --dump asked for
} Prediction;

void prediction_run(Prediction *prediction);

// The inputs and events that make a predicted reordering happen, for guided_run_execute.
void prediction_make_guide(const Predicted *predicted, Guide *guide);
// Has the machine follow a predicted reordering and, if it violates something, hands that to `note`. For a
// ConfirmPrediction; the place is the program's.
Confirmation prediction_execute(const Predicted *predicted, const Program *program, const MachineOptions *options,
                                NotePredicted *note, void *context, Property *property, TracePosition *place);

#endif
