/* With a large crowd there are two permits: the threads do not exclude each other. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

sem_t permits;
int inside, worst;

void *enter(void *argument)
{
    sem_wait(&permits);
    inside++;
    worst = inside > worst ? inside : worst;
    inside--;
    sem_post(&permits);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    int crowd = __VERIFIER_nondet_int();
    sem_init(&permits, 0, crowd > 5 ? 2 : 1);
    pthread_create(&threads[0], NULL, enter, NULL);
    pthread_create(&threads[1], NULL, enter, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert((inside == 0) & (worst == 1));
    return 0;
}
