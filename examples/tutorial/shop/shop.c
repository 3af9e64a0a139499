// Customers of a stock that lies in another file. doc/tutorial.md, step 8.
#include <assert.h>
#include <pthread.h>

#include "stock.h"

#ifndef CUSTOMERS
#define CUSTOMERS 2
#endif

static void *buy(void *result)
{
    *(int *)result = stock_sell(3);
    return NULL;
}

int main(void)
{
    pthread_t threads[CUSTOMERS];
    int sold[CUSTOMERS];
    stock_add(5);
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_create(&threads[i], NULL, buy, &sold[i]);
    int total = 0;
    for (int i = 0; i < CUSTOMERS; i++) {
        pthread_join(threads[i], NULL);
        total += sold[i];
    }
    assert(stock_count() + total == 5);
    assert(stock_count() >= 0);
    return 0;
}
