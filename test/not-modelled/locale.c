#include <locale.h>
int main(void)
{
    return setlocale(LC_ALL, "") == 0;
}
