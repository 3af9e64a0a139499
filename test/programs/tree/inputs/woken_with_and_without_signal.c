// What a thread has changed before a wait is forgotten when that ends, not when it is woken. Woken with a signal or without
// was one state for `record`, though only the first may be woken without a signal once more: its formula chose a step
// that its execution could not make.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int x, z, done;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

void *worker(void *argument)
{
    int id = (int)(long)argument;
    if (!id)
        z = id;
    pthread_mutex_lock(&lock);
    done = done + 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *leader(void *argument)
{
    pthread_t workers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], 0, worker, (void *)(long)i);
    x = 1;
    pthread_mutex_lock(&lock);
    while (done < 2)
        pthread_cond_wait(&condition, &lock);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    int input = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, leader, 0);
    pthread_join(thread, 0);
    if (input == 1)
        reach_error();
    return 0;
}
