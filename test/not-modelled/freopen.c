#include <stdio.h>
int main(void)
{
    return freopen("x", "r", stdin) == NULL;
}
