/* Conversions between char and wchar_t of ASCII text, to the end, cut short and counted; tokens and spans of wide text. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
    wchar_t wide[8] = {9, 9, 9, 9, 9, 9, 9, 9};
    char text[8] = "zzzzzzz";
    printf("%zu", mbstowcs(wide, "abc", 8));
    printf(" %zu", mbstowcs(NULL, "hello", 0));
    printf(" %d%d%d%d%d\n", (int)wide[0], (int)wide[1], (int)wide[2], (int)wide[3], (int)wide[4]);
    printf("%zu", mbstowcs(wide, "abcdefghij", 4));
    printf(" %d %d\n", (int)wide[3], (int)wide[4]);
    printf("%zu", wcstombs(text, L"xyz", 2));
    printf(" %s", text);
    printf(" %zu", wcstombs(NULL, L"12345", 0));
    printf(" %zu", wcstombs(text, L"xyz", 8));
    printf(" %s\n", text);
    wchar_t one = 0;
    int used = mbtowc(&one, "q", 1);
    printf("%d %d", used, (int)one);
    used = mbtowc(&one, "", 1);
    printf(" %d %d %d %d\n", used, (int)one, mblen("ab", 2), mblen(NULL, 0));
    used = wctomb(text, L'w');
    printf("%d %c %d\n", used, text[0], wctomb(NULL, L'w'));
    mbstate_t state;
    memset(&state, 0, sizeof state);
    size_t length = mbrtowc(&one, "rest", 4, &state);
    printf("%zu %d %d", length, (int)one, mbsinit(&state) != 0);
    printf(" %zu %d %d %d\n", mbrlen("x", 0, &state) + 2, btowc('A') == L'A', wctob(L'B'), btowc(EOF) == WEOF);
    const char *from = "source";
    length = mbsrtowcs(wide, &from, 3, &state);
    printf("%zu %s", length, from);
    length = mbsrtowcs(wide, &from, 8, &state);
    printf(" %zu %d\n", length, from == NULL);
    const wchar_t *wide_from = L"target";
    length = wcsrtombs(text, &wide_from, 4, &state);
    printf("%zu %c %d\n", length, text[3], (int)wcslen(wide_from));
    wchar_t list[] = L";;a,b;;cd,";
    wchar_t *rest;
    for (wchar_t *token = wcstok(list, L",;", &rest); token; token = wcstok(NULL, L",;", &rest)) {
        printf("%zu:%c ", wcslen(token), (char)token[0]);
    }
    printf("\n%zu %zu %ld %d\n", wcsspn(L"aabbc", L"ab"), wcscspn(L"hello", L"lo"), (long)*wcspbrk(L"key=1", L"=:"),
           wcspbrk(L"key", L"=:") == NULL);
    wchar_t *copy = wcsdup(L"copy");
    printf("%d %zu\n", wcscmp(copy, L"copy"), wcslen(copy));
    free(copy);
    return 0;
}
