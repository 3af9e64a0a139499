/* Every session has two threads; whoever gives up the last reference frees it, and nobody touches it after that. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct session {
    atomic_int references;
    int requests;
};

static void *read_session(void *argument)
{
    struct session *session = argument;
    if (atomic_fetch_sub(&session->references, 1) == 1)
        free(session);
    return 0;
}

static void *write_session(void *argument)
{
    struct session *session = argument;
    session->requests++;
    if (atomic_fetch_sub(&session->references, 1) == 1)
        free(session);
    return 0;
}

int main(void)
{
    for (;;) {
        pthread_t reader, writer;
        struct session *session = malloc(sizeof *session);
        if (!session)
            continue;
        atomic_init(&session->references, 2);
        session->requests = 0;
        pthread_create(&reader, 0, read_session, session);
        pthread_create(&writer, 0, write_session, session);
        pthread_detach(reader);
        pthread_detach(writer);
    }
}
