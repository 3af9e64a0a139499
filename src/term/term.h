// Bit-vector terms: hash-consed, simplified on construction, widths 1 to 64; a Boolean is a term of width 1. A Term is
// an id in its table; equal terms of one table have equal ids, and 0 is no term.
#ifndef RADDLE_TERM_TERM_H
#define RADDLE_TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vector.h"

typedef uint32_t Term;
typedef VECTOR(Term) TermList;
typedef struct TermTable TermTable;

enum { NO_TERM = 0 };

// ROW(id, number of operands, name in SMT-LIB). Shifts by the width or more give 0 (ashr: the sign); a division by zero
// gives all ones (unsigned), a remainder by zero the dividend, as in SMT-LIB.
#define TERM_KIND_TABLE(ROW)           \
    ROW(constant, 0, "")               \
    ROW(symbol, 0, "")                 \
    ROW(not, 1, "bvnot")               \
    ROW(negate, 1, "bvneg")            \
    ROW(and, 2, "bvand")               \
    ROW(or, 2, "bvor")                 \
    ROW(xor, 2, "bvxor")               \
    ROW(add, 2, "bvadd")               \
    ROW(mul, 2, "bvmul")               \
    ROW(udiv, 2, "bvudiv")             \
    ROW(urem, 2, "bvurem")             \
    ROW(sdiv, 2, "bvsdiv")             \
    ROW(srem, 2, "bvsrem")             \
    ROW(shl, 2, "bvshl")               \
    ROW(lshr, 2, "bvlshr")             \
    ROW(ashr, 2, "bvashr")             \
    ROW(equal, 2, "=")                 \
    ROW(ult, 2, "bvult")               \
    ROW(slt, 2, "bvslt")               \
    ROW(ite, 3, "ite")                 \
    ROW(concat, 2, "concat")           \
    ROW(extract, 1, "extract")         \
    ROW(zero_extend, 1, "zero_extend") \
    ROW(sign_extend, 1, "sign_extend")

typedef enum TermKind {
#define TERM_ENUM(id, operands, name) TERM_##id,
    TERM_KIND_TABLE(TERM_ENUM)
#undef TERM_ENUM
        TERM_KIND_COUNT
} TermKind;

TermTable *terms_create(void);
void terms_free(TermTable *terms);
uint32_t terms_count(const TermTable *terms); // ids are 1 .. terms_count

// Construction. Operands of a binary operation have the same width; comparisons have width 1. The result may be any
// term of the same value: nothing may rely on its kind.
Term term_constant(TermTable *terms, uint32_t width, uint64_t value); // the bits above `width` are dropped
Term term_boolean(TermTable *terms, bool value);
// A new one each time; the name is copied, may be NULL.
Term term_symbol(TermTable *terms, uint32_t width, const char *name);
Term term_not(TermTable *terms, Term a);
Term term_negate(TermTable *terms, Term a);
Term term_and(TermTable *terms, Term a, Term b);
Term term_or(TermTable *terms, Term a, Term b);
// The same as term_and of two Booleans, but nothing that they are conjunctions of is in the result twice, in whatever order it
// was put together. Takes time for each of these.
Term term_conjoin(TermTable *terms, Term a, Term b);
// The same as term_or of two Booleans, but what both are conjunctions of stands outside of the disjunction.
Term term_disjoin(TermTable *terms, Term a, Term b);
Term term_xor(TermTable *terms, Term a, Term b);
Term term_add(TermTable *terms, Term a, Term b);
Term term_sub(TermTable *terms, Term a, Term b);
Term term_mul(TermTable *terms, Term a, Term b);
Term term_udiv(TermTable *terms, Term a, Term b);
Term term_urem(TermTable *terms, Term a, Term b);
Term term_sdiv(TermTable *terms, Term a, Term b);
Term term_srem(TermTable *terms, Term a, Term b);
Term term_shl(TermTable *terms, Term a, Term b);
Term term_lshr(TermTable *terms, Term a, Term b);
Term term_ashr(TermTable *terms, Term a, Term b);
Term term_equal(TermTable *terms, Term a, Term b);
Term term_ult(TermTable *terms, Term a, Term b);
Term term_ule(TermTable *terms, Term a, Term b);
Term term_slt(TermTable *terms, Term a, Term b);
Term term_sle(TermTable *terms, Term a, Term b);
Term term_ite(TermTable *terms, Term condition, Term a, Term b);
Term term_concat(TermTable *terms, Term high, Term low); // the sum of the widths is at most 64
Term term_extract(TermTable *terms, Term a, uint32_t low, uint32_t width);
Term term_zero_extend(TermTable *terms, Term a, uint32_t width); // to `width`, which may be that of a
Term term_sign_extend(TermTable *terms, Term a, uint32_t width);
// Bytes put together, the first one lowest.
Term term_join_bytes(TermTable *terms, const Term *bytes, uint32_t count);

// Looking at a term.
TermKind term_kind(const TermTable *terms, Term term);
uint32_t term_width(const TermTable *terms, Term term);
uint32_t term_operand_count(const TermTable *terms, Term term);
Term term_operand(const TermTable *terms, Term term, uint32_t index);
uint32_t term_low_bit(const TermTable *terms, Term term); // of an extract
bool term_is_constant(const TermTable *terms, Term term);
uint64_t term_constant_value(const TermTable *terms, Term term); // precondition: constant
const char *term_symbol_name(const TermTable *terms, Term term); // "" if it has none
bool term_is_true(const TermTable *terms, Term term);
bool term_is_false(const TermTable *terms, Term term);

// The value under an assignment of its symbols. Each symbol is asked for at most once per call; shared parts are
// computed once.
typedef uint64_t SymbolValue(void *context, Term symbol);
uint64_t term_evaluate(TermTable *terms, Term term, SymbolValue *value, void *context);
// The term with every symbol replaced by what `replacement` returns for it (the symbol itself: unchanged).
typedef Term SymbolReplacement(void *context, Term symbol);
Term term_substitute(TermTable *terms, Term term, SymbolReplacement *replacement, void *context);
// The same of each in the list.
void terms_substitute(TermTable *terms, Term *list, uint32_t count, SymbolReplacement *replacement, void *context);
// The same of a Boolean, with a conjunction as the result, as term_conjoin makes it.
Term term_substitute_each(TermTable *terms, Term term, SymbolReplacement *replacement, void *context);
bool term_mentions(TermTable *terms, Term term, Term symbol);
// Calls `visit` once for every symbol that has not been visited with this mark before. Marks are numbers the caller
// draws from terms_new_mark; parts seen under a mark are not looked at again, so that collecting over many terms is
// linear. A term remembers one mark: once a newer mark has been used, an older one may no longer be. The answer is the
// number of parts that were looked at.
uint32_t terms_new_mark(TermTable *terms);
uint32_t term_each_symbol(TermTable *terms, Term term, uint32_t mark, void (*visit)(void *context, Term symbol),
                          void *context);

// How a term of an offline trace is built again: from its kind, operands, and for constants, extracts and extensions
// their number.
Term term_rebuild(TermTable *terms, TermKind kind, uint32_t width, const Term *operands, uint64_t number);

// "(x + 3) < y" for people; cut off where it gets too long to read.
void term_append(const TermTable *terms, Term term, Text *out);
// The same as an expression of C, symbols being variables of 8, 16, 32 or 64 bits. False if it cannot be written so, or gets
// too long; then something is appended all the same.
bool term_append_c(const TermTable *terms, Term term, Text *out);
// SMT-LIB 2: declarations of symbols and one define-fun per part, for every term in `roots`, then nothing.
// term_append_smt_name writes the name under which a term stands in that script.
void terms_append_smt(TermTable *terms, const Term *roots, uint32_t count, Text *out);
void term_append_smt_name(const TermTable *terms, Term term, Text *out);

#endif
