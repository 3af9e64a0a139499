/* A lost update through a pointer that is chosen between two arrays by a switch. */
#include <pthread.h>
#include <assert.h>
static int a[2], b[2];
int k;
void *work(void *u)
{
    int *p;
    switch (k) { case 0: p = a; break; case 1: p = b; break; default: p = 0; }
    int old = p[1];
    p[1] = old + 1;
    return u;
}
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a[1] == 2);
    return 0;
}
