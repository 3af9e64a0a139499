#include <pthread.h>
static void c(void *a)
{
    (void)a;
}
static void *f(void *a)
{
    pthread_cleanup_push(c, 0);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    return 0;
}
