/* Every session has two threads; a reference is given up in one step and the rest looked at in another: if both threads
   find no reference left, both free the session. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references;

static void *end_session(void *session)
{
    atomic_fetch_sub(&references, 1);
    if (atomic_load(&references) == 0)
        free(session);
    return 0;
}

int main(void)
{
    for (;;) {
        pthread_t reader, writer;
        void *session = malloc(64);
        atomic_store(&references, 2);
        pthread_create(&reader, 0, end_session, session);
        pthread_create(&writer, 0, end_session, session);
        pthread_join(reader, 0);
        pthread_join(writer, 0);
    }
}
