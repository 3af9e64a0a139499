/* The pointer is checked, and set to NULL by the other thread before it is used. */
#include <pthread.h>
#include <stddef.h>

struct session {
    int requests;
};

struct session only = {0};
struct session *current = &only;

void *serve(void *argument)
{
    if (current != NULL) {
        current->requests = 1;
    }
    return argument;
}

void *log_out(void *argument)
{
    current = NULL;
    return argument;
}

int main(void)
{
    pthread_t server, user;
    pthread_create(&server, NULL, serve, NULL);
    pthread_create(&user, NULL, log_out, NULL);
    pthread_join(server, NULL);
    pthread_join(user, NULL);
    return 0;
}
