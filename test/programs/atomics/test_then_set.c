/* To look first and to set later lets both threads get the token. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int token = 1;
atomic_int owners;

void *claim(void *argument)
{
    if (atomic_load(&token) == 1) {
        atomic_store(&token, 0);
        int before = atomic_fetch_add(&owners, 1);
        assert(before == 0);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, claim, NULL);
    pthread_create(&second, NULL, claim, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
