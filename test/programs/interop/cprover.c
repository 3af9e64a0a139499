/* CBMC's names: atomic sections, assumptions and assertions with a text. */
#include <pthread.h>
#include <stddef.h>

void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);
void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *description);

int counter;
int seen;

void *increment(void *argument)
{
    __CPROVER_atomic_begin();
    counter++;
    __CPROVER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    seen = counter;
    __CPROVER_assume(seen > 0);
    __CPROVER_assert(counter >= seen, "the counter never goes back");
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    __CPROVER_assert(counter == 2, "no update is lost");
    return 0;
}
