#include <locale.h>
int main(void)
{
    return setlocale(LC_ALL, "de_DE.UTF-8") == 0;
}
