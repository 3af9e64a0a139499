// The subcommands, one file each. Each returns the exit status of the program and prints its own messages.
#ifndef RADDLE_CLI_COMMANDS_H
#define RADDLE_CLI_COMMANDS_H

#include "base/options.h"

// Those of verdicts are what verdict_exit_status gives.
typedef enum ExitStatus { STATUS_TRUE = 0, STATUS_FALSE = 1, STATUS_USAGE = 2, STATUS_UNKNOWN = 3 } ExitStatus;

int command_check(const Options *options);
int command_run(const Options *options);
int command_predict(const Options *options);
int command_replay(const Options *options);
// `word` may be NULL.
int command_help(const char *word);
int command_init(const Options *options);
int command_facts(const Options *options);
int command_orders(const Options *options);
int command_functions(const Options *options);
int command_serve(const Options *options);
int command_lsp(const Options *options);
int command_engines(const Options *options);

#endif
