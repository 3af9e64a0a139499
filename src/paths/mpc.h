// The exploration of paths, for the engines that are a kind of it.
#ifndef RADDLE_PATHS_MPC_H
#define RADDLE_PATHS_MPC_H

#include "paths/explorer.h"

void mpc_explore(const EngineTask *task, ExplorationKind kind, const Engine *engine, Findings *findings);

#endif
