// A record is freed by whoever is done with it last; both may think they are. doc/tutorial.md, step 7.
#include <pthread.h>
#include <stdlib.h>

typedef struct Record {
    int users;
} Record;

static void *let_go(void *argument)
{
    Record *record = argument;
    record->users--;
    if (record->users == 0)
        free(record);
    return NULL;
}

int main(void)
{
    Record *record = malloc(sizeof *record);
    record->users = 2;
    pthread_t thread;
    pthread_create(&thread, NULL, let_go, record);
    let_go(record);
    pthread_join(thread, NULL);
    return 0;
}
