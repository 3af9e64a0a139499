/* Two threads that are alike, but write down where their memory is. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char texts[2][40];
int count;

static void print(char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, 40, format, arguments);
    va_end(arguments);
}

static void *write_down(void *argument)
{
    int local = 0;
    char name[] = "same";
    pthread_mutex_lock(&lock);
    char *text = texts[count++];
#if defined NUMBER
    sprintf(text, "%s %d %lx", name, local, (unsigned long)(uintptr_t)&local);
#elif defined OWN
    print(text, "%p", (void *)&local);
#elif defined NAME
    sprintf(text, "%d %s", local, name);
#else
    snprintf(text, sizeof texts[0], "%p", (void *)&local);
#endif
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, write_down, 0);
    pthread_create(&second, 0, write_down, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
#ifdef NAME
    print(texts[1], "%d %s", 0, "same");
    assert(!strcmp(texts[0], texts[1]));
#else
    assert(strcmp(texts[0], texts[1]) < 0);
#endif
    return 0;
}
