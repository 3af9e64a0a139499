// strlcpy and strlcat copy as much as fits and tell how much they would have copied.
#include <assert.h>
#include <stddef.h>
#include <string.h>

size_t strlcpy(char *target, const char *source, size_t size);
size_t strlcat(char *target, const char *source, size_t size);

int main(void)
{
    char text[6];
    assert(strlcpy(text, "abcdefgh", sizeof text) == 8 && strcmp(text, "abcde") == 0);
    assert(strlcpy(text, "ab", sizeof text) == 2 && strlcat(text, "cdefg", sizeof text) == 7);
    assert(strcmp(text, "abcde") == 0 && strlcat(text, "x", sizeof text) == 6);
    assert(strlcpy(text, "xyz", 0) == 3 && text[0] == 'a');
    return 0;
}
