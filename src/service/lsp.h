// A server of the language server protocol (3.17) on standard input and output. It checks a program when its file is opened
// or saved, gives up when the file is changed, and publishes what was found, with the steps that lead there; above functions
// it offers to check them with arbitrary arguments.
#ifndef RADDLE_SERVICE_LSP_H
#define RADDLE_SERVICE_LSP_H

#include "base/options.h"

// Goes on until the client says that it is over; returns the exit status. `words` are options for all checks.
int lsp_serve(const StringList *words);

#endif
