/* SV-COMP's way to make memory arbitrary: the structure can hold anything while the other thread looks at it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_nondet_memory(void *, size_t);

struct message {
    int kind;
    char text[5];
} message;

void *receive(void *argument)
{
    __VERIFIER_nondet_memory(&message, sizeof message);
    return argument;
}

int main(void)
{
    pthread_t receiver;
    pthread_create(&receiver, NULL, receive, NULL);
    int kind = message.kind;
    assert(kind != 42);
    pthread_join(receiver, NULL);
    return 0;
}
