/*
 * A stack under a lock: one thread pushes SIZE values, which are inputs, the other tries SIZE times to pop one. With
 * -DBAD it does so as soon as anything was ever pushed, not if anything is there.
 *
 * Without a bound there are C(2 * SIZE, SIZE) interleavings.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int elements[SIZE];
int height;
int pushed;

static void push(int value)
{
    assert(height < SIZE);
    elements[height] = value;
    height++;
    pushed = 1;
}

static int pop(void)
{
    assert(height > 0);
    height--;
    return elements[height];
}

static void *push_all(void *argument)
{
    for (int n = 0; n < SIZE; n++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        push(value);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *pop_all(void *argument)
{
    for (int n = 0; n < SIZE; n++) {
        pthread_mutex_lock(&lock);
#ifdef BAD
        int some = pushed;
#else
        int some = height > 0;
#endif
        if (some) {
            pop();
        }
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t pusher, popper;
    pthread_create(&pusher, NULL, push_all, NULL);
    pthread_create(&popper, NULL, pop_all, NULL);
    pthread_join(pusher, NULL);
    pthread_join(popper, NULL);
    return 0;
}
