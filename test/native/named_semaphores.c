/* Semaphores with names: errors, values that outlive the last user, names that are unlinked while somebody uses them. */
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *name_of(int error)
{
    return error == ENOENT ? "ENOENT" : error == EEXIST ? "EEXIST" : error == EINVAL ? "EINVAL" : "another";
}

static void print_failure(int failed)
{
    int error = errno;
    printf("%d %s\n", failed, name_of(error));
}

static int value_of(sem_t *semaphore)
{
    int value = -1;
    sem_getvalue(semaphore, &value);
    return value;
}

int main(void)
{
    static const char own[] = "/raddle-native-test-of-named-semaphores";
    sem_unlink(own);
    print_failure(sem_open(own, 0) == SEM_FAILED);
    sem_t *first = sem_open(own, O_CREAT | O_EXCL, 0600, 2);
    printf("%d\n", value_of(first));
    print_failure(sem_open(own, O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
    sem_t *second = sem_open(own, O_CREAT, 0600, 9);
    printf("%d %d\n", first == second, value_of(second));
    sem_wait(first);
    printf("%d", sem_close(second));
    printf(" %d\n", value_of(first));
    printf("%d\n", sem_close(first));
    first = sem_open(own, 0);
    printf("%d\n", value_of(first));
    printf("%d\n", sem_unlink(own));
    print_failure(sem_unlink(own));
    sem_post(first);
    second = sem_open(own, O_CREAT, 0600, 5);
    printf("%d %d %d\n", value_of(first), value_of(second), first != second);
    printf("%d", sem_close(first));
    printf(" %d", sem_close(second));
    printf(" %d\n", sem_unlink(own));
    print_failure(sem_open("/", O_CREAT, 0600, 0) == SEM_FAILED);
    print_failure(sem_open("/raddle-native-test-value", O_CREAT, 0600, 1u << 31) == SEM_FAILED);
    return 0;
}
