/* Only the writer is in an atomic section; the reader may have read one of the two before it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int a;
int b;

void *writer(void *argument)
{
    __VERIFIER_atomic_begin();
    a = 1;
    b = 1;
    __VERIFIER_atomic_end();
    return argument;
}

void *reader(void *argument)
{
    int first = a;
    int second = b;
    assert(first == second);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
