/*
 * A local deadlock: two threads wait for each other's lock, while a third has nothing to do with them and ends. Main,
 * which waits for all, waits for ever. With -DSAME_ORDER both take the locks in the same order.
 *
 * Interleavings: each of the two can be first, and the second can begin before the first has released its outer lock
 * or after: 4 orders of 8 steps, between which the 2 steps of the third have C(10,2) = 45 places. The deadlock takes 2
 * steps in 2 orders, and the third has C(4,2) = 6 places: 4 * 45 + 2 * 6 = 192. With -DSAME_ORDER 2 orders: 90.
 *
 * The third thread has a lock of its own, so that to dpor it commutes with everything: what remains is one of the two
 * first, the other first, and the deadlock: 3 interleavings. With -DSAME_ORDER there are 2.
 */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

void take_both(pthread_mutex_t *outer, pthread_mutex_t *inner)
{
    pthread_mutex_lock(outer);
    pthread_mutex_lock(inner);
    pthread_mutex_unlock(inner);
    pthread_mutex_unlock(outer);
}

void *forwards(void *argument)
{
    take_both(&left, &right);
    return argument;
}

void *backwards(void *argument)
{
#ifdef SAME_ORDER
    take_both(&left, &right);
#else
    take_both(&right, &left);
#endif
    return argument;
}

void *apart(void *argument)
{
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, NULL, forwards, NULL);
    pthread_create(&second, NULL, backwards, NULL);
    pthread_create(&third, NULL, apart, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
