/* As cond_amount.c, but the consumer takes for granted that there is one item; with amount = 2 it may find 2. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int items, taken;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

void *producer(void *argument)
{
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume((amount >= 1) & (amount <= 2));
    for (int n = 0; n < amount; n++) {
        pthread_mutex_lock(&lock);
        items++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

void *consumer(void *argument)
{
    pthread_mutex_lock(&lock);
    while (items == 0) {
        pthread_cond_wait(&filled, &lock);
    }
    taken = items;
    items = 0;
    pthread_mutex_unlock(&lock);
    assert(taken == 1);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, producer, NULL);
    pthread_create(&threads[1], NULL, consumer, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
