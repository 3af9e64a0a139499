// A race between accesses that both stand two calls deep.
#include <pthread.h>

static int total;

static void add(int *sum, int amount)
{
    *sum += amount;
}

static void pay(int amount)
{
    add(&total, amount);
}

static void *earn(void *argument)
{
    pay(3);
    return argument;
}

static pthread_t start(void *(*routine)(void *))
{
    pthread_t thread;
    pthread_create(&thread, NULL, routine, NULL);
    return thread;
}

int main(void)
{
    pthread_t thread = start(earn);
    pay(4);
    pthread_join(thread, NULL);
}
