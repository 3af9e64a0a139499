/* The same style in ILP32, where a long has four bytes. */
typedef unsigned long int pthread_t;
typedef union { char size[36]; long int alignment; } pthread_attr_t;
extern int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                          void *(*start)(void *), void *restrict argument);
extern int pthread_join(pthread_t thread, void **value);
extern void reach_error(void);

long value;

void *store(void *argument)
{
    value = (long)argument + sizeof(void *);
    return 0;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, store, (void *)1);
    pthread_join(id, 0);
    if (sizeof(long) != 4 || value != 5) {
        reach_error();
    }
    return 0;
}
