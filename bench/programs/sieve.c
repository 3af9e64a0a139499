// Sieve of Eratosthenes: byte stores with a growing stride.
#include <stdio.h>

enum { LIMIT = 400000, ROUNDS = 3 };

static unsigned char composite[LIMIT];

int main(void)
{
    int count = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < LIMIT; i++)
            composite[i] = 0;
        for (int i = 2; i * i < LIMIT; i++)
            if (!composite[i])
                for (int j = i * i; j < LIMIT; j += i)
                    composite[j] = 1;
        count = 0;
        for (int i = 2; i < LIMIT; i++)
            count += !composite[i];
    }
    printf("%d primes\n", count);
    return 0;
}
