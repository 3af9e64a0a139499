// The state of lowering one program. Private to src/front, and to who prepares the modules in its place
// (FrontPreparation).
#ifndef RADDLE_FRONT_LOWER_H
#define RADDLE_FRONT_LOWER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/property.h"
#include "base/text.h"
#include "front/models.h"
#include "ir/program.h"

typedef struct Lowering {
    Program *program;
    LLVMContextRef context;
    LLVMModuleRef module; // the program's files, linked
    LLVMModuleRef models; // the library models, or NULL when the target has none
    LLVMTargetDataRef data;
    // Keyed by LLVM's pointers; values are ids + 1 so that 0 means "not seen".
    Map function_ids;
    Map global_ids;
    Map label_ids;
    Map type_ids;
    Map position_ids;
    Map file_ids;
    Map variable_ids;                       // by DIVariable
    Map input_names;                        // by instruction that reads an input, string ids
    VECTOR(LLVMValueRef) function_values;   // parallel to program->functions, NULL without a body
    VECTOR(LLVMValueRef) global_values;     // parallel to program->globals
    VECTOR(LLVMBasicBlockRef) label_blocks; // parallel to program->labels
    uint64_t next_global_slot;
    bool check_overflow;
    bool confined; // see FrontOptions, as are the next
    bool coverage;
    uint32_t branches; // lowered so far
    Text *errors;
} Lowering;

// A scalar part of a value of aggregate type.
typedef struct Leaf {
    uint64_t offset; // in bytes, in memory
    uint32_t width;  // in bits
    bool is_float;
} Leaf;

typedef VECTOR(Leaf) LeafList;

// module.c
// The two halves of module_prepare: locals get an arbitrary first value, and those that can be move into registers.
void module_initialise_locals(Lowering *lowering, LLVMModuleRef module);
// Whether it gives the local, all of it, an arbitrary first value: not if that is large.
bool local_has_first_value(LLVMValueRef local);
void module_prepare(Lowering *lowering, LLVMModuleRef module);
const char *module_value_name(LLVMValueRef value);
// Whether it is the call of a function, not of a pointer, whose name begins so.
bool calls_named(LLVMValueRef value, const char *prefix);

// trapping.c
// For a module that clang has made with -ftrapv.
void module_restore_arithmetic(LLVMModuleRef module);

// given_files.c
// Whether a model stands for another one in programs that open files, and this is one.
bool module_is_stream_variant(const Lowering *lowering, const char *name);
// The models are those of a program that opens files, if it does, and have the files given as NAME=CONTENT, with the
// escapes of C. False, with the reason in `errors`, if one is not like that.
bool module_give_files(Lowering *lowering, const char *const *files, uint32_t count);

// wide_atomics.c: of the program; before models are loaded.
void module_call_wide_atomics(Lowering *lowering);

// used_models.c
// Those that the program in `lowering->module` can come to; before module_give_files.
bool module_load_models(Lowering *lowering, const ModelLibrary *library);
// Those that something else has replaced since.
void module_drop_unused_models(const Lowering *lowering);

// promote.c
#define UNDEFINED_FUNCTION "raddle.undefined" // called where a constant is used whose computation is undefined
void module_promote_locals(LLVMModuleRef module, bool check_overflow);
// Whether the function calls setjmp or its like: control may come back into it by a jump.
bool function_is_jumped_into(LLVMValueRef function);
// Whether the machine has to check an operation, even if nobody uses its result.
bool operation_is_checked(LLVMValueRef instruction, bool check_overflow);
// Whether a local may be accessed by this function after the end of its block.
bool local_outlives_block(LLVMValueRef local);
// Whether a value is an address at a constant offset from its first operand; if so, the offset.
bool pointer_has_constant_offset(LLVMValueRef value);
uint64_t pointer_constant_offset(LLVMTargetDataRef data, LLVMValueRef pointer);

// checks.c
#define REQUIRE_FUNCTION "raddle.require" // given a condition that must hold, and the number of a Requirement
typedef enum Requirement {
    REQUIREMENT_INDEX,
    REQUIREMENT_CONVERSION,
    REQUIREMENT_ABSOLUTE,
    REQUIREMENT_ONE_BIT,
    REQUIREMENT_ASSUMED,
} Requirement;
Property requirement_property(Requirement requirement); // what is violated where it is not met
const char *requirement_message(Requirement requirement);
// Given clang's branch past the check of an index: where the element is accessed it must not be the one after the last.
void index_check_tighten(LLVMBuilderRef builder, LLVMValueRef branch);
void module_insert_checks(Lowering *lowering, LLVMModuleRef module);

// joined_checks.c
#define REQUIRE_BELOW_FUNCTION "raddle.require_below" // given a bound and an index that must be below it, unsigned
// After locals have been moved into registers.
void module_join_checks(LLVMModuleRef module);

// sure_checks.c
// After locals have been moved into registers, before checks are joined.
void module_drop_sure_checks(LLVMModuleRef module);

// returns.c
#define UNFINISHED_FUNCTION "raddle.unfinished" // given whether a function returns without the value it must return
#define USED_METADATA "raddle.used"             // of calls whose value is used
void module_watch_returns(Lowering *lowering, LLVMModuleRef module);

// block_types.c
// Fills in Position.block_type for the allocations of a function.
void module_type_blocks(Lowering *lowering, LLVMValueRef function, const Map *locals);

// debug_info.c
uint32_t debug_position(Lowering *lowering, LLVMValueRef instruction);
// Where the statement of a loop begins, whose way back this terminator is; 0 if that is not known.
uint32_t debug_loop_position(Lowering *lowering, LLVMValueRef terminator);
uint32_t debug_function_position(Lowering *lowering, LLVMValueRef function);
uint32_t debug_global_variable(Lowering *lowering, LLVMValueRef global); // Variable id + 1, or 0
// The local that a call of llvm.dbg.declare is about; NULL if it is about none.
LLVMValueRef debug_declared_local(LLVMContextRef context, LLVMValueRef call);
// Fills `variables` (alloca -> Variable id + 1) from the declarations in a function.
void debug_collect_locals(Lowering *lowering, LLVMValueRef function, Map *variables);

// symbols.c
uint32_t symbol_function(Lowering *lowering, LLVMValueRef function);
// Whether a model stands for another one because of what else the program calls.
bool symbol_is_variant(const Lowering *lowering, const char *name);
uint32_t symbol_function_named(Lowering *lowering, const char *name); // NO_FUNCTION if defined nowhere
uint32_t symbol_thread_main(Lowering *lowering);                      // the model in which created threads begin
uint32_t symbol_interrupt(Lowering *lowering); // the model that interrupts a thread; NO_FUNCTION if nothing can
uint32_t symbol_global(Lowering *lowering, LLVMValueRef global);
uint32_t symbol_label(Lowering *lowering, LLVMBasicBlockRef block, LLVMValueRef function);
uint64_t symbol_new_global(Lowering *lowering, Global global); // assigns and returns the address

// constants.c
enum { WIDE_LIMIT = 1024 }; // bits of the widest integer that is lowered
// Why a type cannot be held in registers, or NULL.
const char *type_unsupported(LLVMTypeRef type);
// The width of an integer type of more than 64 bits, 0 for every other type.
uint32_t type_wide_width(LLVMTypeRef type);
uint32_t type_word_count(LLVMTypeRef type);
uint8_t leaf_kind(Leaf leaf); // a WordKind
uint8_t *type_word_kinds(Lowering *lowering, LLVMTypeRef type);
void type_collect_leaves(Lowering *lowering, LLVMTypeRef type, uint64_t offset, LeafList *leaves);
// The word of a scalar constant. False if it has none (undef, a thread-local address, an unsupported expression).
bool constant_word(Lowering *lowering, LLVMValueRef constant, uint64_t *word);
// A word of a constant integer of more than 64 bits, counted from the lowest. False if the constant is not a plain
// number.
bool constant_wide_word(LLVMValueRef constant, uint32_t index, uint64_t *word);
// Writes a constant into the image of a global.
bool constant_bytes(Lowering *lowering, LLVMValueRef constant, uint8_t *bytes);

// lower_call.c
#define ANEW_METADATA "raddle.anew" // of llvm.lifetime.start: if the local has lived before, it is another object now
// Whether the address of a local can be used where the local is not: it is given to a function, stored, converted.
bool local_lets_address_out(LLVMValueRef pointer);
// Calls of these, which a FrontPreparation may insert, become instructions that count: the points of the thread
// (machine_thread_points), before a copy and before everything else.
#define COPY_POINT_FUNCTION "__raddle_copy_point"
#define POINT_FUNCTION "__raddle_point"
// Of models: the processor's counter.
#define TIMESTAMP_FUNCTION "__raddle_timestamp"

// assembly.c
// Puts instructions in the place of inline assembly that is understood.
void module_translate_assembly(LLVMModuleRef module);

// processor_calls.c
void module_replace_processor_calls(LLVMModuleRef module);

// weak_exchange.c
// Whether a failure of a weak compare-exchange without reason only makes its loop go round once more.
bool exchange_is_retried(LLVMValueRef exchange);

// stubs.c
// Fills in Program.stubs, once everything is lowered.
void stubs_write(Lowering *lowering);

// lower_function.c
void lower_function_body(Lowering *lowering, uint32_t id, LLVMValueRef value);

#endif
