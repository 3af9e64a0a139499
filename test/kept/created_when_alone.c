#include <pthread.h>
extern void reach_error(void);
void *thread_1(void *argument)
{
    if (*(int *)argument > 0) {
        reach_error();
    }
    return argument;
}
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, thread_1, &i);
    }
    pthread_join(threads[1], NULL);
    return 0;
}
