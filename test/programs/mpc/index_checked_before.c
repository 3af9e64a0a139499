/* As index_checked.c, but the other thread may append between the check and the use. */
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
        if (next < 3) {
            pthread_mutex_lock(&lock);
            table[next] = value;
            next++;
            pthread_mutex_unlock(&lock);
        }
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
