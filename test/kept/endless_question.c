// The violation at the beginning of thread 1 comes before that of thread 2 in every execution: a question that must come to an end.
#include <pthread.h>
void reach_error(void);
void *thread_1(void *argument)
{
    reach_error();
    return argument;
}
void *thread_2(void *argument)
{
    reach_error();
    return argument;
}
int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
