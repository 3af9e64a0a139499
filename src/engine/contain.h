// Work in a process of its own: whatever fails there, the verification goes on without it. The verdict comes back as
// bytes; of a counterexample the choices and inputs, and it is executed again here.
#ifndef RADDLE_ENGINE_CONTAIN_H
#define RADDLE_ENGINE_CONTAIN_H

#include "base/bytes.h"
#include "base/fail.h"
#include "run/engine.h"

// What is done there: fills a zeroed verdict, or changes the one that is there.
typedef void ContainedWork(const EngineTask *task, const void *context, Verdict *verdict);

// Does the work of the engine. False if it failed: then the verdict has one more failure and is as it was otherwise. In
// an MPI run, and where the system grants no process, the work is done in this one.
bool contain(const EngineTask *task, const char *engine, ContainedWork *work, const void *context, Verdict *verdict);
// What the engine answers. If it fails the verdict is UNKNOWN and says so.
void contain_engine(const EngineTask *task, const Engine *engine, Verdict *verdict);

// The pieces, for those who have processes of their own.
// Memory for notes, zeroed and shared by all processes that are forked from here on; NULL if there is none.
FailureNote *contain_create_notes(uint32_t count);
void contain_free_notes(FailureNote *notes, uint32_t count);
// In the process of the engine, first of all.
void contain_begin(FailureNote *note, const char *engine);
void contain_put_verdict(const Verdict *verdict, Bytes *out);
// Fills a zeroed verdict. False if a counterexample cannot be executed again.
bool contain_get_verdict(const EngineTask *task, BytesReader *reader, Verdict *out);
// Adds what the note says; if it says nothing, `otherwise`.
void contain_add_failure(Verdict *verdict, const char *engine, const FailureNote *note, const char *otherwise);
// UNKNOWN, because of the first failure. There must be one.
void contain_conclude(Verdict *verdict);

#endif
