/* The last member of an element of an array is left at its end, into the next element: a length that another thread
   raises after the check. */
#include <pthread.h>
#include <stddef.h>

struct entry {
    int key;
    char name[4];
};

struct entry table[2];
int length = 3;

void *work(void *argument)
{
    if (length < 4) {
        table[0].name[length] = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    length = 4;
    pthread_join(worker, NULL);
    return 0;
}
