/* The bound of a loop grows, through a pointer, while the loop goes. */
#include <pthread.h>
#include <stddef.h>

int table[2][4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int more;

static void enlarge(int *bound)
{
    pthread_mutex_lock(&lock);
    *bound += more;
    pthread_mutex_unlock(&lock);
}

void *work(void *argument)
{
    int bound = 4;
    for (int i = 0; i < bound; i++) {
        table[0][i] = i;
        if (i == 3)
            enlarge(&bound);
    }
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    more = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
