/* The worker writes behind a local array through a pointer in a local structure. Nobody reads what it writes, and the
   index is a constant: a compiler would drop the access. */
#include <pthread.h>
#include <stddef.h>

struct slice {
    int *first;
    int length;
};

int wide;

void *work(void *argument)
{
    int cells[3] = {1, 2, 3};
    struct slice all = {cells, 3}, copy = all;
    if (wide) {
        copy.first[3] = 4;
    }
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    wide = 1;
    pthread_join(worker, NULL);
    return 0;
}
