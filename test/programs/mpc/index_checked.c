/* Whether something is appended depends on the input; where, on the other thread. Check and use are one section. */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int table[3];
int next;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *append(void *argument)
{
    int value = __VERIFIER_nondet_int();
    if (value > 0) {
        pthread_mutex_lock(&lock);
        if (next < 3) {
            table[next] = value;
            next++;
        }
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    next = 2;
    pthread_create(&threads[0], NULL, append, NULL);
    pthread_create(&threads[1], NULL, append, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
