#include "buffer.h"

#include <assert.h>

int buffer_init(struct buffer *buffer)
{
    *buffer = (struct buffer){0};
    return pthread_mutex_init(&buffer->lock, NULL) || pthread_cond_init(&buffer->filled, NULL) ||
           pthread_cond_init(&buffer->space, NULL) || pthread_cond_init(&buffer->written, NULL);
}

void buffer_destroy(struct buffer *buffer)
{
    assert(buffer->closed);
    pthread_cond_destroy(&buffer->written);
    pthread_cond_destroy(&buffer->space);
    pthread_cond_destroy(&buffer->filled);
    pthread_mutex_destroy(&buffer->lock);
}

void buffer_put(struct buffer *buffer, const struct line *line)
{
    pthread_mutex_lock(&buffer->lock);
    assert(!buffer->closed);
#if BUG == 2
    if (buffer->accepted - buffer->taken == BUFFER_LINES) {
#else
    while (buffer->accepted - buffer->taken == BUFFER_LINES) {
#endif
        pthread_cond_wait(&buffer->space, &buffer->lock);
    }
    assert(buffer->accepted - buffer->taken < BUFFER_LINES);
    buffer->lines[buffer->accepted++ % BUFFER_LINES] = *line;
    pthread_cond_signal(&buffer->filled);
    pthread_mutex_unlock(&buffer->lock);
}

bool buffer_take(struct buffer *buffer, struct line *line)
{
    pthread_mutex_lock(&buffer->lock);
    while (buffer->accepted == buffer->taken && !buffer->closed) {
        pthread_cond_wait(&buffer->filled, &buffer->lock);
    }
#if BUG == 3
    bool taken = !buffer->closed;
#else
    bool taken = buffer->accepted != buffer->taken;
#endif
    if (taken) {
        *line = buffer->lines[buffer->taken++ % BUFFER_LINES];
        pthread_cond_signal(&buffer->space);
#if BUG == 4
        buffer->done++;
        pthread_cond_broadcast(&buffer->written);
#endif
    }
    pthread_mutex_unlock(&buffer->lock);
    return taken;
}

void buffer_done(struct buffer *buffer)
{
#if BUG == 4
    (void)buffer;
#else
    pthread_mutex_lock(&buffer->lock);
    buffer->done++;
    pthread_cond_broadcast(&buffer->written);
    pthread_mutex_unlock(&buffer->lock);
#endif
}

void buffer_wait_done(struct buffer *buffer)
{
    pthread_mutex_lock(&buffer->lock);
    unsigned long last = buffer->accepted;
    while (buffer->done < last) {
        pthread_cond_wait(&buffer->written, &buffer->lock);
    }
    pthread_mutex_unlock(&buffer->lock);
}

void buffer_close(struct buffer *buffer)
{
    pthread_mutex_lock(&buffer->lock);
    buffer->closed = true;
#if BUG != 5
    pthread_cond_broadcast(&buffer->filled);
#endif
    pthread_mutex_unlock(&buffer->lock);
}

unsigned long buffer_accepted(struct buffer *buffer)
{
    pthread_mutex_lock(&buffer->lock);
    unsigned long accepted = buffer->accepted;
    pthread_mutex_unlock(&buffer->lock);
    return accepted;
}
