/*
 * Characters of several bytes, in the C locale: there are none, as far as programs use ASCII; a byte beyond it ends the
 * analysis. A conversion has no state.
 */
#include "model.h"

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void conversion_of_a_character_beyond_ASCII(void);

static wchar_t widen(char character)
{
    if ((unsigned char)character > 127) {
        conversion_of_a_character_beyond_ASCII();
    }
    return (wchar_t)character;
}

static char narrow(wchar_t character)
{
    if ((unsigned)character > 127) {
        conversion_of_a_character_beyond_ASCII();
    }
    return (char)character;
}

size_t mbrtowc(wchar_t *restrict target, const char *restrict text, size_t size, void *restrict state)
{
    (void)state;
    if (!text) {
        return 0;
    }
    if (size == 0) {
        return (size_t)-2;
    }
    wchar_t wide = widen(*text);
    if (target) {
        *target = wide;
    }
    return wide != 0;
}

size_t mbrlen(const char *restrict text, size_t size, void *restrict state)
{
    return mbrtowc(NULL, text, size, state);
}

int mbsinit(const void *state)
{
    (void)state;
    return 1;
}

int mbtowc(wchar_t *restrict target, const char *restrict text, size_t size)
{
    return text && size == 0 ? -1 : (int)mbrtowc(target, text, size, NULL);
}

int mblen(const char *text, size_t size)
{
    return mbtowc(NULL, text, size);
}

size_t wcrtomb(char *restrict target, wchar_t character, void *restrict state)
{
    (void)state;
    if (target) {
        *target = narrow(character);
    }
    return 1;
}

int wctomb(char *target, wchar_t character)
{
    return target ? (int)wcrtomb(target, character, NULL) : 0;
}

wint_t btowc(int character)
{
    return character == EOF ? (wint_t)-1 : (wint_t)widen((char)character);
}

int wctob(wint_t character)
{
    return character == (wint_t)-1 ? EOF : narrow((wchar_t)character);
}

size_t mbsrtowcs(wchar_t *restrict target, const char **restrict text, size_t count, void *restrict state)
{
    (void)state;
    size_t i = 0;
    while (!target || i < count) {
        wchar_t wide = widen((*text)[i]);
        if (target) {
            target[i] = wide;
        }
        if (!wide) {
            if (target) {
                *text = NULL;
            }
            return i;
        }
        i++;
    }
    *text += i;
    return i;
}

size_t mbstowcs(wchar_t *restrict target, const char *text, size_t count)
{
    return mbsrtowcs(target, &text, count, NULL);
}

size_t wcsrtombs(char *restrict target, const wchar_t **restrict text, size_t count, void *restrict state)
{
    (void)state;
    size_t i = 0;
    while (!target || i < count) {
        char byte = narrow((*text)[i]);
        if (target) {
            target[i] = byte;
        }
        if (!byte) {
            if (target) {
                *text = NULL;
            }
            return i;
        }
        i++;
    }
    *text += i;
    return i;
}

size_t wcstombs(char *restrict target, const wchar_t *text, size_t count)
{
    return wcsrtombs(target, &text, count, NULL);
}
