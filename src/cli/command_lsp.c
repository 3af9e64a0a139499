// raddle lsp: the language server.
#include "cli/commands.h"
#include "service/lsp.h"

int command_lsp(const Options *options)
{
    return lsp_serve(&options->words);
}
