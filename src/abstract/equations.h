// Linear equations between words, modulo 2^64: what is known of several variables together. An equation between words of
// fewer bits is one that was multiplied: 2^32 * (x - y) = 0 says that the lower halves of x and y are equal. So whatever
// machine arithmetic does with sums, differences and multiples of words is told exactly, wrapping around included.
//
// The equations are a module over the integers modulo 2^64, kept in Howell's form: the first variable of each row is in no
// row after it, its factor is a power of two, and whatever follows from the rows about the variables from some one on
// follows from those rows alone that begin with one of these. So variables are forgotten by leaving rows out, and what
// two sets of equations both say is found the same way.
//
// From: Andy King and Harald Sondergaard, Automatic Abstraction for Congruences; Matt Elder and others, Abstract Domains
// of Affine Relations.
#ifndef RADDLE_ABSTRACT_EQUATIONS_H
#define RADDLE_ABSTRACT_EQUATIONS_H

#include <stdbool.h>

#include "base/vector.h"

// Variables are below it. As a variable of a summand it stands for 1.
enum { EQUATION_ONE = 0x7fffffff };

typedef struct Summand {
    uint32_t variable;
    uint64_t factor; // not 0
} Summand;

// Their sum. Ascending by variable, each at most once.
typedef struct Form {
    VECTOR(Summand) summands;
} Form;

typedef struct Equations {
    VECTOR(Summand) summands; // of all rows, one after the other
    VECTOR(uint32_t) ends;    // of each row, in `summands`; rows are ascending by their first variables, all different
} Equations;

void form_add(Form *form, uint32_t variable, uint64_t factor);
void form_multiply(Form *form, uint64_t factor);
void form_free(Form *form);

void equations_free(Equations *equations);
void equations_copy(Equations *equations, const Equations *from);
// No values satisfy them.
bool equations_are_impossible(const Equations *equations);
bool equations_mention(const Equations *equations, uint32_t variable);

// The form is 0 from now on.
void equations_require(Equations *equations, const Form *form);
// The form, which may mention the variable, becomes the variable's value, as far as that is told by multiples of `scale`:
// 1 for all of it, 2^32 for the lower half.
void equations_assign(Equations *equations, uint32_t variable, const Form *form, uint64_t scale);
// What remains to be said without the variables for which `is_gone`.
void equations_forget(Equations *equations, bool (*is_gone)(const void *context, uint32_t variable),
                      const void *context);
// What both say; returns whether that is less than it was.
bool equations_join(Equations *equations, const Equations *other);
// Takes from the form what follows from the equations: what is left is as much.
void equations_reduce(const Equations *equations, Form *form);
// Whether the form is the same for all values that satisfy them, and then what it is.
bool equations_tell(const Equations *equations, const Form *form, uint64_t *constant);

#endif
