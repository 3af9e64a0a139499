#include <fcntl.h>
#include <semaphore.h>
int main(void)
{
    char name[] = "/aa";
    for (int i = 0; i < 65; i++) {
        name[1] = (char)('a' + i / 26);
        name[2] = (char)('a' + i % 26);
        sem_close(sem_open(name, O_CREAT, 0600, 1));
    }
    return 0;
}
