/*
 * Preprocessed style: no header at all, the program declares what it uses. In LP64 a long is as wide as a pointer.
 */
typedef unsigned long int pthread_t;
typedef union { char size[56]; long int alignment; } pthread_attr_t;
extern int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                          void *(*start)(void *), void *restrict argument);
extern int pthread_join(pthread_t thread, void **value);
extern void reach_error(void);

long value;

void *store(void *argument)
{
    value = (long)argument;
    return 0;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, store, (void *)0x100000001L);
    pthread_join(id, 0);
    if (sizeof(long) == 8 && value > 0xffffffffL) {
        reach_error();
    }
    return 0;
}
