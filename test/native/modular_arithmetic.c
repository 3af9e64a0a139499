/* Number theory in 64 bits: gcd, modular powers and inverses, primality, Chinese remainders, a toy RSA. */
#include <stdint.h>
#include <stdio.h>

static uint64_t gcd(uint64_t a, uint64_t b)
{
    return b ? gcd(b, a % b) : a;
}

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t m)
{
    uint64_t result = 0;
    for (a %= m; b; b >>= 1) {
        if (b & 1) {
            result = (result + a) % m;
        }
        a = (a + a) % m;
    }
    return result;
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t m)
{
    uint64_t result = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) {
            result = multiply(result, base, m);
        }
        base = multiply(base, base, m);
    }
    return result;
}

static int64_t inverse(int64_t a, int64_t m)
{
    int64_t x = 1;
    int64_t y = 0;
    int64_t r = m;
    while (r) {
        int64_t q = a / r;
        int64_t next = a - q * r;
        a = r;
        r = next;
        next = x - q * y;
        x = y;
        y = next;
    }
    return x < 0 ? x + m : x;
}

static int is_prime(uint64_t n)
{
    static const uint64_t witnesses[] = {2, 3, 5, 7, 11, 13};
    if (n < 2 || n % 2 == 0) {
        return n == 2;
    }
    uint64_t odd = n - 1;
    int twos = 0;
    while (odd % 2 == 0) {
        odd /= 2;
        twos++;
    }
    for (int i = 0; i < 6; i++) {
        if (witnesses[i] % n == 0) {
            continue;
        }
        uint64_t x = power(witnesses[i], odd, n);
        int passed = x == 1 || x == n - 1;
        for (int j = 1; j < twos && !passed; j++) {
            x = multiply(x, x, n);
            passed = x == n - 1;
        }
        if (!passed) {
            return 0;
        }
    }
    return 1;
}

int main(void)
{
    printf("%llu %llu\n", (unsigned long long)gcd(1071, 462), (unsigned long long)gcd(1ULL << 40, 6ULL << 20));
    printf("%llu\n", (unsigned long long)power(3, 1000003, 1000000007));
    printf("%lld\n", (long long)inverse(1234567, 1000000007));
    for (uint64_t n = 1000000000; n < 1000000100; n++) {
        if (is_prime(n)) {
            printf("%llu ", (unsigned long long)n);
        }
    }
    putchar('\n');
    uint64_t modulus = 61 * 53;
    uint64_t secret = (uint64_t)inverse(17, 60 * 52);
    uint64_t cipher = power(65, 17, modulus);
    printf("%llu %llu\n", (unsigned long long)cipher, (unsigned long long)power(cipher, secret, modulus));
    return is_prime(561) || !is_prime(2147483647);
}
