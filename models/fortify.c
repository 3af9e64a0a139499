/*
 * The checked entry points that _FORTIFY_SOURCE makes of string and stdio calls. `room` is what the compiler knows about
 * the size of the target. The plain operation comes first: if it leaves its object, the machine reports that as what it
 * is. Only what stays inside the object, yet leaves the member it was meant for, ends here as it ends natively.
 */
#include "model.h"

char *strcpy(char *restrict target, const char *restrict source);
char *stpcpy(char *restrict target, const char *restrict source);
char *strncpy(char *restrict target, const char *restrict source, size_t count);
char *stpncpy(char *restrict target, const char *restrict source, size_t count);
char *strcat(char *restrict target, const char *restrict source);
char *strncat(char *restrict target, const char *restrict source, size_t count);
char *fgets(char *restrict buffer, int size, FILE *restrict stream);
size_t fread(void *restrict target, size_t size, size_t count, FILE *restrict stream);
ssize_t read(int descriptor, void *target, size_t count);
int vdprintf(int descriptor, const char *restrict format, va_list arguments);
int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments);
int vasprintf(char **restrict result, const char *restrict format, va_list arguments);

_Noreturn void __chk_fail(void)
{
    static const char message[] = "*** buffer overflow detected ***: terminated\n";
    __raddle_write(2, message, sizeof message - 1);
    abort();
}

_Noreturn void __stack_chk_fail(void)
{
    static const char message[] = "*** stack smashing detected ***: terminated\n";
    __raddle_write(2, message, sizeof message - 1);
    abort();
}

static void fortify_check(size_t used, size_t room)
{
    if (used > room) {
        __chk_fail();
    }
}

void *__memcpy_chk(void *restrict target, const void *restrict source, size_t count, size_t room)
{
    memcpy(target, source, count);
    fortify_check(count, room);
    return target;
}

void *__memmove_chk(void *target, const void *source, size_t count, size_t room)
{
    memmove(target, source, count);
    fortify_check(count, room);
    return target;
}

void *__mempcpy_chk(void *restrict target, const void *restrict source, size_t count, size_t room)
{
    memcpy(target, source, count);
    fortify_check(count, room);
    return (char *)target + count;
}

void *__memset_chk(void *target, int value, size_t count, size_t room)
{
    memset(target, value, count);
    fortify_check(count, room);
    return target;
}

void __explicit_bzero_chk(void *target, size_t count, size_t room)
{
    __memset_chk(target, 0, count, room);
}

char *__strcpy_chk(char *restrict target, const char *restrict source, size_t room)
{
    strcpy(target, source);
    fortify_check(strlen(target) + 1, room);
    return target;
}

char *__stpcpy_chk(char *restrict target, const char *restrict source, size_t room)
{
    char *end = stpcpy(target, source);
    fortify_check((size_t)(end - target) + 1, room);
    return end;
}

char *__strncpy_chk(char *restrict target, const char *restrict source, size_t count, size_t room)
{
    strncpy(target, source, count);
    fortify_check(count, room);
    return target;
}

char *__stpncpy_chk(char *restrict target, const char *restrict source, size_t count, size_t room)
{
    char *end = stpncpy(target, source, count);
    fortify_check(count, room);
    return end;
}

char *__strcat_chk(char *restrict target, const char *restrict source, size_t room)
{
    strcat(target, source);
    fortify_check(strlen(target) + 1, room);
    return target;
}

char *__strncat_chk(char *restrict target, const char *restrict source, size_t count, size_t room)
{
    strncat(target, source, count);
    fortify_check(strlen(target) + 1, room);
    return target;
}

int __vsprintf_chk(char *restrict buffer, int flag, size_t room, const char *restrict format, va_list arguments)
{
    (void)flag;
    int length = __raddle_vformat(buffer, INT_MAX, format, arguments);
    fortify_check((size_t)length + 1, room);
    return length;
}

int __sprintf_chk(char *restrict buffer, int flag, size_t room, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __vsprintf_chk(buffer, flag, room, format, arguments);
    va_end(arguments);
    return length;
}

int __vsnprintf_chk(char *restrict buffer, size_t size, int flag, size_t room, const char *restrict format,
                    va_list arguments)
{
    (void)flag;
    int length = __raddle_vformat(buffer, size, format, arguments);
    fortify_check(size, room);
    return length;
}

int __snprintf_chk(char *restrict buffer, size_t size, int flag, size_t room, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __vsnprintf_chk(buffer, size, flag, room, format, arguments);
    va_end(arguments);
    return length;
}

int __vprintf_chk(int flag, const char *restrict format, va_list arguments)
{
    (void)flag;
    return __raddle_vprint(1, format, arguments);
}

int __printf_chk(int flag, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __vprintf_chk(flag, format, arguments);
    va_end(arguments);
    return length;
}

int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list arguments)
{
    (void)flag;
    return vfprintf(stream, format, arguments);
}

int __fprintf_chk(FILE *restrict stream, int flag, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __vfprintf_chk(stream, flag, format, arguments);
    va_end(arguments);
    return length;
}

int __vdprintf_chk(int descriptor, int flag, const char *restrict format, va_list arguments)
{
    (void)flag;
    return vdprintf(descriptor, format, arguments);
}

int __dprintf_chk(int descriptor, int flag, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __vdprintf_chk(descriptor, flag, format, arguments);
    va_end(arguments);
    return length;
}

int __vasprintf_chk(char **restrict result, int flag, const char *restrict format, va_list arguments)
{
    (void)flag;
    return vasprintf(result, format, arguments);
}

int __asprintf_chk(char **restrict result, int flag, const char *restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __vasprintf_chk(result, flag, format, arguments);
    va_end(arguments);
    return length;
}

char *__fgets_chk(char *restrict buffer, size_t room, int size, FILE *restrict stream)
{
    char *result = fgets(buffer, size, stream);
    fortify_check(size < 0 ? 0 : (size_t)size, room);
    return result;
}

size_t __fread_chk(void *restrict target, size_t room, size_t size, size_t count, FILE *restrict stream)
{
    size_t result = fread(target, size, count, stream);
    fortify_check(size * count, room);
    return result;
}

ssize_t __read_chk(int descriptor, void *target, size_t count, size_t room)
{
    ssize_t result = read(descriptor, target, count);
    fortify_check(count, room);
    return result;
}
