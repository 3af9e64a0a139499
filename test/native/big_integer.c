/* Integers of any size in base 10^9: factorial, powers, Fibonacci numbers, division by a small number. */
#include <stdint.h>
#include <stdio.h>

enum { LIMBS = 60, BASE = 1000000000 };

struct big {
    int length;
    uint32_t limbs[LIMBS];
};

static void set(struct big *big, uint32_t value)
{
    *big = (struct big){1, {value}};
}

static void multiply(struct big *big, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < big->length; i++) {
        carry += (uint64_t)big->limbs[i] * factor;
        big->limbs[i] = (uint32_t)(carry % BASE);
        carry /= BASE;
    }
    if (carry) {
        big->limbs[big->length++] = (uint32_t)carry;
    }
}

static void add(struct big *big, const struct big *other)
{
    uint32_t carry = 0;
    for (int i = 0; i < other->length || i < big->length || carry; i++) {
        uint32_t sum = carry + (i < big->length ? big->limbs[i] : 0) + (i < other->length ? other->limbs[i] : 0);
        carry = sum >= BASE;
        big->limbs[i] = carry ? sum - BASE : sum;
        if (i >= big->length) {
            big->length = i + 1;
        }
    }
}

static uint32_t divide(struct big *big, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = big->length - 1; i >= 0; i--) {
        rest = rest * BASE + big->limbs[i];
        big->limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (big->length > 1 && !big->limbs[big->length - 1]) {
        big->length--;
    }
    return (uint32_t)rest;
}

static void print(const struct big *big)
{
    printf("%u", big->limbs[big->length - 1]);
    for (int i = big->length - 2; i >= 0; i--) {
        printf("%09u", big->limbs[i]);
    }
    putchar('\n');
}

int main(void)
{
    struct big a;
    struct big b;
    set(&a, 1);
    for (uint32_t i = 2; i <= 100; i++) {
        multiply(&a, i);
    }
    print(&a);
    printf("%u ", divide(&a, 1000003));
    printf("%u\n", divide(&a, 97));
    set(&a, 1);
    for (int i = 0; i < 256; i++) {
        multiply(&a, 2);
    }
    print(&a);
    set(&a, 0);
    set(&b, 1);
    for (int i = 0; i < 150; i++) {
        add(&a, &b);
        add(&b, &a);
    }
    print(&a);
    return 0;
}
