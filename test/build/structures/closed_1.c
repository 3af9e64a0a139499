#define WEAK 1
// A door that is closed once and for all, before there are other threads: one tries to open it with a compare-exchange,
// which fails and is only a read; others look at it without an atomic operation. -DWEAK=1: it was left open.
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

static struct {
    int door;
    int seen[2];
} shared;

static void *open_it(void *unused)
{
    int closed = 1;
    __atomic_compare_exchange_n(&shared.door, &closed, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return unused;
}

static void *look(void *unused)
{
    shared.seen[0] = shared.door;
    return unused;
}

static void *look_too(void *unused)
{
    shared.seen[1] = shared.door;
    return unused;
}

int main(void)
{
    shared.door = WEAK == 1 ? 1 : 3;
    run(open_it, look, look_too);
    return 0;
}
