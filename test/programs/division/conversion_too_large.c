/* A floating number that grew too large for int between the check and the conversion. */
#include <pthread.h>
#include <stddef.h>

double number = 1000.5;

void *work(void *argument)
{
    int whole = (int)number;
    return whole == 1000 ? argument : NULL;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    number *= 1e7;
    pthread_join(worker, NULL);
    return 0;
}
