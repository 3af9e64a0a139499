// The first thread takes the semaphore and is stopped behind it by what it assumes; another way to be without the semaphore, the second
// thread's, does not come with what the third one looks at.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_assume(int);

static sem_t semaphore;
static int y = 1, first_was_here, second_was_here;

static void *first(void *argument)
{
    int seen = y;
    first_was_here = seen;
    sem_wait(&semaphore);
    __VERIFIER_assume(seen == 0);
    sem_post(&semaphore);
    return argument;
}

static void *second(void *argument)
{
    second_was_here = 1;
    sem_wait(&semaphore);
    return argument;
}

static void *third(void *argument)
{
    int value;
    sem_getvalue(&semaphore, &value);
    __VERIFIER_assume(value == 0);
    if (first_was_here == 1)
        if (second_was_here == 0)
            assert(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, first, NULL);
    pthread_create(&thread, NULL, second, NULL);
    pthread_create(&thread, NULL, third, NULL);
    y = 0;
    pthread_exit(NULL);
}
