#include <semaphore.h>
#include <fcntl.h>
int main(void)
{
    return sem_open("/s", O_CREAT, 0600, 1) == SEM_FAILED;
}
