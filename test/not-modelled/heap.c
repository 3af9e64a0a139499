#include <stdlib.h>
int main(void)
{
    char *p = realloc(NULL, 1ul << 40);
    return p == NULL;
}
