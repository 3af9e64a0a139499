/* A snapshot of two flags by reading both until two collections in a row are the same. The writer sets `outer`, then
   `inner`, and takes them back in the other order, so that `inner` is never set without `outer`. A flag that was
   changed and changed back looks unchanged: the reader sees `outer` before the writer sets it and `inner`
   afterwards, twice. Mended, every change has a number, and the same number means the same moment.
   Violated: assertion, line 36. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ROUNDS 2
#ifdef RIGHT
#define STAMP 2
#else
#define STAMP 0 /* only the flag itself is stored */
#endif

static atomic_int outer, inner;

static void *change(void *unused)
{
    int stamp = 0;
    for (int i = 0; i < ROUNDS; i++) {
        atomic_store(&outer, (stamp += STAMP) | 1);
        atomic_store(&inner, (stamp += STAMP) | 1);
        atomic_store(&inner, stamp += STAMP);
        atomic_store(&outer, stamp += STAMP);
    }
    return unused;
}

static void *look(void *unused)
{
    int first_outer = atomic_load(&outer), first_inner = atomic_load(&inner);
    int again_outer = atomic_load(&outer), again_inner = atomic_load(&inner);
    if (first_outer == again_outer && first_inner == again_inner)
        assert(!(first_inner & 1) || (first_outer & 1));
    return unused;
}

int main(void)
{
    pthread_t writer, reader;
    pthread_create(&writer, 0, change, 0);
    pthread_create(&reader, 0, look, 0);
    pthread_join(writer, 0);
    pthread_join(reader, 0);
    return 0;
}
