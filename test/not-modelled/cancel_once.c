#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void routine(void)
{
    pthread_testcancel();
}
int main(void)
{
    pthread_cancel(pthread_self());
    pthread_once(&once, routine);
    return 0;
}
