#include <stdio.h>
int main(int n, char **v)
{
    long double x = n;
    x = x / 3;
    return x > 1;
}
