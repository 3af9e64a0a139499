/* Main makes a block for every request and hands it to a thread of its own, which uses and frees it: nobody else has
   it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct request {
    unsigned side;
    unsigned area;
};

static void *serve(void *argument)
{
    struct request *request = argument;
    assert(request->area == request->side * request->side);
    free(request);
    return 0;
}

int main(void)
{
    for (unsigned side = 0;; side++) {
        pthread_t server;
        struct request *request = malloc(sizeof *request);
        if (!request)
            return 1;
        request->side = side;
        request->area = side * side;
        pthread_create(&server, 0, serve, request);
        pthread_detach(server);
    }
}
