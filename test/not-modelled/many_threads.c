#include <pthread.h>
static void *f(void *a)
{
    return a;
}
int main(void)
{
    static pthread_t t[5000];
    for (int i = 0; i < 5000; i++)
        pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 5000; i++)
        pthread_join(t[i], 0);
    return 0;
}
