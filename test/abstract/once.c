/* Clients without end; the first one opens the table, all others only read where it is. */
#include <pthread.h>
#include <stddef.h>

enum { ROWS = 16 };

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[ROWS], row_count, served;

static void open_table(void)
{
    for (int i = 0; i < ROWS; i++)
        table[i] = i * i;
    row_count = ROWS;
}

static void *serve(void *argument)
{
    int sum = 0;
#ifndef NO_ONCE
    pthread_once(&opened, open_table);
#else
    open_table();
#endif
    for (int i = 0; i < row_count && i < ROWS; i++)
        sum = (sum + table[i]) % 1000;
    pthread_mutex_lock(&lock);
    served = (served + sum) % 1000;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    for (;;) {
        pthread_t client;
        if (!pthread_create(&client, NULL, serve, NULL))
            pthread_detach(client);
    }
}
