// A loop that waits for time to pass.
#include <time.h>
int main(void)
{
    time_t start = time(NULL);
    while (time(NULL) < start + 2)
        continue;
    return 0;
}
