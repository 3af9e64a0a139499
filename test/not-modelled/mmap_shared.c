#include <fcntl.h>
#include <sys/mman.h>
int main(void)
{
    return mmap(0, 4096, PROT_READ, MAP_SHARED, open("x", O_RDWR | O_CREAT, 0600), 0) == MAP_FAILED;
}
