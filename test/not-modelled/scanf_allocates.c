#include <stdio.h>
int main(void)
{
    char *s;
    return scanf("%ms", &s);
}
