// strtok keeps its position in a variable that all threads share.
#include <pthread.h>
#include <string.h>
static void *split(void *unused)
{
    char text[] = "a b";
    strtok(text, " ");
    strtok(NULL, " ");
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, split, NULL);
    split(NULL);
    pthread_join(thread, NULL);
    return 0;
}
