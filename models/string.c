/*
 * string.h and strings.h. memcpy, memmove and memset belong to the machine; what can lean on them does, because one
 * host operation is far cheaper than an interpreted loop. All comparisons are on unsigned char, so that the models mean
 * the same where plain char is signed and where it is not. Byte loops never read past the terminator.
 */
#include "model.h"

size_t strlen(const char *text)
{
    const char *end = text;
    while (*end) {
        end++;
    }
    return (size_t)(end - text);
}

/* Copy or append as much as fits, with a NUL at the end; the result is the length that was wanted. */
size_t strlcpy(char *restrict target, const char *restrict source, size_t size)
{
    size_t length = strlen(source);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(target, source, copied);
        target[copied] = '\0';
    }
    return length;
}

size_t strlcat(char *restrict target, const char *restrict source, size_t size)
{
    size_t length = 0;
    while (length < size && target[length]) {
        length++;
    }
    return length + strlcpy(target + length, source, size - length);
}

size_t strnlen(const char *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length]) {
        length++;
    }
    return length;
}

void *mempcpy(void *restrict target, const void *restrict source, size_t count)
{
    memcpy(target, source, count);
    return (char *)target + count;
}

void *__mempcpy(void *restrict target, const void *restrict source, size_t count)
{
    return mempcpy(target, source, count);
}

void bcopy(const void *source, void *target, size_t count)
{
    memmove(target, source, count);
}

void bzero(void *target, size_t count)
{
    memset(target, 0, count);
}

void explicit_bzero(void *target, size_t count)
{
    memset(target, 0, count);
}

int memcmp(const void *left, const void *right, size_t count)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i]) {
            return a[i] - b[i];
        }
    }
    return 0;
}

int bcmp(const void *left, const void *right, size_t count)
{
    return memcmp(left, right, count);
}

void *memchr(const void *block, int character, size_t count)
{
    const unsigned char *bytes = block;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == (unsigned char)character) {
            return (void *)(bytes + i);
        }
    }
    return NULL;
}

void *memrchr(const void *block, int character, size_t count)
{
    const unsigned char *bytes = block;
    while (count-- > 0) {
        if (bytes[count] == (unsigned char)character) {
            return (void *)(bytes + count);
        }
    }
    return NULL;
}

void *rawmemchr(const void *block, int character)
{
    const unsigned char *bytes = block;
    while (*bytes != (unsigned char)character) {
        bytes++;
    }
    return (void *)bytes;
}

void *memccpy(void *restrict target, const void *restrict source, int character, size_t count)
{
    const char *end = memchr(source, character, count);
    if (!end) {
        memcpy(target, source, count);
        return NULL;
    }
    return mempcpy(target, source, (size_t)(end - (const char *)source) + 1);
}

void *memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length)
{
    const char *bytes = haystack;
    if (needle_length > haystack_length) {
        return NULL;
    }
    for (size_t i = 0; i <= haystack_length - needle_length; i++) {
        if (memcmp(bytes + i, needle, needle_length) == 0) {
            return (void *)(bytes + i);
        }
    }
    return NULL;
}

char *stpcpy(char *restrict target, const char *restrict source)
{
    size_t length = strlen(source);
    memcpy(target, source, length + 1);
    return target + length;
}

char *strcpy(char *restrict target, const char *restrict source)
{
    return memcpy(target, source, strlen(source) + 1);
}

char *stpncpy(char *restrict target, const char *restrict source, size_t count)
{
    size_t length = strnlen(source, count);
    memcpy(target, source, length);
    memset(target + length, 0, count - length);
    return target + length;
}

char *strncpy(char *restrict target, const char *restrict source, size_t count)
{
    stpncpy(target, source, count);
    return target;
}

char *strcat(char *restrict target, const char *restrict source)
{
    strcpy(target + strlen(target), source);
    return target;
}

char *strncat(char *restrict target, const char *restrict source, size_t count)
{
    size_t length = strnlen(source, count);
    char *end = target + strlen(target);
    memcpy(end, source, length);
    end[length] = '\0';
    return target;
}

int strcmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}

int strncmp(const char *left, const char *right, size_t count)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i]) {
            return a[i] - b[i];
        }
        if (!a[i]) {
            return 0;
        }
    }
    return 0;
}

int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

size_t strxfrm(char *restrict target, const char *restrict source, size_t size)
{
    size_t length = strlen(source);
    if (size > 0) {
        memcpy(target, source, length < size ? length + 1 : size);
    }
    return length;
}

static int string_lower(unsigned char character)
{
    return (unsigned)character - 'A' < 26 ? character + 32 : character;
}

int strcasecmp(const char *left, const char *right)
{
    for (size_t i = 0;; i++) {
        int a = string_lower((unsigned char)left[i]);
        int b = string_lower((unsigned char)right[i]);
        if (a != b || !a) {
            return a - b;
        }
    }
}

int strncasecmp(const char *left, const char *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int a = string_lower((unsigned char)left[i]);
        int b = string_lower((unsigned char)right[i]);
        if (a != b || !a) {
            return a - b;
        }
    }
    return 0;
}

char *strchrnul(const char *text, int character)
{
    while (*text && (unsigned char)*text != (unsigned char)character) {
        text++;
    }
    return (char *)text;
}

char *strchr(const char *text, int character)
{
    char *found = strchrnul(text, character);
    return (unsigned char)*found == (unsigned char)character ? found : NULL;
}

char *index(const char *text, int character)
{
    return strchr(text, character);
}

char *strrchr(const char *text, int character)
{
    return memrchr(text, character, strlen(text) + 1);
}

char *rindex(const char *text, int character)
{
    return strrchr(text, character);
}

size_t strcspn(const char *text, const char *reject)
{
    size_t length = 0;
    while (text[length] && !strchr(reject, text[length])) {
        length++;
    }
    return length;
}

size_t strspn(const char *text, const char *accept)
{
    size_t length = 0;
    while (text[length] && strchr(accept, text[length])) {
        length++;
    }
    return length;
}

char *strpbrk(const char *text, const char *accept)
{
    text += strcspn(text, accept);
    return *text ? (char *)text : NULL;
}

char *strstr(const char *haystack, const char *needle)
{
    size_t length = strlen(needle);
    if (!length) {
        return (char *)haystack;
    }
    for (; (haystack = strchr(haystack, *needle)); haystack++) {
        if (strncmp(haystack, needle, length) == 0) {
            return (char *)haystack;
        }
    }
    return NULL;
}

char *strcasestr(const char *haystack, const char *needle)
{
    size_t length = strlen(needle);
    for (;; haystack++) {
        if (strncasecmp(haystack, needle, length) == 0) {
            return (char *)haystack;
        }
        if (!*haystack) {
            return NULL;
        }
    }
}

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict saved)
{
    if (!text) {
        text = *saved;
    }
    text += strspn(text, delimiters);
    if (!*text) {
        *saved = text;
        return NULL;
    }
    char *end = text + strcspn(text, delimiters);
    *saved = end;
    if (*end) {
        *end = '\0';
        *saved = end + 1;
    }
    return text;
}

char *__strtok_r(char *restrict text, const char *restrict delimiters, char **restrict saved)
{
    return strtok_r(text, delimiters, saved);
}

/* One position for all threads, as in the real library: two threads that use strtok at a time do race. */
char *strtok(char *restrict text, const char *restrict delimiters)
{
    static char *position;
    return strtok_r(text, delimiters, &position);
}

char *strsep(char **restrict position, const char *restrict delimiters)
{
    char *start = *position;
    if (!start) {
        return NULL;
    }
    char *end = start + strcspn(start, delimiters);
    *position = NULL;
    if (*end) {
        *end = '\0';
        *position = end + 1;
    }
    return start;
}

char *strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (!copy) {
        errno = ENOMEM;
        return NULL;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (!copy) {
        errno = ENOMEM;
        return NULL;
    }
    return memcpy(copy, text, size);
}

char *__strdup(const char *text)
{
    return strdup(text);
}

char *basename(const char *path)
{
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}

int ffsll(long long value)
{
    return value ? __builtin_ctzll((unsigned long long)value) + 1 : 0;
}

int ffsl(long value)
{
    return ffsll(value);
}

int ffs(int value)
{
    return ffsll(value);
}
