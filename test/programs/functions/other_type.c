/* The other thread puts a function of two parameters where one of one parameter is called. */
#include <pthread.h>
#include <stddef.h>

int negate(int value)
{
    return -value;
}

int add(int left, int right)
{
    return left + right;
}

int (*operation)(int) = negate;

void *work(void *argument)
{
    int sum = operation(1);
    return sum ? argument : NULL;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    operation = (int (*)(int))add;
    pthread_join(worker, NULL);
    return 0;
}
