// The end of standard input is the end for all threads, whoever meets it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int got[2];

static void *take(void *place)
{
    *(int *)place = getchar();
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, take, &got[0]);
    pthread_create(&b, NULL, take, &got[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int last = getchar();
    assert((got[0] != EOF && got[1] != EOF) || last == EOF);
    return 0;
}
