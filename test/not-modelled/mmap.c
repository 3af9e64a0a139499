#include <sys/mman.h>
int main(void)
{
    return mmap(0, 4096, 3, 34, -1, 0) == MAP_FAILED;
}
