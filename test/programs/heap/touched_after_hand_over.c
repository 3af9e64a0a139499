/* The sender writes to the message after handing it over; by then the receiver may have freed it. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct message {
    int length;
    int acknowledged;
};

sem_t filled;
struct message *mailbox;

void *send(void *argument)
{
    struct message *message = malloc(sizeof *message);
    message->length = 5;
    mailbox = message;
    sem_post(&filled);
    message->acknowledged = 1;
    return argument;
}

int main(void)
{
    pthread_t sender;
    sem_init(&filled, 0, 0);
    pthread_create(&sender, NULL, send, NULL);
    sem_wait(&filled);
    free(mailbox);
    pthread_join(sender, NULL);
    return 0;
}
