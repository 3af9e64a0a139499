/* A message is built, handed over through a mailbox, and freed by the receiver. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct message {
    char text[8];
    int length;
};

struct mailbox {
    sem_t filled;
    struct message *message;
};

void *send(void *argument)
{
    struct mailbox *mailbox = argument;
    struct message *message = malloc(sizeof *message);
    strcpy(message->text, "hello");
    message->length = 5;
    mailbox->message = message;
    sem_post(&mailbox->filled);
    return NULL;
}

int main(void)
{
    pthread_t sender;
    struct mailbox *mailbox = malloc(sizeof *mailbox);
    sem_init(&mailbox->filled, 0, 0);
    pthread_create(&sender, NULL, send, mailbox);
    sem_wait(&mailbox->filled);
    struct message *message = mailbox->message;
    assert(message->length == (int)strlen(message->text));
    free(message);
    pthread_join(sender, NULL);
    sem_destroy(&mailbox->filled);
    free(mailbox);
    return 0;
}
