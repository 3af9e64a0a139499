/* The flag is set after the data, so who sees the flag sees the data. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct message {
    int length;
    char text[4];
};

struct message message;
volatile int ready;

void *publish(void *argument)
{
    message.text[0] = 'o';
    message.length = 1;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t publisher;
    pthread_create(&publisher, NULL, publish, NULL);
    if (ready) {
        assert(message.length == 1);
        assert(message.text[0] == 'o');
    }
    pthread_join(publisher, NULL);
    return 0;
}
