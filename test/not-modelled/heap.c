#include <stdlib.h>
int main(void)
{
    char *p = malloc(1ul << 40);
    return p == NULL;
}
