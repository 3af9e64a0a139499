/*
 * stdlib.h: arithmetic, sorting and searching, pseudo-random numbers, the end of the process, the environment.
 *
 * Random numbers are arbitrary inputs in the range of the function: a verdict must hold for every seed and generator.
 */
#include "model.h"

typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

/* Advice about the heap is taken and has no effect. */
int mallopt(int parameter, int value)
{
    (void)parameter;
    (void)value;
    return 1;
}

int malloc_trim(size_t kept)
{
    (void)kept;
    return 0;
}

void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, bytes);
}

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? -value : value;
}

div_t div(int numerator, int denominator)
{
    return (div_t){numerator / denominator, numerator % denominator};
}

ldiv_t ldiv(long numerator, long denominator)
{
    return (ldiv_t){numerator / denominator, numerator % denominator};
}

lldiv_t lldiv(long long numerator, long long denominator)
{
    return (lldiv_t){numerator / denominator, numerator % denominator};
}

lldiv_t imaxdiv(intmax_t numerator, intmax_t denominator)
{
    return lldiv(numerator, denominator);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0) {
            return (void *)element;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

/*
 * Sorting is stable and makes few comparisons, which are what costs: each may be a branch on symbolic data, while moving
 * bytes is a host operation. Short ranges are sorted by binary insertion, longer ones by merging.
 */
enum { SORT_INSERTION_LIMIT = 32 };

struct sort {
    size_t size;
    int (*compare)(const void *, const void *, void *);
    void *context;
    char *element;
};

static void sort_insert(const struct sort *sort, char *base, size_t count)
{
    for (size_t next = 1; next < count; next++) {
        char *inserted = base + next * sort->size;
        size_t low = 0;
        size_t high = next;
        if (sort->compare(inserted - sort->size, inserted, sort->context) <= 0) {
            continue;
        }
        high--;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (sort->compare(base + middle * sort->size, inserted, sort->context) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        char *place = base + low * sort->size;
        memcpy(sort->element, inserted, sort->size);
        memmove(place + sort->size, place, (size_t)(inserted - place));
        memcpy(place, sort->element, sort->size);
    }
}

/* `scratch` has room for half of the elements. */
static void sort_merge(const struct sort *sort, char *base, size_t count, char *scratch)
{
    if (count <= SORT_INSERTION_LIMIT) {
        sort_insert(sort, base, count);
        return;
    }
    size_t half = count / 2;
    char *right = base + half * sort->size;
    char *right_end = base + count * sort->size;
    char *left = scratch;
    char *left_end = scratch + half * sort->size;
    sort_merge(sort, base, half, scratch);
    sort_merge(sort, right, count - half, scratch);
    memcpy(scratch, base, half * sort->size);
    for (char *place = base; left < left_end; place += sort->size) {
        if (right < right_end && sort->compare(left, right, sort->context) > 0) {
            memcpy(place, right, sort->size);
            right += sort->size;
        } else {
            memcpy(place, left, sort->size);
            left += sort->size;
        }
    }
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context)
{
    if (count < 2 || size == 0) {
        return;
    }
    char element[size];
    struct sort sort = {size, compare, context, element};
    char *scratch = count > SORT_INSERTION_LIMIT ? malloc(count / 2 * size) : NULL;
    if (scratch) {
        sort_merge(&sort, base, count, scratch);
        free(scratch);
    } else {
        sort_insert(&sort, base, count);
    }
}

struct sort_order {
    int (*compare)(const void *, const void *);
};

static int sort_compare(const void *left, const void *right, void *context)
{
    return ((const struct sort_order *)context)->compare(left, right);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    struct sort_order order = {compare};
    qsort_r(base, count, size, sort_compare, &order);
}

int rand(void)
{
    return (int)__raddle_input("rand", 31);
}

int rand_r(unsigned *seed)
{
    *seed = *seed; /* threads that share one race for it */
    return (int)__raddle_input("rand_r", 31);
}

void srand(unsigned seed)
{
    (void)seed;
}

long random(void)
{
    return (long)__raddle_input("random", 31);
}

void srandom(unsigned seed)
{
    (void)seed;
}

char *initstate(unsigned seed, char *state, size_t size)
{
    (void)seed;
    return size < 8 ? NULL : state;
}

char *setstate(char *state)
{
    return state;
}

double drand48(void)
{
    return (double)__raddle_input("drand48", 48) / 281474976710656.0;
}

/* Threads that share a state race for it; what it holds is of no use to anybody else. */
static void state_use(unsigned short state[3])
{
    for (int i = 0; i < 3; i++) {
        state[i] = state[i];
    }
}

double erand48(unsigned short state[3])
{
    state_use(state);
    return (double)__raddle_input("erand48", 48) / 281474976710656.0;
}

long lrand48(void)
{
    return (long)__raddle_input("lrand48", 31);
}

long nrand48(unsigned short state[3])
{
    state_use(state);
    return (long)__raddle_input("nrand48", 31);
}

long mrand48(void)
{
    return (int)__raddle_input("mrand48", 32);
}

long jrand48(unsigned short state[3])
{
    state_use(state);
    return (int)__raddle_input("jrand48", 32);
}

void srand48(long seed)
{
    (void)seed;
}

unsigned arc4random(void)
{
    return (unsigned)__raddle_input("arc4random", 32);
}

unsigned arc4random_uniform(unsigned bound)
{
    return bound < 2 ? 0 : (unsigned)__raddle_input("arc4random_uniform", 32) % bound;
}
