/* A thread looks at several flags one after the other, by a loop, until it has found all. Between two looks it counts. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { FLAGS = 2 };

atomic_int flags[FLAGS];
int data[FLAGS];

static int find_flag(void)
{
    for (;;) {
        for (int i = 0; i < FLAGS; i++)
            if (atomic_exchange(&flags[i], 0))
                return i;
        for (int pause = 0; pause < 3; pause++) {
        }
    }
}

void *setter(void *argument)
{
    int *flag = argument;
    data[*flag] = 5;
    atomic_store(&flags[*flag], 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[FLAGS];
    int numbers[FLAGS];
    for (int i = 0; i < FLAGS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, setter, &numbers[i]);
    }
    for (int i = 0; i < FLAGS; i++) {
        int found = find_flag();
        assert(data[found] == 5);
        data[found] = 0;
    }
    for (int i = 0; i < FLAGS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
