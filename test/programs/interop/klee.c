/* KLEE style: a symbolic variable by name, an assumption, an assertion. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

void klee_make_symbolic(void *address, size_t bytes, const char *name);
void klee_assume(uintptr_t condition);
void klee_assert(int condition);

int shared = 3;

void *change(void *argument)
{
    shared = 7;
    return argument;
}

int main(void)
{
    pthread_t worker;
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 0);
    pthread_create(&worker, NULL, change, NULL);
    klee_assert(shared != x);
    pthread_join(worker, NULL);
    return 0;
}
