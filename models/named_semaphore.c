/*
 * Semaphores that have a name. There is one process, and at its start none has one. A name is known until it is
 * unlinked, and keeps its value while nobody has the semaphore open.
 */
#include "model.h"

enum { NAMED_LIMIT = 64, NAME_LIMIT = 251, CREATE = 0100, EXCLUSIVE = 0200, ENOENT = 2, EEXIST = 17, ENAMETOOLONG = 36 };

int sem_init(void *semaphore, int shared, unsigned value);
int sem_destroy(void *semaphore);
int sem_getvalue(void *restrict semaphore, int *restrict value);

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void more_than_64_named_semaphores(void);

typedef struct NamedSemaphore {
    long semaphore[32 / sizeof(long)]; /* a sem_t has 32 bytes at most; an address that was open is never another's */
    char name[NAME_LIMIT + 1];         /* empty: it has been unlinked */
    unsigned users;
    unsigned value; /* while there are no users */
} NamedSemaphore;

static NamedSemaphore named_semaphores[NAMED_LIMIT];
static unsigned named_count;

static int refuse(int error)
{
    errno = error;
    return -1;
}

/* The name without the slash that begins it, or NULL and errno. */
static const char *read_name(const char *name)
{
    name += *name == '/';
    size_t length = strlen(name);
    if (length == 0 || strchr(name, '/')) {
        errno = EINVAL;
        return NULL;
    }
    if (length > NAME_LIMIT) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return name;
}

static NamedSemaphore *find_name(const char *name)
{
    for (unsigned i = 0; i < named_count; i++) {
        if (strcmp(named_semaphores[i].name, name) == 0) {
            return &named_semaphores[i];
        }
    }
    return NULL;
}

static NamedSemaphore *find_semaphore(void *semaphore)
{
    for (unsigned i = 0; i < named_count; i++) {
        if (named_semaphores[i].semaphore == semaphore && named_semaphores[i].users) {
            return &named_semaphores[i];
        }
    }
    return NULL;
}

static NamedSemaphore *add_name(const char *name, unsigned value)
{
    if (named_count == NAMED_LIMIT) {
        more_than_64_named_semaphores();
    }
    NamedSemaphore *named = &named_semaphores[named_count++];
    memcpy(named->name, name, strlen(name) + 1);
    named->value = value;
    return named;
}

static void *open_named(const char *name, int flags, unsigned value)
{
    NamedSemaphore *named = find_name(name);
    if (named && (flags & CREATE) && (flags & EXCLUSIVE)) {
        refuse(EEXIST);
        return NULL;
    }
    if (!named && !(flags & CREATE)) {
        refuse(ENOENT);
        return NULL;
    }
    if (!named && value > INT_MAX) {
        refuse(EINVAL);
        return NULL;
    }
    if (!named) {
        named = add_name(name, value);
    }
    if (named->users++ == 0) {
        sem_init(named->semaphore, 0, named->value);
    }
    return named->semaphore;
}

void *sem_open(const char *name, int flags, ...)
{
    unsigned value = 0;
    if (flags & CREATE) {
        va_list arguments;
        va_start(arguments, flags);
        (void)va_arg(arguments, unsigned); /* the mode */
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    name = read_name(name);
    if (!name) {
        return NULL;
    }
    __VERIFIER_atomic_begin();
    void *semaphore = open_named(name, flags, value);
    __VERIFIER_atomic_end();
    return semaphore;
}

int sem_close(void *semaphore)
{
    int result = 0;
    __VERIFIER_atomic_begin();
    NamedSemaphore *named = find_semaphore(semaphore);
    if (!named) {
        result = refuse(EINVAL);
    } else if (--named->users == 0) {
        int value;
        sem_getvalue(semaphore, &value);
        named->value = (unsigned)value;
        sem_destroy(semaphore);
    }
    __VERIFIER_atomic_end();
    return result;
}

int sem_unlink(const char *name)
{
    int result = 0;
    name = read_name(name);
    if (!name) {
        return -1;
    }
    __VERIFIER_atomic_begin();
    NamedSemaphore *named = find_name(name);
    if (named) {
        named->name[0] = '\0';
    } else {
        result = refuse(ENOENT);
    }
    __VERIFIER_atomic_end();
    return result;
}
