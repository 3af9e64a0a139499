// A file that nobody has made may not be there.
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("settings", "r");
    return fgetc(file) == 'x';
}
