/*
 * What is asserted is about numbers that each thread has for itself, while the threads quarrel about a lock, a counter
 * and a list: any one order of the threads tells.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct entry {
    int number;
    struct entry *next;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct entry *entries;
int count;

void *add(void *argument)
{
    int number = (int)(intptr_t)argument;
    int square = 0;
    for (int n = 0; n < number; n++) {
        square += number;
    }
    struct entry *entry = malloc(sizeof *entry);
    if (entry == NULL) {
        return NULL;
    }
    entry->number = square;
    pthread_mutex_lock(&lock);
    entry->next = entries;
    entries = entry;
    count++;
    pthread_mutex_unlock(&lock);
    assert(square == number * number);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (int n = 0; n < 3; n++) {
        pthread_create(&threads[n], NULL, add, (void *)(intptr_t)n);
    }
    for (int n = 0; n < 3; n++) {
        pthread_join(threads[n], NULL);
    }
    while (entries != NULL) {
        struct entry *next = entries->next;
        free(entries);
        entries = next;
    }
    return 0;
}
