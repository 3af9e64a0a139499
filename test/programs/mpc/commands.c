/* Two commands, each chosen by an input: the state 3 cannot be reached with two of them. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int state;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *command(void *argument)
{
    int event = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    switch (event) {
    case 1:
        state = state == 0 ? 1 : state;
        break;
    case 2:
        state = state == 1 ? 2 : state;
        break;
    case 3:
        state = state == 2 ? 3 : state;
        break;
    default:
        break;
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, command, NULL);
    pthread_create(&threads[1], NULL, command, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(state <= 2);
    return 0;
}
