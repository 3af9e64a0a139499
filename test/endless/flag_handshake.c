/* A letter box with a flag, for ever: the writer writes while the flag is down, the reader reads while it is up, so the
   letter itself needs no lock, and letters come in order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static unsigned letter;

static void *write_letters(void *unused)
{
    for (unsigned number = 0;; number++) {
        while (atomic_load(&flag))
            ;
        letter = number;
        atomic_store(&flag, 1);
    }
    return unused;
}

static void *read_letters(void *unused)
{
    for (unsigned expected = 0;; expected++) {
        while (!atomic_load(&flag))
            ;
        assert(letter == expected);
        atomic_store(&flag, 0);
    }
    return unused;
}

int main(void)
{
    pthread_t writer, reader;
    pthread_create(&writer, 0, write_letters, 0);
    pthread_create(&reader, 0, read_letters, 0);
    pthread_join(writer, 0);
    pthread_join(reader, 0);
    return 0;
}
