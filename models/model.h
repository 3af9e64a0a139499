/*
 * What the C library models share: the few types and constants of the C library they need, and the host intrinsics.
 *
 * The models are compiled without any system header, once per data model, and linked into a program function by
 * function. So everything here is spelled with compiler built-ins, has the layout that glibc gives it on Linux, and
 * holds for pointers of 32 and of 64 bits. Only little-endian targets are meant.
 */
#ifndef RADDLE_MODEL_H
#define RADDLE_MODEL_H

#define NULL ((void *)0)
#define EOF (-1)

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ ssize_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef long time_t;
typedef long suseconds_t;
typedef long clock_t;
typedef int clockid_t;
typedef int pid_t;
typedef unsigned useconds_t;
typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;

typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(target, source) __builtin_va_copy(target, source)

#define INT_MAX __INT_MAX__
#define SIZE_MAX __SIZE_MAX__
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (2UL * __LONG_MAX__ + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULLONG_MAX (2ULL * __LONG_LONG_MAX__ + 1ULL)

enum {
    EPERM = 1,
    ESRCH = 3,
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOMEM = 12,
    EBUSY = 16,
    EINVAL = 22,
    ENOTTY = 25,
    ERANGE = 34,
    ENOTSUP = 95,
    ETIMEDOUT = 110,
    EOWNERDEAD = 130,
    ENOTRECOVERABLE = 131
};

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

/* Whether it is one, as a duration or as a limit. All of it is read, although its seconds do not matter. */
static inline _Bool is_timespec(const struct timespec *time)
{
    (void)*(const volatile time_t *)&time->tv_sec;
    return (unsigned long)time->tv_nsec < 1000000000;
}

/* The head of glibc's stream: what its macros and inline functions look at. Our streams have no buffer. */
typedef struct _IO_FILE {
    int _flags;
    char *_pointers[11];
    void *_markers;
    struct _IO_FILE *_chain;
    int _fileno;
    char _rest[104];
} FILE;

size_t model_read_standard_input(unsigned char *bytes, size_t count);
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

/* Host: the machine implements these itself. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
void *memcpy(void *restrict target, const void *restrict source, size_t count);
void *memmove(void *target, const void *source, size_t count);
void *memset(void *target, int value, size_t count);
_Noreturn void abort(void);

/* A fresh arbitrary input of that many bits, zero-extended. */
unsigned long long __raddle_input(const char *name, unsigned bits);
/* Captured output on descriptor 1 or 2. */
long __raddle_write(int descriptor, const void *bytes, size_t count);
int __raddle_vprint(int descriptor, const char *format, va_list arguments);
int __raddle_vformat(char *buffer, size_t size, const char *format, va_list arguments);
/* Converts a NUL-terminated string; *consumed is the number of characters used, 0 if there is no number. */
double __raddle_strtod(const char *text, unsigned long *consumed);
/* Ends the process at once, without running any handler. */
_Noreturn void __raddle_process_exit(int status);
_Noreturn void __raddle_thread_end(void *result);
void __raddle_yield(void);
/* Whether no thread was ever created: nobody will end a wait. */
int __raddle_is_alone(void);
/* An atomic operation with an order weaker than seq_cst that is modelled as if it were seq_cst: where memory is weak the
 * verdict is UNKNOWN. */
void __raddle_weak_order(void);
/* In an atomic section, where memory is weak: what has happened so far is known to who acquires the object in a later
 * one. What a section reads needs no such call, see README.md. Whether a section that releases comes before or after one
 * that acquires must show in what they read and write. */
void __raddle_release(const void *object);
void __raddle_acquire(const void *object);
/* Reports a violation of property `lock` at the line of the program that called the model. */
_Noreturn void __raddle_misuse(const char *message);
/* Whether a signal waits for the thread, by its number, that it does not block: then it may call __raddle_interrupted at
 * any step (signal.c). */
void __raddle_interrupt(unsigned thread, int waits);
/* A handler that interrupts the thread is about to be called: for who looks at the run. */
void __raddle_handler_begins(int number, void *handler);
/* In between no other thread runs, unless this one waits. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
/* 1: the caller must run the routine and then call __raddle_once_end; 0: it has been run. Blocks in between. */
int __raddle_once_begin(int *control);
void __raddle_once_end(int *control);

/* Models used by other models. */
int *__errno_location(void);
#define errno (*__errno_location())
size_t strlen(const char *text);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t count);
char *strchr(const char *text, int character);
char *strerror(int error);
_Noreturn void exit(int status);
int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments);
int fgetc(FILE *stream);
int ungetc(int character, FILE *stream);
int pthread_once(pthread_once_t *control, void (*routine)(void));
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);
_Noreturn void pthread_exit(void *result);
/* What an ending thread does about the robust mutexes it holds; NULL before it holds one. */
extern _Thread_local void (*model_thread_abandon)(void);
/* Either may come of it, in every run: a weak exchange of a model may fail whatever the options say. The coin is of the
 * caller alone, or looked at in an atomic section. */
static inline _Bool model_choose(int *coin)
{
    int expected = 0;
    return __atomic_compare_exchange_n(coin, &expected, 0, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
/* Threads by number, from 0 (ends.c). */
enum { MODEL_THREAD_LIMIT = 4096 };
unsigned model_thread_number(pthread_t thread);
int model_thread_is_over(unsigned number);
/* Whether a pthread_t may still be used; if not, what ended its life: it was detached and is over, or was joined. */
typedef enum ModelLife { LIFE_GOES_ON, LIFE_DETACHED, LIFE_JOINED } ModelLife;
ModelLife model_thread_life(unsigned number);
int __raddle_ending_pthread_join(pthread_t thread, void **result);
_Noreturn void __raddle_ending_pthread_exit(void *result);
/* How an ending thread tells others, where they may ask; else NULL. */
extern _Thread_local void (*model_thread_announce_end)(void);
enum { CANCEL_ENABLED = 0, CANCEL_DISABLED = 1 };
extern _Thread_local int model_cancel_state;
/*
 * Called by a model where POSIX has a cancellation point; one that waits in a loop calls it in each round. A thread
 * that is to be cancelled does not return. In programs that cancel no threads it does nothing.
 */
void __raddle_cancellation_point(void);
/*
 * For calls that fail with EINTR if a handler interrupts them while they wait: how many handlers have interrupted the
 * thread so far; with `ending` those without SA_RESTART. What has changed since the call began to wait has ended it.
 * In programs in which no handler can interrupt a thread it is 0.
 */
unsigned __raddle_interruptions(int ending);
/* A rest in a call that does not wait for ever: whether it was interrupted. Where nothing can be, there is none. */
int __raddle_rest_in_call(int ending);
pthread_t pthread_self(void);

static inline _Bool model_is_space(int character)
{
    return character == ' ' || (unsigned)character - '\t' < 5;
}

#endif
