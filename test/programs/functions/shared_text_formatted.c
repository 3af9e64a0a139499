/* The text is formatted while another thread changes two words of it. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

char text[24] = "early bird and the worm";

void *rewrite(void *argument)
{
    text[0] = 'E';
    text[8] = 'R';
    return argument;
}

int main(void)
{
    pthread_t writer;
    char copy[64];
    pthread_create(&writer, NULL, rewrite, NULL);
    int length = snprintf(copy, sizeof copy, "<%s>", text);
    assert(length == 25);
    assert(copy[1] == 'e' || copy[1] == 'E');
    assert(copy[2] == 'a');
    pthread_join(writer, NULL);
    return 0;
}
