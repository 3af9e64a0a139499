#include <signal.h>
static void h(int s)
{
    (void)s;
}
int main(void)
{
    signal(SIGINT, h);
    return 0;
}
