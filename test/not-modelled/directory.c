#include <dirent.h>
#include <stddef.h>
int main(void)
{
    return opendir(".") == NULL;
}
