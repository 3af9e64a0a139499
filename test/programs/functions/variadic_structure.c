/* A structure that is passed for `...` is read when the call is made, by x86-64 out of the variable itself. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>

struct accounts {
    long left, right, log[2];
};

static struct accounts accounts = {1, 0, {0, 0}};

static void check(int count, ...)
{
    va_list rest;
    va_start(rest, count);
    struct accounts copy = va_arg(rest, struct accounts);
    va_end(rest);
    assert(copy.left + copy.right == 1);
}

static void *transfer(void *argument)
{
    accounts.left = 0;
    accounts.right = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, transfer, NULL);
#ifdef LATER
    pthread_join(thread, NULL);
    check(1, accounts);
#else
    check(1, accounts);
    pthread_join(thread, NULL);
#endif
    return 0;
}
