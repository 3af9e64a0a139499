// That the runtime has a function for everything that the machine performs: when raddle is built, this file is linked
// with the runtime, in the place of a program, and what is missing there is an undefined symbol. Nobody runs the result.
#include "ir/intrinsics.h"
#include "native/runtime/native_interface.h"

// What the runtime gets from raddle and from the program.
const NativePlan native_plan = {0};
void raddle_native_begin(void);
int raddle_native_main(int argc, char **argv, char **envp);
_Noreturn void raddle_model_exit(int status);

void raddle_native_begin(void)
{
}

int raddle_native_main(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv, (void)envp;
    return 0;
}

void raddle_model_exit(int status)
{
    (void)status;
    for (;;)
        ;
}

// These are never called by their names: clang compiles mathematics, traps and the class of a number itself, inputs
// go by __raddle_input, and jumps are those of the C library.
#define NOT_CALLED(id, name, visible, always)              \
    extern const char id##_is __asm__(NATIVE_PREFIX name); \
    const char id##_is = 0;
NOT_CALLED(none, "", 0, 0)
NOT_CALLED(nondet, "__VERIFIER_nondet", 0, 0)
NOT_CALLED(trap, "__raddle_trap", 0, 0)
NOT_CALLED(float_class, "__raddle_float_class", 0, 0)
MARK_TABLE(NOT_CALLED)
JUMP_TABLE(NOT_CALLED)
MATH_TABLE(NOT_CALLED)

#define DECLARE(id, name, visible, always) extern const char id##_is __asm__(NATIVE_PREFIX name);
INTRINSIC_TABLE(DECLARE)

extern const char *const all_functions[];
const char *const all_functions[] = {
#define ADDRESS(id, name, visible, always) &id##_is,
    INTRINSIC_TABLE(ADDRESS)
#undef ADDRESS
};
