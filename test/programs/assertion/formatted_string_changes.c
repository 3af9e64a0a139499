/* snprintf reads a string while another thread changes it. */
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
char shared[4] = "x";
void *reader(void *unused)
{
    char local[8];
    snprintf(local, sizeof local, "%s", shared);
    assert(local[0] == 'x');
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, reader, 0);
    shared[0] = 'y';
    pthread_join(a, 0);
    return 0;
}
