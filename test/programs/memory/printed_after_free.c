/* printf reads a string that another thread may have freed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *g;
void *reader(void *unused)
{
    char *p = g;
    if (p)
        printf("%s\n", p);
    return unused;
}
void *freer(void *unused)
{
    char *p = g;
    g = NULL;
    free(p);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    g = malloc(8);
    strcpy(g, "abc");
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, freer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
