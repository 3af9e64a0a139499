/* Volatile packed bit-fields across 64-bit boundaries, in unions and behind pointers, and a group of 483 bits. */
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct fields {
    volatile unsigned a : 17;
    volatile signed b : 29;
    volatile signed long c : 47;
    const volatile unsigned d : 20;
    signed : 5;
    volatile unsigned long e : 61;
    volatile signed f : 2;
};

union overlay {
    struct fields fields;
    unsigned char bytes[sizeof(struct fields)];
    volatile signed long only : 40;
};

struct huge {
    unsigned long a : 63;
    signed long b : 62;
    unsigned long c : 61;
    signed long d : 60;
    unsigned long e : 59;
    signed long f : 58;
    unsigned long g : 57;
    signed long h : 56;
    unsigned i : 7;
};
#pragma pack(pop)

static volatile union overlay shared = {{1, -2, -3, 4, 5, -1}};
static volatile struct huge wide[2];

static unsigned long mix(unsigned long state)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^ state << 17;
}

static void show(volatile union overlay *value)
{
    printf("%u %d %ld %u %lu %d only %ld:", value->fields.a, value->fields.b, (long)value->fields.c, value->fields.d,
           (unsigned long)value->fields.e, value->fields.f, (long)value->only);
    for (size_t i = 0; i < sizeof(struct fields); i++)
        printf(" %02x", value->bytes[i]);
    putchar('\n');
}

int main(void)
{
    printf("%zu %zu\n", sizeof(struct fields), sizeof(struct huge));
    show(&shared);
    unsigned long state = 88172645463325252UL;
    for (int i = 0; i < 20; i++) {
        state = mix(state);
        shared.fields.a = (unsigned)state;
        shared.fields.b = (int)(state >> 5);
        shared.fields.c = (long)state;
        shared.fields.e = state >> 2;
        shared.fields.f = (int)i;
        show(&shared);
        shared.fields.c += shared.fields.b;
        shared.fields.e--;
        shared.only = (long)~state;
        show(&shared);
    }
    for (int i = 0; i < 40; i++) {
        volatile struct huge *one = &wide[i & 1], *two = &wide[~i & 1];
        state = mix(state);
        one->a = state;
        one->b = (long)(state ^ two->a);
        one->c = two->e + (unsigned long)one->b;
        one->d = (long)(two->c << 1);
        one->e = one->a * one->c;
        one->f = -one->d;
        one->g = (unsigned long)two->f ^ state;
        one->h = one->b - two->h;
        one->i += (unsigned)i;
        printf("%lu %ld %lu %ld %lu %ld %lu %ld %u\n", (unsigned long)one->a, (long)one->b, (unsigned long)one->c,
               (long)one->d, (unsigned long)one->e, (long)one->f, (unsigned long)one->g, (long)one->h, one->i);
    }
    unsigned char copy[sizeof(struct huge)];
    memcpy(copy, (const void *)&wide[0], sizeof copy);
    for (size_t i = 0; i < sizeof copy; i++)
        printf("%02x", copy[i]);
    putchar('\n');
    return 0;
}
