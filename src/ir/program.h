// A program as flat register code. Built once by src/front, then read-only, but for the memory orders that src/orders
// tries; everything lives in the program's arena and is referred to by 32-bit ids (indices into the arrays below).
#ifndef RADDLE_IR_PROGRAM_H
#define RADDLE_IR_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/none.h"
#include "base/text.h"
#include "base/vector.h"
#include "ir/intrinsics.h"
#include "ir/layout.h"
#include "ir/opcodes.h"

typedef struct Instruction {
    uint16_t opcode;
    uint8_t width; // of the operation or access, in bits
    uint8_t flags; // InstructionFlag
    uint32_t dst;
    uint32_t a;
    uint32_t b;
    uint64_t imm;
} Instruction;

typedef struct Position {
    uint32_t file; // index into Program.files
    uint32_t line; // 0: no position (library models)
    uint32_t column;
    uint32_t block_type;    // of the elements of a block that is allocated here: a Type; 0: not known
    const char *block_name; // what a pointer to such a block is called in the source; NULL: nothing certain
} Position;

// Types are kept only to show names and values the way the source writes them; nothing is computed from them.
typedef enum TypeKind {
    TYPE_UNKNOWN,
    TYPE_SIGNED,
    TYPE_UNSIGNED,
    TYPE_BOOLEAN,
    TYPE_CHARACTER,
    TYPE_FLOAT,
    TYPE_POINTER,
    TYPE_STRUCT,
    TYPE_UNION,
    TYPE_ARRAY,
    TYPE_ENUM,
} TypeKind;

typedef struct TypeMember {
    const char *name; // "" for an anonymous member
    uint64_t offset;  // in bytes
    uint32_t type;
    uint32_t bit_offset; // within the byte at `offset`; only with bit_size
    uint32_t bit_size;   // of a bit-field, else 0
} TypeMember;

typedef struct Enumerator {
    const char *name;
    int64_t value;
} Enumerator;

typedef struct Type {
    TypeKind kind;
    const char *name;
    uint64_t size;    // in bytes
    uint32_t element; // of arrays and pointers
    uint64_t count;   // of arrays
    TypeMember *members;
    uint32_t member_count;
    Enumerator *enumerators;
    uint32_t enumerator_count;
} Type;

typedef struct Variable {
    const char *name;
    uint32_t type; // index into Program.types; 0 is the unknown type
} Variable;

typedef struct Global {
    const char *name;
    uint64_t address; // 0 for a thread-local variable: each thread has its own copy
    uint64_t size;
    uint32_t alignment;
    uint32_t variable; // Variable id + 1, or 0
    bool constant;     // never written
    bool thread_local_;
    bool from_model;
    bool external;        // declared but defined nowhere: any access is UNKNOWN
    const uint8_t *bytes; // `size` bytes with addresses filled in, or NULL for all zero
} Global;

typedef struct SwitchCase {
    uint64_t value;
    uint32_t target;
} SwitchCase;

typedef struct SwitchTable {
    uint32_t default_target;
    uint32_t case_count;
    SwitchCase *cases; // sorted by value
} SwitchTable;

// A word that is passed to a function or returned by it: its width in bits, and whether it is a floating number.
typedef enum WordKind { WORD_WIDTH = 0x7f, WORD_FLOAT = 0x80 } WordKind;

// The operands of a call: the arguments flattened to words, then the layout of those that go through `...`.
typedef struct CallOperands {
    uint32_t argument_count;       // words passed in registers
    uint32_t variadic_count;       // of those, how many at the end belong to `...`
    uint32_t variadic_size;        // bytes of the variadic area
    uint32_t result_count;         // words returned
    uint8_t result_width;          // of the first result
    bool is_used;                  // whether the result is used
    uint32_t *arguments;           // registers
    uint8_t *kinds;                // of the arguments: WordKind each; NULL for an intrinsic of LLVM
    uint8_t *result_kinds;         // of the results, likewise
    struct VariadicSlot *variadic; // one per variadic word
    uint32_t input_name;           // index into Program.strings of the variable that takes the result, or 0
} CallOperands;

typedef struct VariadicSlot {
    uint32_t offset;
    uint32_t size; // bytes; more than 8 or `by_value`: the word is the address of an object to copy
    bool by_value;
} VariadicSlot;

typedef struct OperandList {
    uint32_t count;
    uint32_t *registers;
} OperandList;

typedef struct Block {
    uint32_t start; // first instruction
    uint32_t end;   // one past the last
} Block;

typedef struct Loop {
    uint32_t header;   // first instruction of the loop's header
    uint32_t position; // Position id of the loop
} Loop;

typedef struct Function {
    const char *name;
    uint32_t parameter_count; // words
    uint8_t *parameter_kinds; // WordKind each
    uint8_t *result_kinds;    // likewise
    uint32_t register_count;
    uint32_t first_temporary;    // registers from here on live within the code of one source instruction
    const char **register_names; // of those before: what the source calls the value, or NULL
    uint32_t result_count;
    Instruction *instructions;
    uint32_t *positions; // one Position id per instruction
    uint32_t instruction_count;
    Block *blocks;
    uint32_t block_count;
    CallOperands *calls;
    OperandList *lists;
    SwitchTable *switches;
    Loop *loops;
    uint32_t call_count, list_count, switch_count, loop_count;
    Intrinsic intrinsic; // INTRINSIC_none for a function with a body
    bool defined;        // false and no intrinsic: unmodelled, UNKNOWN when called
    bool variadic;
    bool from_model;   // positions of its instructions are those of the nearest caller in the program
    bool atomic;       // named __VERIFIER_atomic_...: runs without interruption
    uint32_t position; // Position id of its first line
} Function;

typedef struct Label {
    uint32_t function;
    uint32_t target; // instruction
} Label;

// A point whose visits are counted (MARK_COVERED): the beginning of a block, or one of the ways that a branch can go.
typedef struct CoverPoint {
    uint32_t function;
    uint32_t instruction; // the mark
    uint32_t branch;      // of a way: which of the program's, counted from 1; of a block: 0
    uint32_t way;         // of the branch: the first, the second, ...
    uint32_t position;    // of the branch; a Position id
} CoverPoint;

// How arguments for `...` are passed and what va_list looks like.
typedef enum VariadicAbi { VARIADIC_X86_64, VARIADIC_AARCH64, VARIADIC_POINTER, VARIADIC_UNKNOWN } VariadicAbi;

#define NO_FUNCTION NONE

typedef struct Program {
    Arena arena;
    Layout layout;
    VariadicAbi variadic_abi;
    const char *target; // the triple
    VECTOR(const char *) files;
    VECTOR(Position) positions; // 0 is "no position"
    VECTOR(Type) types;         // 0 is the unknown type
    VECTOR(Variable) variables;
    VECTOR(Global) globals;
    VECTOR(Function) functions;
    VECTOR(Label) labels;
    VECTOR(const char *) strings; // messages and input names; 0 is ""
    const char *assumptions; // about the arguments that were made up, in words: a proof holds under these; NULL: none
    uint64_t library_type_sizes[LIBRARY_TYPE_COUNT]; // as the program declares them; 0: not at all
    uint32_t start_function;                         // runs constructors, main and exit; made by the front end
    uint32_t exit_function;                          // exit of the models, for the end of the last thread
    uint32_t thread_main_function; // __raddle_thread_main of the models, NO_FUNCTION if no thread is ever created
    // __raddle_interrupted of the models, which a thread calls at any step when it has been sent a signal; NO_FUNCTION if
    // no handler can interrupt another thread
    uint32_t interrupt_function;
    VECTOR(CoverPoint) cover; // empty unless coverage is asked for
    const char *stubs;        // C text of the functions that it lacks (front/stubs.c)
} Program;

// Whether handlers of signals may interrupt other threads at any step.
static inline bool program_has_interrupts(const Program *program)
{
    return program->interrupt_function != NO_FUNCTION;
}

Program *program_create(void);
void program_free(Program *program);

// Aborts on a malformed program: operands that are not what their opcode says, missing terminators. Whoever comes after
// it can rely on them.
void program_check(const Program *program);
void program_print(const Program *program, FILE *stream);

const Position *program_position(const Program *program, const Function *function, uint32_t instruction);
uint32_t program_add_string(Program *program, const char *text);
// The function at a code address, or NULL.
const Function *program_function_at(const Program *program, uint64_t address);
uint64_t program_function_address(const Program *program, uint32_t function);
// Whether it can say what is to be done at the end of the process. The last thread to end does it, whichever that is.
bool program_has_exit_handlers(const Program *program);
// Whether the program refers to a function that has no body, is no intrinsic, and has no model.
bool program_lacks_function(const Program *program, uint32_t function);
// The position of the first call of a function, by its name, in the program's own code.
bool program_find_call(const Program *program, uint32_t function, uint32_t *position);

// Writes the name of the part of `variable` at `offset` that is `size` bytes long, such as "accounts[1].balance";
// returns the id of the type of that part (0 if the access does not match a part).
uint32_t program_name_access(const Program *program, uint32_t variable, uint64_t offset, uint64_t size, Text *out);
// The same for a part of a block of `block_size` bytes that was allocated at a position: "[1].balance". With a size of
// 0 the block itself is meant: "".
uint32_t program_name_block_part(const Program *program, const Position *position, uint64_t block_size, uint64_t offset,
                                 uint64_t size, Text *out);
// The same of a block with a name, in the words of C: "*count", "list->head", "list[1].head".
uint32_t program_name_pointed(const Program *program, const Position *position, uint64_t block_size, uint64_t offset,
                              uint64_t size, Text *out);
// Writes a value of the given type as C would: 7, -3, 'a', true, RED, 0x...
void program_format_value(const Program *program, uint32_t type, uint64_t value, uint64_t size, Text *out);

#endif
