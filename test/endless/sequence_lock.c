/* A writer and two readers with a sequence number, for ever: it is odd while the writer is at work, and a reader that
   finds it even and unchanged has read both halves of one value. The writer ends the program before numbers come
   again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LAST 1000000

static atomic_int sequence, left, right;

static void *write_values(void *unused)
{
    for (int number = 0; number < LAST; number += 2) {
        int value = __VERIFIER_nondet_int();
        atomic_store(&sequence, number + 1);
        atomic_store(&left, value);
        atomic_store(&right, value);
        atomic_store(&sequence, number + 2);
    }
    exit(0);
    return unused;
}

static void *read_values(void *unused)
{
    for (;;) {
        int before, first, second;
        do {
            before = atomic_load(&sequence);
            first = atomic_load(&left);
            second = atomic_load(&right);
        } while (before % 2 == 1 || atomic_load(&sequence) != before);
        assert(first == second);
    }
    return unused;
}

int main(void)
{
    pthread_t writer, readers[2];
    pthread_create(&writer, 0, write_values, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&readers[i], 0, read_values, 0);
    pthread_join(writer, 0);
    return 0;
}
