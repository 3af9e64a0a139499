#include <stdio.h>
int main(void)
{
    return fopen("x", "r") == NULL;
}
