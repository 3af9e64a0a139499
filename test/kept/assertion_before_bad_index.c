#include <assert.h>
#include <pthread.h>
int table[3] = {1, 0, 0};
void *thread_1(void *argument)
{
    table[0] = table[0] + 4;
    return argument;
}
int main(void)
{
    pthread_t t1;
    int in0 = 4;
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    table[0] = table[0] + table[0];
    pthread_join(t1, NULL);
    assert(!(table[0] == 5));
    if (table[in0] == 0) return 1;
    return 0;
}
