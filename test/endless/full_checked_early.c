/* Two producers look whether the stack is full in one critical section and push in another: with room for one more both
   push, the second one behind the array. It takes four pushes. */
#include <pthread.h>

#define SIZE 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE];
static int count;

static void *produce(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        int full = count == SIZE;
        pthread_mutex_unlock(&lock);
        if (full)
            continue;
        pthread_mutex_lock(&lock);
        items[count] = 1;
        count++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consume(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (count > 0)
            count--;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t producers[2], consumer;
    for (int i = 0; i < 2; i++)
        pthread_create(&producers[i], 0, produce, 0);
    pthread_create(&consumer, 0, consume, 0);
    pthread_join(consumer, 0);
    return 0;
}
