#include <dlfcn.h>
int main(void)
{
    return dlopen("x.so", RTLD_NOW) != 0;
}
