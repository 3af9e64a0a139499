/*
 * Attribute objects of POSIX threads. What the machine reads has a fixed place: the detach state is the first int of
 * a pthread_attr_t (0 joinable, 1 detached), the type of a mutex is the lowest byte of a pthread_mutexattr_t. The
 * objects are no larger than the smallest that glibc declares on any target: 36 bytes, and 4.
 */
#include "model.h"

struct thread_attributes {
    int detach_state;
    int scope;
    int policy;
    int inherit;
    int priority;
    size_t stack_size;
    size_t guard_size;
    void *stack_address;
};

enum {
    PTHREAD_STACK_MIN = 16384,
    DEFAULT_STACK_SIZE = 8 << 20,
    PAGE_SIZE = 4096,
    MUTEX_TYPE_MASK = 0xff,
    MUTEX_SHARED = 0x100,
    MUTEX_ROBUST = 0x200, /* robust.c looks at it */
    MUTEX_INHERITS = 0x400,
    PREFERS_WRITERS = 2,
    CONDITION_SHARED = 1,
    CONDITION_CLOCK_SHIFT = 1
};

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void pthread_rwlock_that_prefers_writers(void);

/* Stores one of the values 0 to limit. */
static int attribute_store(int *place, int value, int limit)
{
    if (value < 0 || value > limit) {
        return EINVAL;
    }
    *place = value;
    return 0;
}

static int attribute_load(const int *place, int *value)
{
    *value = *place;
    return 0;
}

int pthread_attr_init(struct thread_attributes *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    attributes->stack_size = DEFAULT_STACK_SIZE;
    attributes->guard_size = PAGE_SIZE;
    return 0;
}

int pthread_attr_destroy(struct thread_attributes *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_getattr_np(pthread_t thread, struct thread_attributes *attributes)
{
    (void)thread;
    return pthread_attr_init(attributes);
}

int pthread_attr_setdetachstate(struct thread_attributes *attributes, int state)
{
    return attribute_store(&attributes->detach_state, state, 1);
}

int pthread_attr_getdetachstate(const struct thread_attributes *attributes, int *state)
{
    return attribute_load(&attributes->detach_state, state);
}

int pthread_attr_setscope(struct thread_attributes *attributes, int scope)
{
    return scope == 1 ? ENOTSUP : attribute_store(&attributes->scope, scope, 0);
}

int pthread_attr_getscope(const struct thread_attributes *attributes, int *scope)
{
    return attribute_load(&attributes->scope, scope);
}

int pthread_attr_setschedpolicy(struct thread_attributes *attributes, int policy)
{
    return attribute_store(&attributes->policy, policy, 2);
}

int pthread_attr_getschedpolicy(const struct thread_attributes *attributes, int *policy)
{
    return attribute_load(&attributes->policy, policy);
}

int pthread_attr_setinheritsched(struct thread_attributes *attributes, int inherit)
{
    return attribute_store(&attributes->inherit, inherit, 1);
}

int pthread_attr_getinheritsched(const struct thread_attributes *attributes, int *inherit)
{
    return attribute_load(&attributes->inherit, inherit);
}

int pthread_attr_setschedparam(struct thread_attributes *attributes, const int *priority)
{
    return attribute_store(&attributes->priority, *priority, 99);
}

int pthread_attr_getschedparam(const struct thread_attributes *attributes, int *priority)
{
    return attribute_load(&attributes->priority, priority);
}

int pthread_attr_setstacksize(struct thread_attributes *attributes, size_t size)
{
    if (size < PTHREAD_STACK_MIN) {
        return EINVAL;
    }
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const struct thread_attributes *attributes, size_t *size)
{
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setguardsize(struct thread_attributes *attributes, size_t size)
{
    attributes->guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const struct thread_attributes *attributes, size_t *size)
{
    *size = attributes->guard_size;
    return 0;
}

int pthread_attr_setstack(struct thread_attributes *attributes, void *address, size_t size)
{
    int result = pthread_attr_setstacksize(attributes, size);
    if (result == 0) {
        attributes->stack_address = address;
    }
    return result;
}

int pthread_attr_getstack(const struct thread_attributes *attributes, void **address, size_t *size)
{
    *address = attributes->stack_address;
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setaffinity_np(struct thread_attributes *attributes, size_t size, const void *set)
{
    (void)attributes;
    (void)size;
    (void)set;
    return 0;
}

int pthread_mutexattr_init(int *attributes)
{
    *attributes = 0;
    return 0;
}

int pthread_mutexattr_destroy(int *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_mutexattr_settype(int *attributes, int type)
{
    if (type < 0 || type > 3) {
        return EINVAL;
    }
    *attributes = (*attributes & ~MUTEX_TYPE_MASK) | type;
    return 0;
}

int pthread_mutexattr_setkind_np(int *attributes, int type)
{
    return pthread_mutexattr_settype(attributes, type);
}

int pthread_mutexattr_gettype(const int *attributes, int *type)
{
    *type = *attributes & MUTEX_TYPE_MASK;
    return 0;
}

int pthread_mutexattr_setpshared(int *attributes, int shared)
{
    if (shared != 0 && shared != 1) {
        return EINVAL;
    }
    *attributes = (*attributes & ~MUTEX_SHARED) | (shared ? MUTEX_SHARED : 0);
    return 0;
}

int pthread_mutexattr_getpshared(const int *attributes, int *shared)
{
    *shared = (*attributes & MUTEX_SHARED) != 0;
    return 0;
}

int pthread_mutexattr_setrobust(int *attributes, int robust)
{
    if (robust != 0 && robust != 1) {
        return EINVAL;
    }
    *attributes = (*attributes & ~MUTEX_ROBUST) | (robust ? MUTEX_ROBUST : 0);
    return 0;
}

int pthread_mutexattr_setrobust_np(int *attributes, int robust)
{
    return pthread_mutexattr_setrobust(attributes, robust);
}

int pthread_mutexattr_getrobust(const int *attributes, int *robust)
{
    *robust = (*attributes & MUTEX_ROBUST) != 0;
    return 0;
}

/* Inherited priorities have no effect, as priorities have none. Ceilings are refused, in the way POSIX provides. */
int pthread_mutexattr_setprotocol(int *attributes, int protocol)
{
    if (protocol < 0 || protocol > 2) {
        return EINVAL;
    }
    if (protocol == 2) {
        return ENOTSUP;
    }
    *attributes = (*attributes & ~MUTEX_INHERITS) | (protocol ? MUTEX_INHERITS : 0);
    return 0;
}

int pthread_mutexattr_getprotocol(const int *attributes, int *protocol)
{
    *protocol = (*attributes & MUTEX_INHERITS) != 0;
    return 0;
}

int pthread_mutexattr_setprioceiling(int *attributes, int ceiling)
{
    (void)attributes;
    return ceiling < 1 || ceiling > 99 ? EINVAL : ENOTSUP;
}

/* Of a program that makes no mutex robust; the others have that of robust.c. */
int pthread_mutex_consistent(void *mutex)
{
    (void)mutex;
    return EINVAL;
}

int pthread_condattr_init(int *attributes)
{
    *attributes = 0;
    return 0;
}

int pthread_condattr_destroy(int *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_condattr_setpshared(int *attributes, int shared)
{
    if (shared != 0 && shared != 1) {
        return EINVAL;
    }
    *attributes = (*attributes & ~CONDITION_SHARED) | shared;
    return 0;
}

int pthread_condattr_getpshared(const int *attributes, int *shared)
{
    *shared = *attributes & CONDITION_SHARED;
    return 0;
}

int pthread_condattr_setclock(int *attributes, clockid_t clock)
{
    if (clock != 0 && clock != 1) {
        return EINVAL;
    }
    *attributes = (*attributes & CONDITION_SHARED) | clock << CONDITION_CLOCK_SHIFT;
    return 0;
}

int pthread_condattr_getclock(const int *attributes, clockid_t *clock)
{
    *clock = *attributes >> CONDITION_CLOCK_SHIFT;
    return 0;
}

int pthread_rwlockattr_init(int attributes[2])
{
    attributes[0] = 0;
    attributes[1] = 0;
    return 0;
}

int pthread_rwlockattr_destroy(int attributes[2])
{
    (void)attributes;
    return 0;
}

/*
 * The machine's read-write locks prefer nobody, as glibc's do unless asked otherwise. Where a writer that waits keeps
 * readers out, there are deadlocks that they do not have. (PTHREAD_RWLOCK_PREFER_WRITER_NP prefers nobody in glibc,
 * either.)
 */
int pthread_rwlockattr_setkind_np(int attributes[2], int kind)
{
    if (kind == PREFERS_WRITERS) {
        pthread_rwlock_that_prefers_writers();
    }
    return attribute_store(&attributes[0], kind, 2);
}

int pthread_rwlockattr_getkind_np(const int attributes[2], int *kind)
{
    return attribute_load(&attributes[0], kind);
}

int pthread_rwlockattr_setpshared(int attributes[2], int shared)
{
    return attribute_store(&attributes[1], shared, 1);
}

int pthread_rwlockattr_getpshared(const int attributes[2], int *shared)
{
    return attribute_load(&attributes[1], shared);
}

int pthread_barrierattr_init(int *attributes)
{
    *attributes = 0;
    return 0;
}

int pthread_barrierattr_destroy(int *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_barrierattr_setpshared(int *attributes, int shared)
{
    return attribute_store(attributes, shared, 1);
}

int pthread_barrierattr_getpshared(const int *attributes, int *shared)
{
    return attribute_load(attributes, shared);
}
