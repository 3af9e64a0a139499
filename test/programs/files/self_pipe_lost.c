// A wake-up is lost: the notifier writes only if it sees the other asleep, who has looked for work but not yet said so.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int ends[2];
static atomic_int work, sleeping;

static void *notify(void *unused)
{
    work = 1;
    if (sleeping)
        write(ends[1], "x", 1);
    return NULL;
}

int main(void)
{
    pthread_t notifier;
    char byte;
    if (pipe(ends))
        return 1;
    pthread_create(&notifier, NULL, notify, NULL);
    if (!work) {
        sleeping = 1;
        read(ends[0], &byte, 1);
    }
    pthread_join(notifier, NULL);
    return 0;
}
