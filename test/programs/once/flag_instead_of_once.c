/* A flag of one's own instead of pthread_once: it is set before the pointer is. */
#include <pthread.h>
#include <stddef.h>

struct settings {
    int limit;
};

struct settings defaults = {9};
struct settings *settings;
int loaded;

void *work(void *argument)
{
    if (!loaded) {
        loaded = 1;
        settings = &defaults;
    }
    return settings->limit == 9 ? argument : NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
