// What the programs share: -DWEAK=N weakens the memory order that has the number N, and no other. structures.tsv says
// what becomes of each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef WEAK
#define WEAK 0
#endif

// The order `right`; if it is the one to be weakened, relaxed, or `weaker`.
#define ORDER_AS(number, weaker, right) (WEAK == (number) ? (weaker) : (right))
#define ORDER(number, right) ORDER_AS(number, memory_order_relaxed, right)

// With -DTHREE there is a third thread.
#ifdef THREE
#define THREADS 3
#else
#define THREADS 2
#endif

static inline void run(void *(*first)(void *), void *(*second)(void *), void *(*third)(void *))
{
    pthread_t one, two, three;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    if (THREADS == 3)
        pthread_create(&three, NULL, third, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    if (THREADS == 3)
        pthread_join(three, NULL);
}
