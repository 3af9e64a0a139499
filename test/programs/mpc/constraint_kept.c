/* The error needs a thread to keep to its way while another leaves: runs made for that may break off elsewhere first. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int y, b;
sem_t s;
void *u(void *a)
{
    sem_wait(&s);
    if (y == 1) {
        if (b == 1)
            reach_error();
    }
    return a;
}
void *v(void *a)
{
    y = 1;
    return a;
}
void *t(void *a)
{
    int c = __VERIFIER_nondet_int();
    if (c > 0) {
        b = 1;
        y = 0;
    }
    sem_post(&s);
    return a;
}
int main(void)
{
    pthread_t threads[3];
    sem_init(&s, 0, 0);
    pthread_create(&threads[0], NULL, u, NULL);
    pthread_create(&threads[1], NULL, v, NULL);
    pthread_create(&threads[2], NULL, t, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    return 0;
}
