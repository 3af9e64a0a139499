/*
 * The basics of wchar.h and wctype.h in the C locale, where only the characters of ASCII have a class or a case.
 */
#include "model.h"

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length]) {
        length++;
    }
    return length;
}

size_t wcsnlen(const wchar_t *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length]) {
        length++;
    }
    return length;
}

wchar_t *wmemcpy(wchar_t *restrict target, const wchar_t *restrict source, size_t count)
{
    return memcpy(target, source, count * sizeof *target);
}

wchar_t *wmemmove(wchar_t *target, const wchar_t *source, size_t count)
{
    return memmove(target, source, count * sizeof *target);
}

wchar_t *wmemset(wchar_t *target, wchar_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        target[i] = value;
    }
    return target;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

wchar_t *wmemchr(const wchar_t *block, wchar_t character, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (block[i] == character) {
            return (wchar_t *)(block + i);
        }
    }
    return NULL;
}

wchar_t *wcscpy(wchar_t *restrict target, const wchar_t *restrict source)
{
    return wmemcpy(target, source, wcslen(source) + 1);
}

wchar_t *wcsncpy(wchar_t *restrict target, const wchar_t *restrict source, size_t count)
{
    size_t length = wcsnlen(source, count);
    wmemcpy(target, source, length);
    wmemset(target + length, 0, count - length);
    return target;
}

wchar_t *wcscat(wchar_t *restrict target, const wchar_t *restrict source)
{
    wcscpy(target + wcslen(target), source);
    return target;
}

wchar_t *wcsncat(wchar_t *restrict target, const wchar_t *restrict source, size_t count)
{
    size_t length = wcsnlen(source, count);
    wchar_t *end = target + wcslen(target);
    wmemcpy(end, source, length);
    end[length] = 0;
    return target;
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    while (*left && *left == *right) {
        left++;
        right++;
    }
    return (*left > *right) - (*left < *right);
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
        if (!left[i]) {
            return 0;
        }
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *text, wchar_t character)
{
    while (*text && *text != character) {
        text++;
    }
    return *text == character ? (wchar_t *)text : NULL;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t character)
{
    const wchar_t *found = NULL;
    do {
        if (*text == character) {
            found = text;
        }
    } while (*text++);
    return (wchar_t *)found;
}

wchar_t *wcsstr(const wchar_t *haystack, const wchar_t *needle)
{
    size_t length = wcslen(needle);
    for (;; haystack++) {
        if (wcsncmp(haystack, needle, length) == 0) {
            return (wchar_t *)haystack;
        }
        if (!*haystack) {
            return NULL;
        }
    }
}

size_t wcsspn(const wchar_t *text, const wchar_t *accepted)
{
    size_t length = 0;
    while (text[length] && wcschr(accepted, text[length])) {
        length++;
    }
    return length;
}

size_t wcscspn(const wchar_t *text, const wchar_t *rejected)
{
    size_t length = 0;
    while (text[length] && !wcschr(rejected, text[length])) {
        length++;
    }
    return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *accepted)
{
    text += wcscspn(text, accepted);
    return *text ? (wchar_t *)text : NULL;
}

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict separators, wchar_t **restrict rest)
{
    text = text ? text : *rest;
    text += wcsspn(text, separators);
    if (!*text) {
        *rest = text;
        return NULL;
    }
    wchar_t *end = text + wcscspn(text, separators);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return text;
}

wchar_t *wcsdup(const wchar_t *text)
{
    size_t size = (wcslen(text) + 1) * sizeof *text;
    wchar_t *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static int wide_in(wint_t character, wint_t first, wint_t last)
{
    return character - first <= last - first;
}

int iswdigit(wint_t character)
{
    return wide_in(character, '0', '9');
}

int iswlower(wint_t character)
{
    return wide_in(character, 'a', 'z');
}

int iswupper(wint_t character)
{
    return wide_in(character, 'A', 'Z');
}

int iswalpha(wint_t character)
{
    return iswlower(character) | iswupper(character);
}

int iswalnum(wint_t character)
{
    return iswalpha(character) | iswdigit(character);
}

int iswxdigit(wint_t character)
{
    return iswdigit(character) | wide_in(character, 'a', 'f') | wide_in(character, 'A', 'F');
}

int iswspace(wint_t character)
{
    return (character == ' ') | wide_in(character, '\t', '\r');
}

int iswprint(wint_t character)
{
    return wide_in(character, ' ', '~');
}

int iswpunct(wint_t character)
{
    return wide_in(character, '!', '~') & !iswalnum(character);
}

wint_t towlower(wint_t character)
{
    return iswupper(character) ? character + 32 : character;
}

wint_t towupper(wint_t character)
{
    return iswlower(character) ? character - 32 : character;
}
