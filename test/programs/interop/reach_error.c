/* SV-COMP style: the violation is the call of reach_error, whatever its body. */
#include <pthread.h>
#include <stddef.h>

void reach_error(void)
{
}

int flag;

void *raise_flag(void *argument)
{
    flag = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, raise_flag, NULL);
    if (flag) {
        reach_error();
    }
    pthread_join(worker, NULL);
    return 0;
}
