/* atof reads a string while another thread changes it. */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
char shared[4] = "1";
void *reader(void *unused)
{
    assert(atof(shared) == 1.0);
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, reader, 0);
    shared[0] = '2';
    pthread_join(a, 0);
    return 0;
}
