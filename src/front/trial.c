// LLVM trusts bitcode: where it is damaged, it may read outside its memory, or end the process.
#include "front/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SURVIVED = 113, SECONDS = 60 };

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
    (void)info;
    (void)context;
}

static void try_to_read(const char *path)
{
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS, SECONDS});
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, ignore_diagnostic, NULL);
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module;
    char *message;
    if (!LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) &&
        !LLVMParseIRInContext(context, buffer, &module, &message))
        LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    _exit(SURVIVED);
}

bool trial_survives(const char *path)
{
    pid_t child = fork();
    if (child == 0)
        try_to_read(path);
    int status = 0;
    if (child > 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == SURVIVED;
}
