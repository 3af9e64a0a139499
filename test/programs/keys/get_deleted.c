/* The key may be gone when the thread looks for its value. */
#include <pthread.h>

static pthread_key_t key;
static int number;

static void *look(void *argument)
{
    (void)argument;
    return pthread_getspecific(key);
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &number);
    pthread_create(&thread, NULL, look, NULL);
#ifdef RIGHT
    pthread_join(thread, NULL);
    pthread_key_delete(key);
#else
    pthread_key_delete(key);
    pthread_join(thread, NULL);
#endif
    return 0;
}
