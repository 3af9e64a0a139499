// The instruction set: one row per opcode. Registers hold 64-bit words; a value of width w is kept zero-extended in its
// word, so equality of words is equality of values. `w` is the width of the operation in bits (1 to 64), `r[x]` a
// register.
//
// ROW(name, has destination, accesses memory, ends a block). Binary operations exist in two forms: register-register
// and, with the suffix _imm, register-immediate.
#ifndef RADDLE_IR_OPCODES_H
#define RADDLE_IR_OPCODES_H

// BINARY(name): r[dst] = r[a] op r[b], or r[a] op imm. A flag asks for the check of the operation (see
// InstructionFlag).
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

#define OPCODE_TABLE(ROW)                                                                                              \
    ROW(constant, 1, 0, 0)    /* r[dst] = imm */                                                                       \
    ROW(move, 1, 0, 0)        /* r[dst] = r[a] */                                                                      \
    ROW(select, 1, 0, 0)      /* r[dst] = r[a] ? r[b] : r[imm] */                                                      \
    ROW(truncate, 1, 0, 0)    /* r[dst] = low w bits of r[a] */                                                        \
    ROW(sign_extend, 1, 0, 0) /* r[dst] = r[a] of width imm, sign-extended to w */                                     \
    ROW(index, 1, 0, 0)       /* r[dst] = r[a] + r[b] * imm, pointer arithmetic of width w */                          \
    ROW(population, 1, 0, 0)  /* r[dst] = number of one bits of r[a] */                                                \
    ROW(leading_zeros, 1, 0, 0)                                                                                        \
    ROW(trailing_zeros, 1, 0, 0)                                                                                       \
    ROW(byte_swap, 1, 0, 0)                                                                                            \
    ROW(bit_reverse, 1, 0, 0)                                                                                          \
    ROW(funnel_left, 1, 0, 0)   /* r[dst] = high w bits of (r[a]:r[b]) << (r[imm] mod w) */                            \
    ROW(funnel_right, 1, 0, 0)  /* r[dst] = low w bits of (r[a]:r[b]) >> (r[imm] mod w) */                             \
    ROW(multiply_high, 1, 0, 0) /* r[dst] = high word of the unsigned product of the words r[a] and r[b] */            \
    ROW(absolute, 1, 0, 0)                                                                                             \
    ROW(overflow, 1, 0, 0) /* r[dst], r[dst+1] = r[a] op r[b], overflowed?; imm is an OverflowOperation */             \
    ROW(saturate, 1, 0, 0) /* r[dst] = r[a] op r[b], saturating; imm is an OverflowOperation */                        \
    ROW(float_add, 1, 0, 0)                                                                                            \
    ROW(float_sub, 1, 0, 0)                                                                                            \
    ROW(float_mul, 1, 0, 0)                                                                                            \
    ROW(float_div, 1, 0, 0)                                                                                            \
    ROW(float_rem, 1, 0, 0)                                                                                            \
    ROW(float_neg, 1, 0, 0)                                                                                            \
    ROW(float_compare, 1, 0, 0)   /* r[dst] = r[a] pred r[b]; imm is a FloatPredicate */                               \
    ROW(float_to_signed, 1, 0, 0) /* from width imm to w; so are the next five */                                      \
    ROW(float_to_unsigned, 1, 0, 0)                                                                                    \
    ROW(signed_to_float, 1, 0, 0)                                                                                      \
    ROW(unsigned_to_float, 1, 0, 0)                                                                                    \
    ROW(float_extend, 1, 0, 0)                                                                                         \
    ROW(float_truncate, 1, 0, 0)                                                                                       \
    ROW(require, 0, 0, 0)       /* r[a] must not be 0: else a violation of property b; imm is a message */             \
    ROW(require_below, 0, 0, 0) /* r[a] < imm, unsigned: else a violation of memory; b is a message */                 \
    ROW(unfinished, 0, 0, 0)    /* if r[a], the function lacks the value it must return: the caller must not use it */ \
    ROW(uninitialised, 1, 0, 0) /* r[dst] = the input imm of Program.strings; FLAG_ONCE: if r[a] is 0, then 1 */       \
    ROW(thread_local, 1, 0, 0)  /* r[dst] = address of the calling thread's copy of global imm */                      \
    ROW(alloca, 1, 0, 0) /* r[dst] = a new object of r[a] * imm bytes (STATIC: imm); b is a variable id + 1 or 0 */    \
    ROW(life_begin, 1, 0,                                                                                              \
        0)                 /* the local at r[a] lives; r[dst] = where it is now; imm bytes, b is a variable id + 1 */  \
    ROW(life_end, 0, 0, 0) /* the life of the local at r[a] ends */                                                    \
    ROW(stack_save, 1, 0, 0)                                                                                           \
    ROW(stack_restore, 0, 0, 0)                                                                                        \
    ROW(load, 1, 1, 0)             /* r[dst] = memory[r[a] + imm] */                                                   \
    ROW(store, 0, 1, 0)            /* memory[r[b] + imm] = r[a] */                                                     \
    ROW(exchange, 1, 1, 0)         /* r[dst] = memory[r[a]]; memory[r[a]] = old op r[b]; imm is a ReadModifyWrite */   \
    ROW(compare_exchange, 1, 1, 0) /* r[dst] = memory[r[a]], r[dst+1] = equal to r[b]?, then memory[r[a]] = r[imm] */  \
    ROW(fence, 0, 0, 0)                                                                                                \
    ROW(point, 0, 0, 0) /* the thread has come to a point, see machine.h; imm: whether it is that of a copy */         \
    ROW(mark, 0, 0, 0)  /* the thread has come to what the Mark imm says */                                            \
    ROW(copy, 0, 1, 0)  /* memcpy, memmove: to r[a] from r[b], r[imm] bytes; r[dst] progress, r[dst+1] scratch */      \
    ROW(fill, 0, 1, 0)  /* memset: r[a] destination, r[b] byte, r[imm] bytes; r[dst] progress, 0 before */             \
    ROW(variadic_start, 0, 1, 0) /* initialises the va_list at r[a] */                                                 \
    ROW(call, 1, 0, 0)           /* function imm, operands at b, r[dst...] results */                                  \
    ROW(call_indirect, 1, 0, 0)  /* function at address r[a], operands at b */                                         \
    ROW(jump, 0, 0, 1)           /* to instruction imm */                                                              \
    ROW(branch, 0, 0, 1)         /* to instruction b if r[a], else to imm */                                           \
    ROW(switch, 0, 0, 1)         /* r[a] looked up in switch table imm */                                              \
    ROW(jump_indirect, 0, 0, 1)  /* to the label at address r[a] */                                                    \
    ROW(loop_back, 0, 0, 0)      /* the back edge of loop imm is taken; r[dst] counts iterations */                    \
    ROW(loop_enter, 0, 0, 0)     /* loop imm is entered anew: r[dst] = 0 */                                            \
    ROW(return, 0, 0, 1)         /* results at operand list b */                                                       \
    ROW(unreachable, 0, 0, 1)    /* control reached what the program says it cannot */                                 \
    ROW(unsupported, 0, 0, 1)    /* a construct that is not modelled; imm is a message */

typedef enum Opcode {
#define OPCODE_ENUM(name, destination, memory, terminator) OP_##name,
    OPCODE_TABLE(OPCODE_ENUM)
#undef OPCODE_ENUM
#define BINARY_ENUM(name) OP_##name, OP_##name##_imm,
        BINARY_TABLE(BINARY_ENUM)
#undef BINARY_ENUM
            OPCODE_COUNT
} Opcode;

typedef enum InstructionFlag {
    FLAG_ATOMIC = 1, // a load or store that cannot race
    FLAG_VOLATILE = 2,
    FLAG_SIGNED_CHECK = 4,        // signed arithmetic: overflow is a violation of `overflow`
    FLAG_STATIC = 8,              // alloca of fixed size
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
int opcode_has_destination(Opcode opcode);
int opcode_accesses_memory(Opcode opcode);
int opcode_ends_block(Opcode opcode);

#endif
