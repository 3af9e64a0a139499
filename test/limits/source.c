// A program that is long to compile and to load.
#include <pthread.h>
#define TEN(x) x x x x x x x x x x
static int shared[64];
static int work(int n)
{
    TEN(TEN(TEN(n += shared[n & 63]; if (n & 1) shared[n & 63] = n;)))
    TEN(TEN(TEN(n += shared[n & 63]; if (n & 2) shared[n & 63] = n;)))
    return n;
}
static void *run(void *argument)
{
    work(3);
    return argument;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, run, 0);
    int n = work(1);
    pthread_join(a, 0);
    return n == 12345;
}
