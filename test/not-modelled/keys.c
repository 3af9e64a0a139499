#include <pthread.h>
int main(void)
{
    pthread_key_t k;
    for (int i = 0; i < 129; i++)
        pthread_key_create(&k, 0);
    return 0;
}
