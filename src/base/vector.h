// Growable arrays. VECTOR(T) declares an anonymous struct with `data`, `count` and `capacity`; the macros below work on
// a pointer to any such struct. A zeroed struct is an empty vector. Elements move when the vector grows: keep indices,
// not pointers, across a push.
#ifndef RADDLE_BASE_VECTOR_H
#define RADDLE_BASE_VECTOR_H

#include <stddef.h>
#include <stdint.h>

#define VECTOR(type)       \
    struct {               \
        type *data;        \
        uint32_t count;    \
        uint32_t capacity; \
    }

// Appends a value; evaluates `vector` more than once.
#define vector_push(vector, ...)                                                                             \
    ((vector)->count == (vector)->capacity                                                                   \
         ? (void)((vector)->data = vector_grow((vector)->data, &(vector)->capacity, sizeof *(vector)->data)) \
         : (void)0,                                                                                          \
     (void)((vector)->data[(vector)->count++] = (__VA_ARGS__)))

#define vector_pop(vector) ((vector)->data[--(vector)->count])
#define vector_drop(vector) ((void)--(vector)->count)
#define vector_last(vector) ((vector)->data[(vector)->count - 1])

// Sets the number of elements; new elements are zero.
#define vector_resize(vector, new_count)                                                                              \
    ((vector)->data = vector_resize_raw((vector)->data, &(vector)->count, &(vector)->capacity, (uint32_t)(new_count), \
                                        sizeof *(vector)->data))

// `copy` becomes one of its own, whatever it held, with just the space it needs: none if there are no elements.
#define vector_copy(copy, original)                                                                 \
    ((copy)->data = vector_copy_raw((original)->data, (original)->count, sizeof *(original)->data), \
     (void)((copy)->count = (copy)->capacity = (original)->count))

#define vector_free(vector) \
    (vector_release((vector)->data), (void)((vector)->data = NULL), (void)((vector)->count = (vector)->capacity = 0))

void *vector_grow(void *data, uint32_t *capacity, size_t element_size);
void *vector_resize_raw(void *data, uint32_t *count, uint32_t *capacity, uint32_t new_count, size_t element_size);
void *vector_copy_raw(const void *data, uint32_t count, size_t element_size);
void vector_release(void *data);

#endif
