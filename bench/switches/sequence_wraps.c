/* A sequence lock around a record that is kept in five copies, with a number of two bits: it is odd while the writer
   is at work, and after two updates it is what it was. The reader takes what two copies agree on. A reader that the
   writer interrupts three times has copies of five different updates and notices nothing. Mended, the number does
   not wrap.
   Violated: assertion, line 48. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define COPIES 5
#define UPDATES 4
#ifdef RIGHT
#define NUMBERS 1024
#else
#define NUMBERS 4
#endif

static atomic_int sequence, copies[COPIES];

static void *update(void *unused)
{
    for (int value = 1; value <= UPDATES; value++) {
        atomic_store(&sequence, (2 * value - 1) % NUMBERS);
        for (int i = 0; i < COPIES; i++)
            atomic_store(&copies[i], value);
        atomic_store(&sequence, 2 * value % NUMBERS);
    }
    return unused;
}

static int count_pairs(const int *values)
{
    int pairs = 0;
    for (int i = 0; i < COPIES; i++)
        for (int j = 0; j < i; j++)
            pairs += values[i] == values[j];
    return pairs;
}

static void *look(void *unused)
{
    int values[COPIES], before = atomic_load(&sequence);
    if (before % 2)
        return unused;
    for (int i = 0; i < COPIES; i++)
        values[i] = atomic_load(&copies[i]);
    if (atomic_load(&sequence) == before)
        assert(count_pairs(values) > 0);
    return unused;
}

int main(void)
{
    pthread_t writer, reader;
    pthread_create(&writer, 0, update, 0);
    pthread_create(&reader, 0, look, 0);
    pthread_join(writer, 0);
    pthread_join(reader, 0);
    return 0;
}
