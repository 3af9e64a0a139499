// Many executions of a program in one formula: schedule recording (Cordeiro and Fischer, section 3.3).
//
// A node is a state that a number of steps can lead to. A step leads from a node to another, or to a violation; it is
// taken if its node is reached, the scheduler chooses it, and the inputs are such that its guard holds. What the
// scheduler chooses after i steps is the value of a variable of the formula, ts_i. Steps from different nodes may lead
// to the same node, so the formula grows with the states, not with the executions.
//
// Call order: add nodes and steps; then recording_encode, once; then recording_solve as long as there are answers.
#ifndef RADDLE_TREE_RECORDING_H
#define RADDLE_TREE_RECORDING_H

#include "base/limits.h"
#include "run/verdict.h"
#include "machine/machine.h"
#include "solve/solver.h"

typedef struct Recording Recording;

enum { RECORDING_START = 0 }; // the node before the first step; depth 0

// `terms` and `limits` must outlive the recording.
Recording *recording_create(TermTable *terms, Limits *limits);
void recording_free(Recording *recording);

// A node so many steps after the start.
uint32_t recording_add_node(Recording *recording, uint32_t depth);
// `choice` NULL: nothing is chosen, the step only leads on under its guard. The first steps that are added, from the
// start on, are those of the first execution.
void recording_add_step(Recording *recording, uint32_t from, const Choice *choice, Term guard, uint32_t to);
void recording_add_violation(Recording *recording, uint32_t from, const Choice *choice, Term guard, Property property,
                             uint32_t position);

// Makes the formula.
void recording_encode(Recording *recording, Statistics *statistics);
// Whether some execution violates something, at a place that no answer before did. If so, sets the choices that lead
// there.
//
// With `widening` executions are allowed bit by bit (section 3.4): at first only the choices of the first one; then
// also those that the proof needed to be forbidden. Each question counts as an iteration.
typedef VECTOR(Choice) RecordedChoices;
SolveResult recording_solve(Recording *recording, bool widening, Statistics *statistics, RecordedChoices *choices);
// After SOLVE_SATISFIED.
uint64_t recording_symbol_value(const Recording *recording, Term symbol, uint64_t otherwise);

#endif
