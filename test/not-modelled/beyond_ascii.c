#include <stdlib.h>
int main(void)
{
    wchar_t wide[4];
    return mbstowcs(wide, "\xc3\xa9", 4) == 1;
}
