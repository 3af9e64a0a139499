#include "stock.h"

#include <pthread.h>

int journal_write(int number); // of a library whose source we do not have

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

void stock_add(int number)
{
    pthread_mutex_lock(&lock);
    count += number;
    pthread_mutex_unlock(&lock);
}

int stock_sell(int number)
{
    pthread_mutex_lock(&lock);
    int sold = count >= number ? number : 0;
    if (sold > 0 && journal_write(sold) < 0)
        sold = 0;
    count -= sold;
    pthread_mutex_unlock(&lock);
    return sold;
}

int stock_count(void)
{
    pthread_mutex_lock(&lock);
    int current = count;
    pthread_mutex_unlock(&lock);
    return current;
}
