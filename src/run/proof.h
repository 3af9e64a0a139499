// Why nothing is violated, as an engine that proves by invariants tells it: facts about the program's variables, each with
// the places where it holds, that is, where the threads stand. Together they hold at the beginning, are kept by every step,
// and exclude every violation.
#ifndef RADDLE_RUN_PROOF_H
#define RADDLE_RUN_PROOF_H

#include "base/bytes.h"
#include "base/text.h"
#include "base/vector.h"

typedef struct ProvedFact {
    Text text;               // "counter <= 5"
    VECTOR(uint32_t) places; // indices into Proof.places
} ProvedFact;

typedef struct ProofLoop {
    Text file, function;
    uint32_t line, column;
} ProofLoop;

typedef struct Proof {
    bool found;          // there is one; of a program that has no variables it is without facts
    VECTOR(Text) places; // "main bank.c:30, thread 1 bank.c:12 [m]"
    VECTOR(ProvedFact) facts;
    // What all of them say together about global variables, as an expression of C; "" if that is nothing. It holds whenever
    // a thread comes to one of the loops.
    Text always;
    VECTOR(ProofLoop) loops;
} Proof;

// Adds that the fact holds at a place. Facts with the same words are one.
void proof_add(Proof *proof, const char *fact, uint32_t place);
void proof_append_text(const Proof *proof, Text *out); // for people
void proof_put(const Proof *proof, Bytes *out);
void proof_get(BytesReader *reader, Proof *proof);
void proof_free(Proof *proof);

#endif
