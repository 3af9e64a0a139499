// A file that is there has any content: three characters are a number of three digits, too.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char text[8];
    FILE *file = fopen("limit", "r");
    if (!file)
        return 1;
    if (!fgets(text, sizeof text, file))
        return 1;
    int limit = text[0] >= '0' && text[0] <= '9' ? atoi(text) : 0;
    assert(limit <= 9);
    fclose(file);
    return 0;
}
