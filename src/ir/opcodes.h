// The instruction set: one row per opcode. Registers hold 64-bit words; a value of width w is kept zero-extended in its
// word, so equality of words is equality of values. `w` is the width of the operation in bits (1 to 64), `r[x]` a
// register.
//
// What an instruction reads, writes and refers to is said here and nowhere else; who wants to know asks ir/operands.h.
#ifndef RADDLE_IR_OPCODES_H
#define RADDLE_IR_OPCODES_H

#include <stdbool.h>

// What a field of an instruction holds. ROW(use, registers read, registers written, memory read, memory written): the
// registers are that of the field and those after it, the memory is where the register points to.
//
// Three uses depend on the flags of the instruction, see instruction_operand.
// clang-format off
#define OPERAND_TABLE(ROW)                                                           \
    ROW(none,     0, 0, 0, 0) /* nothing */                                          \
    ROW(read,     1, 0, 0, 0)                                                        \
    ROW(size,     1, 0, 0, 0) /* with FLAG_STATIC: nothing */                        \
    ROW(label,    1, 0, 0, 0) /* the address of a label of the function */           \
    ROW(write,    0, 1, 0, 0)                                                        \
    ROW(once,     0, 1, 0, 0) /* with FLAG_ONCE: perhaps written, perhaps not */     \
    ROW(write2,   0, 2, 0, 0)                                                        \
    ROW(results,  0, 0, 0, 0) /* as many registers as the call has results */        \
    ROW(update,   1, 1, 0, 0)                                                        \
    ROW(flag,     1, 1, 0, 0) /* without FLAG_ONCE: nothing */                       \
    ROW(update2,  2, 2, 0, 0)                                                        \
    ROW(from,     1, 0, 1, 0) /* an address; imm is added to it if it is `offset` */ \
    ROW(to,       1, 0, 0, 1) /* likewise */                                         \
    ROW(at,       1, 0, 1, 1) /* likewise */                                         \
    ROW(number,   0, 0, 0, 0) /* takes part in what is computed */                   \
    ROW(offset,   0, 0, 0, 0)                                                        \
    ROW(option,   0, 0, 0, 0) /* says what is done: a width, an operation, ... */    \
    ROW(property, 0, 0, 0, 0) /* Property */                                         \
    ROW(variable, 0, 0, 0, 0) /* id in Program.variables + 1, or 0 */                \
    ROW(string,   0, 0, 0, 0) /* id in Program.strings */                            \
    ROW(global,   0, 0, 0, 0) /* id in Program.globals */                            \
    ROW(function, 0, 0, 0, 0) /* id in Program.functions */                          \
    ROW(call,     0, 0, 0, 0) /* id in Function.calls; the arguments are read */     \
    ROW(list,     0, 0, 0, 0) /* id in Function.lists; the registers are read */     \
    ROW(loop,     0, 0, 0, 0) /* id in Function.loops */                             \
    ROW(target,   0, 0, 0, 0) /* an instruction that may come next */                \
    ROW(table,    0, 0, 0, 0) /* id in Function.switches: targets */

typedef enum OperandUse {
#define OPERAND_ENUM(use, reads, writes, from, to) OPERAND_##use,
    OPERAND_TABLE(OPERAND_ENUM)
#undef OPERAND_ENUM
} OperandUse;

// BINARY(name): r[dst] = r[a] op r[b], or, with the suffix _imm, r[a] op imm. A flag asks for the check of the
// operation (see InstructionFlag).
#define BINARY_TABLE(BINARY) \
    BINARY(add)              \
    BINARY(sub)              \
    BINARY(mul)              \
    BINARY(udiv)             \
    BINARY(sdiv)             \
    BINARY(urem)             \
    BINARY(srem)             \
    BINARY(and)              \
    BINARY(or)               \
    BINARY(xor)              \
    BINARY(shl)              \
    BINARY(lshr)             \
    BINARY(ashr)             \
    BINARY(eq)               \
    BINARY(ne)               \
    BINARY(ult)              \
    BINARY(ule)              \
    BINARY(ugt)              \
    BINARY(uge)              \
    BINARY(slt)              \
    BINARY(sle)              \
    BINARY(sgt)              \
    BINARY(sge)

// The rows of a binary operation, as those of OPCODE_TABLE.
#define BINARY_FORMS(ROW, name)             \
    ROW(name, write, read, read, none, 0)   \
    ROW(name##_imm, write, read, none, number, 0)

// ROW(name, what dst is, a, b, imm, whether it ends a block)
#define OPCODE_TABLE(ROW)                                                                                              \
    ROW(constant,          write,   none,  none,     number,   0) /* r[dst] = imm */                                   \
    ROW(move,              write,   read,  none,     none,     0) /* r[dst] = r[a] */                                  \
    ROW(select,            write,   read,  read,     read,     0) /* r[dst] = r[a] ? r[b] : r[imm] */                  \
    ROW(truncate,          write,   read,  none,     none,     0) /* r[dst] = low w bits of r[a] */                    \
    ROW(sign_extend,       write,   read,  none,     option,   0) /* r[dst] = r[a] of width imm, sign-extended to w */ \
    ROW(index,             write,   read,  read,     number,   0) /* r[dst] = r[a] + r[b] * imm, of pointers */        \
    ROW(population,        write,   read,  none,     none,     0) /* r[dst] = number of one bits of r[a] */            \
    ROW(leading_zeros,     write,   read,  none,     none,     0)                                                      \
    ROW(trailing_zeros,    write,   read,  none,     none,     0)                                                      \
    ROW(byte_swap,         write,   read,  none,     none,     0)                                                      \
    ROW(bit_reverse,       write,   read,  none,     none,     0)                                                      \
    ROW(funnel_left,       write,   read,  read,     read,     0) /* high w bits of (r[a]:r[b]) << (r[imm] mod w) */   \
    ROW(funnel_right,      write,   read,  read,     read,     0) /* low w bits of (r[a]:r[b]) >> (r[imm] mod w) */    \
    ROW(multiply_high,     write,   read,  read,     none,     0) /* high word of the product, unsigned */             \
    ROW(absolute,          write,   read,  none,     none,     0)                                                      \
    ROW(overflow,          write2,  read,  read,     option,   0) /* r[a] op r[b], then whether it overflowed; imm is  \
                                                                     an OverflowOperation */                           \
    ROW(saturate,          write,   read,  read,     option,   0) /* r[a] op r[b], saturating; imm likewise */         \
    ROW(float_add,         write,   read,  read,     none,     0)                                                      \
    ROW(float_sub,         write,   read,  read,     none,     0)                                                      \
    ROW(float_mul,         write,   read,  read,     none,     0)                                                      \
    ROW(float_div,         write,   read,  read,     none,     0)                                                      \
    ROW(float_rem,         write,   read,  read,     none,     0)                                                      \
    ROW(float_neg,         write,   read,  none,     none,     0)                                                      \
    ROW(float_compare,     write,   read,  read,     option,   0) /* r[a] pred r[b]; imm is a FloatPredicate */        \
    ROW(float_to_signed,   write,   read,  none,     option,   0) /* from width imm to w; so are the next five */      \
    ROW(float_to_unsigned, write,   read,  none,     option,   0)                                                      \
    ROW(signed_to_float,   write,   read,  none,     option,   0)                                                      \
    ROW(unsigned_to_float, write,   read,  none,     option,   0)                                                      \
    ROW(float_extend,      write,   read,  none,     option,   0)                                                      \
    ROW(float_truncate,    write,   read,  none,     option,   0)                                                      \
    ROW(require,           none,    read,  property, string,   0) /* r[a] is not 0: else b is violated, message imm */ \
    ROW(require_below,     none,    read,  string,   number,   0) /* r[a] < imm, unsigned: else `memory` is violated,  \
                                                                     message b */                                      \
    ROW(unfinished,        none,    read,  none,     none,     0) /* if r[a], the function lacks the value it must     \
                                                                     return: the caller must not use it */             \
    ROW(uninitialised,     once,    flag,  none,     string,   0) /* r[dst] = an input of that name; with FLAG_ONCE    \
                                                                     only if r[a] is 0, and then r[a] = 1 */           \
    ROW(thread_local,      write,   none,  none,     global,   0) /* r[dst] = address of the calling thread's copy */  \
    ROW(alloca,            write,   size,  variable, number,   0) /* r[dst] = a new object of r[a] * imm bytes         \
                                                                     (STATIC: imm) */                                  \
    ROW(life_begin,        write,   read,  variable, number,   0) /* the local at r[a], of imm bytes, lives; r[dst] =  \
                                                                     where it is now */                                \
    ROW(life_end,          none,    read,  none,     none,     0) /* the life of the local at r[a] ends */             \
    ROW(stack_save,        write,   none,  none,     none,     0)                                                      \
    ROW(stack_restore,     none,    read,  none,     none,     0)                                                      \
    ROW(load,              write,   from,  none,     offset,   0) /* r[dst] = memory[r[a] + imm] */                    \
    ROW(store,             none,    read,  to,       offset,   0) /* memory[r[b] + imm] = r[a] */                      \
    ROW(unset,             none,    none,  to,       offset,   0) /* memory[r[b] + imm] is arbitrary from now on */    \
    ROW(exchange,          write,   at,    read,     option,   0) /* r[dst] = memory[r[a]]; memory[r[a]] = r[dst] op   \
                                                                     r[b]; imm is a ReadModifyWrite */                 \
    ROW(compare_exchange,  write2,  at,    read,     read,     0) /* r[dst] = memory[r[a]], then whether that is r[b]; \
                                                                     if so, memory[r[a]] = r[imm] */                   \
    ROW(fence,             none,    none,  none,     none,     0)                                                      \
    ROW(point,             none,    none,  none,     option,   0) /* see doc/native-replay.md; imm: of a copy? */      \
    ROW(mark,              none,    none,  none,     option,   0) /* the thread has come to what the Mark imm says */  \
    ROW(copy,              update2, to,    from,     read,     0) /* memcpy, memmove of r[imm] bytes; r[dst] progress, \
                                                                     then a word in flight */                          \
    ROW(fill,              update,  to,    read,     read,     0) /* memset to r[b] of r[imm] bytes; r[dst] progress,  \
                                                                     from 0 */                                         \
    ROW(variadic_start,    none,    to,    none,     none,     0) /* initialises the va_list at r[a] */                \
    ROW(call,              results, none,  call,     function, 0)                                                      \
    ROW(call_indirect,     results, read,  call,     none,     0) /* of the function at address r[a] */                \
    ROW(jump,              none,    none,  none,     target,   1)                                                      \
    ROW(branch,            none,    read,  target,   target,   1) /* to b if r[a], else to imm */                      \
    ROW(switch,            none,    read,  none,     table,    1) /* r[a] looked up in the table */                    \
    ROW(jump_indirect,     none,    label, none,     none,     1)                                                      \
    ROW(loop_back,         none,    none,  none,     loop,     0) /* the back edge is taken */                         \
    ROW(loop_enter,        none,    none,  none,     loop,     0) /* the loop is entered anew */                       \
    ROW(return,            none,    none,  list,     none,     1)                                                      \
    ROW(unreachable,       none,    none,  none,     none,     1) /* the program says that control cannot come here */ \
    ROW(unsupported,       none,    none,  none,     string,   1) /* a construct that is not modelled; imm is a        \
                                                                     message */
// clang-format on

typedef enum Opcode {
#define OPCODE_ENUM(name, dst, a, b, imm, ends) OP_##name,
    OPCODE_TABLE(OPCODE_ENUM)
#define BINARY_ENUM(name) BINARY_FORMS(OPCODE_ENUM, name)
        BINARY_TABLE(BINARY_ENUM)
#undef BINARY_ENUM
#undef OPCODE_ENUM
            OPCODE_COUNT
} Opcode;

// Atomic instructions have their memory orders in bits 4 to 32 and 128, too (order_flags.h).
typedef enum InstructionFlag {
    FLAG_ATOMIC = 1, // a load or store that cannot race
    FLAG_VOLATILE = 2,
    FLAG_SIGNED_CHECK = 4,        // signed arithmetic: overflow is a violation of `overflow`
    FLAG_STATIC = 8,              // alloca of fixed size
    FLAG_COUNTS = 8,              // loop_back: every round changes a register that the next one reads
    FLAG_KEEP_UNINITIALISED = 16, // a load that only passes uninitialised bits on (bit-field update)
    FLAG_ONCE = 64,               // see uninitialised
    FLAG_ANEW = 128,              // life_begin: if the local has lived before, it is another object now
    FLAG_WEAK = 64,               // a compare_exchange that may fail without reason
    FLAG_C_SHIFT = 32,            // a shift written in the program: the amount is checked
    FLAG_DISJOINT = 32,           // a copy whose source and target must not overlap, unless they are the same
} InstructionFlag;

typedef enum Mark {
    MARK_ASSERTION,  // an assertion is about to be decided
    MARK_WEAK_ORDER, // an atomic operation with an order weaker than seq_cst follows
    MARK_COVERED,    // and all that are more: the point of the program with the number imm - MARK_COVERED
} Mark;

typedef enum OverflowOperation {
    OVERFLOW_SADD,
    OVERFLOW_UADD,
    OVERFLOW_SSUB,
    OVERFLOW_USUB,
    OVERFLOW_SMUL,
    OVERFLOW_UMUL,
} OverflowOperation;

#define READ_MODIFY_WRITE_TABLE(ROW) \
    ROW(XCHG)                        \
    ROW(ADD) ROW(SUB) ROW(AND) ROW(NAND) ROW(OR) ROW(XOR) ROW(MAX) ROW(MIN) ROW(UMAX) ROW(UMIN) ROW(FADD) ROW(FSUB)

typedef enum ReadModifyWrite {
#define RMW_ENUM(name) RMW_##name,
    READ_MODIFY_WRITE_TABLE(RMW_ENUM)
#undef RMW_ENUM
} ReadModifyWrite;

// The bits of a float comparison: true when the operands are unordered, less, greater or equal.
typedef enum FloatPredicate {
    FLOAT_EQUAL = 1,
    FLOAT_GREATER = 2,
    FLOAT_LESS = 4,
    FLOAT_UNORDERED = 8,
} FloatPredicate;

const char *opcode_name(Opcode opcode);
bool opcode_ends_block(Opcode opcode);
// Whether it has a number in imm, and nothing in b.
bool opcode_has_immediate(Opcode opcode);
bool opcode_compares(Opcode opcode);
bool opcode_compares_integers(Opcode opcode);
// Of an operation of BINARY_TABLE the form that has its right operand in a register; any other as it is.
Opcode opcode_without_immediate(Opcode opcode);

#endif
