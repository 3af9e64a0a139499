/* CBMC style nondet_*: any function of that name without a body is an input of its return type. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int nondet_int();
unsigned char nondet_uchar(void);
_Bool nondet_bool(void);

int shared;

void *worker(void *argument)
{
    shared = shared - 5;
    return argument;
}

int main(void)
{
    pthread_t thread;
    _Bool start = nondet_bool();
    unsigned char byte = nondet_uchar();
    int number = nondet_int();
    if (start) {
        pthread_create(&thread, NULL, worker, NULL);
        pthread_join(thread, NULL);
    }
    assert(byte != 200 || shared != number);
    return 0;
}
