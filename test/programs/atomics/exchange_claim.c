/* Only one of two threads gets the token by exchange. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

atomic_int token = 1;

void *claim(void *argument)
{
    (void)argument;
    return (void *)(intptr_t)atomic_exchange(&token, 0);
}

int main(void)
{
    pthread_t first, second;
    void *one, *two;
    pthread_create(&first, NULL, claim, NULL);
    pthread_create(&second, NULL, claim, NULL);
    pthread_join(first, &one);
    pthread_join(second, &two);
    assert((intptr_t)one + (intptr_t)two == 1);
    return 0;
}
