// Which models of files a program gets, and the files that --file gives it. Both are settled in the module of the models
// before anything is lowered or written for native replay.
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "front/lower.h"

// A program that calls none of these has no descriptors and streams but the standard ones.
static const char *const openers[] = {
    "accept",       "accept4",       "close",   "creat",      "creat64", "dup",       "dup2",   "dup3",
    "epoll_create", "epoll_create1", "eventfd", "fcntl",      "fcntl64", "fdopen",    "fopen",  "fopen64",
    "freopen",      "freopen64",     "mkstemp", "mkstemp64",  "open",    "open64",    "openat", "openat64",
    "pipe",         "pipe2",         "socket",  "socketpair", "tmpfile", "tmpfile64",
};

static bool opens_files(const Lowering *lowering)
{
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(lowering->module, openers[i]);
        if (function && LLVMIsDeclaration(function))
            return true;
    }
    return false;
}

static const char prefix[] = "__raddle_files_";

bool module_is_stream_variant(const Lowering *lowering, const char *name)
{
    return !strncmp(name, prefix, strlen(prefix)) && opens_files(lowering);
}

// In a program that opens files the models of the standard streams give way to those of the same name after `prefix`,
// which know all descriptors. In others the latter are not there.
static void replace_stream_models(const Lowering *lowering)
{
    for (LLVMValueRef model = LLVMGetFirstFunction(lowering->models); model; model = LLVMGetNextFunction(model)) {
        const char *name = module_value_name(model);
        if (strncmp(name, prefix, strlen(prefix)))
            continue;
        Text plain = {0};
        text_append(&plain, name + strlen(prefix));
        LLVMValueRef replaced = LLVMGetNamedFunction(lowering->models, text_string(&plain));
        if (replaced) {
            LLVMReplaceAllUsesWith(replaced, model);
            LLVMSetValueName2(replaced, "", 0);
            LLVMSetLinkage(replaced, LLVMInternalLinkage);
        }
        LLVMSetValueName2(model, text_string(&plain), plain.length);
        text_free(&plain);
    }
}

// One after the other: the name and the size in decimal, each with its NUL, then the content; see models/descriptor.h.
static bool append_file(const char *given, Text *all, Text *errors)
{
    const char *separator = strchr(given, '=');
    Text content = {0};
    bool valid = separator && separator > given && text_append_unescaped(&content, separator + 1);
    if (valid) {
        text_append_bytes(all, given, (size_t)(separator - given));
        text_append_bytes(all, "", 1);
        text_format(all, "%zu", content.length);
        text_append_bytes(all, "", 1);
        text_append_bytes(all, content.data, content.length);
    } else {
        text_format(errors, "--file=%s: expected NAME=CONTENT, with the escapes of C\n", given);
    }
    text_free(&content);
    return valid;
}

static void put_given_files(const Lowering *lowering, const Text *all)
{
    static const char name[] = "model_given_files";
    LLVMValueRef empty = LLVMGetNamedGlobal(lowering->models, name);
    LLVMValueRef value =
        LLVMConstStringInContext(lowering->context, all->data, (unsigned)all->length, false); // with a NUL after it
    LLVMValueRef given = LLVMAddGlobal(lowering->models, LLVMTypeOf(value), "");
    LLVMSetInitializer(given, value);
    LLVMSetGlobalConstant(given, true);
    LLVMReplaceAllUsesWith(empty, given);
    LLVMDeleteGlobal(empty);
    LLVMSetValueName2(given, name, strlen(name));
}

bool module_give_files(Lowering *lowering, const char *const *files, uint32_t count)
{
    replace_stream_models(lowering);
    Text all = {0};
    bool valid = true;
    for (uint32_t i = 0; i < count && valid; i++)
        valid = append_file(files[i], &all, lowering->errors);
    if (valid && count)
        put_given_files(lowering, &all);
    text_free(&all);
    return valid;
}
