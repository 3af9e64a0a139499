/* The sieve of Eratosthenes with a bit set, and factorisation with the primes found. */
#include <stdio.h>

enum { LIMIT = 20000 };

static unsigned char composite[LIMIT / 8 + 1];
static int primes[3000];

int main(void)
{
    int count = 0;
    for (int n = 2; n < LIMIT; n++) {
        if (composite[n >> 3] >> (n & 7) & 1) {
            continue;
        }
        primes[count++] = n;
        for (int m = n; m < LIMIT / n + 1 && n * m < LIMIT; m++) {
            composite[n * m >> 3] |= (unsigned char)(1 << (n * m & 7));
        }
    }
    printf("%d %d %d\n", count, primes[99], primes[count - 1]);
    int numbers[] = {360, 19999, 12345678, 387420489, 99980001};
    for (int i = 0; i < 5; i++) {
        int rest = numbers[i];
        printf("%d =", rest);
        for (int p = 0; p < count && primes[p] * primes[p] <= rest; p++) {
            while (rest % primes[p] == 0) {
                printf(" %d", primes[p]);
                rest /= primes[p];
            }
        }
        printf("%s%d\n", " ", rest);
    }
    return count % 256;
}
