/* Functions used before they are declared, and library functions without their header. */
#include <assert.h>
#include <pthread.h>

int counter;

void *work(void *argument)
{
    add(1);
    printf("%d\n", current());
    return argument;
}

int add(int amount)
{
    counter = counter + amount;
    return counter;
}

int current()
{
    return counter;
}

int main()
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(current() == 2);
    exit(0);
}
