/*
 * The library calls behind atomics that are too large for the processor: one atomic section each. That is all they are
 * with seq_cst; what weaker orders allow beyond that is not known here.
 */
#include "model.h"

// The compiler knows these names as builtins and lets nobody define them under their own name.
void atomic_load(size_t size, const void *object, void *result, int order) __asm__("__atomic_load");
void atomic_store(size_t size, void *object, const void *value, int order) __asm__("__atomic_store");
void atomic_exchange(size_t size, void *object, const void *value, void *result, int order) __asm__("__atomic_exchange");
_Bool atomic_compare_exchange(size_t size, void *object, void *expected, const void *desired, int success, int failure)
    __asm__("__atomic_compare_exchange");
_Bool atomic_is_lock_free(size_t size, const volatile void *object) __asm__("__atomic_is_lock_free");

static void note_order(int order)
{
    if (order != __ATOMIC_SEQ_CST) {
        __raddle_weak_order();
    }
}

void atomic_load(size_t size, const void *object, void *result, int order)
{
    note_order(order);
    __VERIFIER_atomic_begin();
    memcpy(result, object, size);
    __VERIFIER_atomic_end();
}

void atomic_store(size_t size, void *object, const void *value, int order)
{
    note_order(order);
    __VERIFIER_atomic_begin();
    memcpy(object, value, size);
    __VERIFIER_atomic_end();
}

void atomic_exchange(size_t size, void *object, const void *value, void *result, int order)
{
    note_order(order);
    __VERIFIER_atomic_begin();
    memcpy(result, object, size);
    memcpy(object, value, size);
    __VERIFIER_atomic_end();
}

/* With `allowed` false it fails, whatever it finds. */
_Bool __raddle_compare_exchange(size_t size, void *object, void *expected, const void *desired, int success,
                                int failure, _Bool allowed)
{
    note_order(success);
    note_order(failure);
    __VERIFIER_atomic_begin();
    const unsigned char *left = object, *right = expected;
    _Bool equal = allowed;
    for (size_t i = 0; i < size; i++)
        equal &= left[i] == right[i];
    if (equal)
        memcpy(object, desired, size);
    else
        memcpy(expected, object, size);
    __VERIFIER_atomic_end();
    return equal;
}

_Bool atomic_compare_exchange(size_t size, void *object, void *expected, const void *desired, int success, int failure)
{
    return __raddle_compare_exchange(size, object, expected, desired, success, failure, 1);
}

_Bool atomic_is_lock_free(size_t size, const volatile void *object)
{
    (void)object;
    return size <= sizeof(void *);
}
