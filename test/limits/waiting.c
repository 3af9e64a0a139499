// A thread waits in a loop that changes something, for another that is in no hurry.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn, rounds;
static void *wait_for_turn(void *argument)
{
    while (!turn)
        rounds++;
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_turn, NULL);
    for (int i = 0; i < 100000; i++)
        atomic_fetch_add(&rounds, 2);
    turn = 1;
    pthread_join(thread, NULL);
    assert(rounds >= 200000);
}
