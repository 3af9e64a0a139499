/* Main makes a block for every request, hands it to a thread, and frees it itself: the thread may read it after that.
   */
#include <pthread.h>
#include <stdlib.h>

struct request {
    unsigned number;
};

static unsigned last_served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *argument)
{
    struct request *request = argument;
    pthread_mutex_lock(&lock);
    last_served = request->number;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    for (unsigned number = 0;; number++) {
        pthread_t server;
        struct request *request = malloc(sizeof *request);
        if (!request)
            return 1;
        request->number = number;
        pthread_create(&server, 0, serve, request);
        pthread_detach(server);
        free(request);
    }
}
