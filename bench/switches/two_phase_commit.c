/* Two-phase commit with a counter of votes: the coordinator asks three participants, looks at the votes once, and
   gives a transaction up if one is missing. The first participant agrees to the first transaction only, and so late
   that its vote counts for the second one. Mended, a vote says what it is for.
   Violated: assertion, line 68. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PARTICIPANTS 3
#define TRANSACTIONS 2

static atomic_int transaction, agreed[TRANSACTIONS + 1][PARTICIPANTS];
#ifdef RIGHT
static atomic_int vote_for[PARTICIPANTS];
#else
static atomic_int votes;
#endif

static void vote(int me, int number)
{
#ifdef RIGHT
    atomic_store(&vote_for[me], number);
#else
    (void)me;
    (void)number;
    atomic_fetch_add(&votes, 1);
#endif
}

static void forget_votes(void)
{
#ifndef RIGHT
    atomic_store(&votes, 0);
#endif
}

static int count_votes(int number)
{
#ifdef RIGHT
    int count = 0;
    for (int i = 0; i < PARTICIPANTS; i++)
        count += atomic_load(&vote_for[i]) == number;
    return count;
#else
    (void)number;
    return atomic_load(&votes);
#endif
}

static void *participate(void *argument)
{
    int me = *(int *)argument, number = atomic_load(&transaction);
    if (number == 0 || (me == 0 && number != 1))
        return 0;
    atomic_store(&agreed[number][me], 1);
    vote(me, number);
    return 0;
}

static void *coordinate(void *unused)
{
    for (int number = 1; number <= TRANSACTIONS; number++) {
        atomic_store(&transaction, number);
        forget_votes();
        if (count_votes(number) < PARTICIPANTS)
            continue;
        for (int i = 0; i < PARTICIPANTS; i++)
            assert(atomic_load(&agreed[number][i]));
        break;
    }
    return unused;
}

int main(void)
{
    static int numbers[PARTICIPANTS] = {0, 1, 2};
    pthread_t coordinator, participants[PARTICIPANTS];
    pthread_create(&coordinator, 0, coordinate, 0);
    for (int i = 0; i < PARTICIPANTS; i++)
        pthread_create(&participants[i], 0, participate, &numbers[i]);
    pthread_join(coordinator, 0);
    for (int i = 0; i < PARTICIPANTS; i++)
        pthread_join(participants[i], 0);
    return 0;
}
