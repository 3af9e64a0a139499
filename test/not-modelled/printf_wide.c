#include <stdio.h>
#include <wchar.h>
int main(void)
{
    return printf("%C\n", L'x') < 0;
}
