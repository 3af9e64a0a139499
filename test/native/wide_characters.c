/* Wide characters and strings: literals, lengths, comparison, copying, case. */
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
    wchar_t text[32] = L"Wide";
    wcscat(text, L" string");
    printf("%zu %d %d\n", wcslen(text), wcscmp(text, L"Wide string"), wcscmp(L"a", L"b") < 0);
    wchar_t copy[32];
    wcscpy(copy, text);
    wmemset(copy, L'x', 2);
    for (int i = 0; copy[i]; i++) {
        printf("%lc", (wint_t)towupper((wint_t)copy[i]));
    }
    putchar('\n');
    printf("<%ls> <%.3ls> <%6ls>\n", text, text, L"wide");
    printf("%d %d %d\n", iswalpha(L'q') != 0, iswdigit(L'5') != 0, iswspace(L'x') != 0);
    printf("%d %d\n", L'A', (int)(wcschr(text, L's') - text));
    printf("%zu %d\n", sizeof(L"abc") / sizeof(wchar_t), L"\u20ac"[0] == 0x20ac);
    return 0;
}
